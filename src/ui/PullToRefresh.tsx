import { type ReactNode, type TouchEvent, useRef, useState } from 'react'
import { ArrowClockwiseIcon } from './icons.ts'
import styles from './PullToRefresh.module.css'

/** How far a finger pulls before letting go asks again, and how far the page follows it. */
const PULL_PX = 72
const FOLLOW_MAX_PX = 96

export interface PullToRefreshProps {
  readonly onRefresh: () => void
  readonly label: string
  readonly children: ReactNode
}

/** A page that is asked again by pulling it down from its top. Keyboards need a button besides. */
export function PullToRefresh({ onRefresh, label, children }: PullToRefreshProps) {
  const from = useRef<number | null>(null)
  const [pulledPx, setPulledPx] = useState(0)
  const start = (event: TouchEvent) => {
    const finger = event.touches[0]
    const atTop = document.scrollingElement?.scrollTop === 0
    from.current = atTop && event.touches.length === 1 && finger ? finger.clientY : null
  }
  const move = (event: TouchEvent) => {
    const finger = event.touches[0]
    if (from.current === null || finger === undefined) return
    const pulled = Math.max(0, (finger.clientY - from.current) / 2)
    setPulledPx(Math.min(FOLLOW_MAX_PX, pulled))
  }
  const end = () => {
    if (pulledPx >= PULL_PX) onRefresh()
    from.current = null
    setPulledPx(0)
  }
  return (
    <div
      className={styles.page}
      onTouchStart={start}
      onTouchMove={move}
      onTouchEnd={end}
      onTouchCancel={end}
    >
      {pulledPx > 0 && (
        <p className={styles.hint} style={{ blockSize: pulledPx }} data-ready={pulledPx >= PULL_PX}>
          <ArrowClockwiseIcon aria-hidden="true" style={{ rotate: `${pulledPx * 3}deg` }} />
          {label}
        </p>
      )}
      {children}
    </div>
  )
}
