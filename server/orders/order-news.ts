import { EventEmitter } from 'node:events'

/** Says inside this server that an order has changed; another server's change is found by looking. */
export interface OrderNews {
  readonly tell: (orderNumber: string) => void
  /** Settles with the next news of an order, after `withinMs`, or when `signal` aborts. */
  readonly next: (orderNumber: string, withinMs: number, signal: AbortSignal) => Promise<void>
  /** Lets every follower go: the server shuts down. */
  readonly close: () => void
  readonly isClosed: () => boolean
}

export function createOrderNews(): OrderNews {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0)
  let closed = false
  return {
    tell: (orderNumber) => {
      emitter.emit(orderNumber)
    },
    isClosed: () => closed,
    close: () => {
      closed = true
      for (const orderNumber of emitter.eventNames()) emitter.emit(orderNumber)
    },
    next: (orderNumber, withinMs, signal) =>
      new Promise((resolve) => {
        const settle = () => {
          clearTimeout(timer)
          emitter.off(orderNumber, settle)
          signal.removeEventListener('abort', settle)
          resolve()
        }
        const timer = setTimeout(settle, withinMs)
        emitter.once(orderNumber, settle)
        signal.addEventListener('abort', settle)
      }),
  }
}
