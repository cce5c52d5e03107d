import { useSyncExternalStore } from 'react'

/** What the rule looks at. */
export interface DeviceLook {
  readonly userAgent: string
  readonly widthPx: number
  readonly heightPx: number
}

const MOBILE_AGENT = /Mobi|Android|iPhone|iPad|iPod|Windows Phone|HarmonyOS|MicroMessenger.*Mobile/i

/** A device counts as a PC if it is not a mobile user agent or if its window is wider than tall. */
export const isPc = ({ userAgent, widthPx, heightPx }: DeviceLook): boolean =>
  !MOBILE_AGENT.test(userAgent) || widthPx > heightPx

/** Whether this device counts as a PC now; follows turning and resizing. */
export function useIsPc(): boolean {
  return useSyncExternalStore(
    (changed) => {
      addEventListener('resize', changed)
      return () => removeEventListener('resize', changed)
    },
    () =>
      isPc({
        userAgent: navigator.userAgent,
        widthPx: innerWidth,
        heightPx: innerHeight,
      }),
  )
}
