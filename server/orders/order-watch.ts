import type { News } from '../events/news.ts'

/** A look-out for one order's changes, for a while. */
export interface OrderWatch {
  /** Settles at the next change, or when the watch is over. Taken before a look, it misses nothing. */
  readonly next: () => Promise<void>
  readonly isOver: () => boolean
  readonly end: () => void
}

/** Is over after `forMs`, when `signal` aborts, or when the server leaves. */
export function watchOrder(
  news: News,
  orderNumber: string,
  forMs: number,
  signal: AbortSignal,
): OrderWatch {
  let over = signal.aborted
  let settle = () => {}
  const leave = news.on('order_changed', orderNumber, () => settle())
  const end = () => {
    over = true
    clearTimeout(timer)
    leave()
    signal.removeEventListener('abort', end)
    settle()
  }
  const timer = setTimeout(end, forMs)
  signal.addEventListener('abort', end)
  return {
    next: () =>
      new Promise((resolve) => {
        settle = resolve
        if (over || news.isClosed()) resolve()
      }),
    isOver: () => over || news.isClosed(),
    end,
  }
}
