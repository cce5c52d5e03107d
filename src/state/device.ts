import { useMediaQuery } from '#src/ui/media-query.ts'

/** What the rule looks at. */
export interface DeviceLook {
  readonly userAgent: string
  /** Whether the window is wider than tall. */
  readonly landscape: boolean
}

const MOBILE_AGENT = /Mobi|Android|iPhone|iPad|iPod|Windows Phone|HarmonyOS|MicroMessenger.*Mobile/i

/** A device counts as a PC if it is not a mobile user agent or if its window is wider than tall. */
export const isPc = ({ userAgent, landscape }: DeviceLook): boolean =>
  !MOBILE_AGENT.test(userAgent) || landscape

/**
 * Whether this device counts as a PC now; follows turning and resizing. A media query is asked, for
 * to read the window's size makes a phone lay out the page at once.
 */
export const useIsPc = (): boolean =>
  isPc({
    userAgent: navigator.userAgent,
    landscape: useMediaQuery('(orientation: landscape)'),
  })
