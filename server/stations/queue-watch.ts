import type { News } from '../events/news.ts'

/** Says that something has changed at a machine, whichever server changed it. */
export interface QueueWatch {
  /**
   * A look-out taken before a look misses nothing: `changed` settles at the next change, after
   * `forMs`, when `signal` aborts, or when the server leaves.
   */
  readonly next: (machineId: string, forMs: number, signal: AbortSignal) => QueueLook
}

interface QueueLook {
  readonly changed: Promise<void>
  /** Nothing more is to be waited for: the time is over, who asked has gone, or the server leaves. */
  readonly isOver: () => boolean
  readonly end: () => void
}

export const createQueueWatch = (news: News): QueueWatch => ({
  next: (machineId, forMs, signal) => {
    const until = Date.now() + forMs
    let settle = () => {}
    const changed = new Promise<void>((resolve) => {
      settle = resolve
    })
    const end = () => {
      clearTimeout(timer)
      leave()
      signal.removeEventListener('abort', end)
      settle()
    }
    const timer = setTimeout(end, forMs)
    const leave = news.on('queue_changed', machineId, end)
    signal.addEventListener('abort', end)
    if (news.isClosed() || signal.aborted) end()
    const isOver = () => news.isClosed() || signal.aborted || Date.now() >= until
    return { changed, isOver, end }
  },
})
