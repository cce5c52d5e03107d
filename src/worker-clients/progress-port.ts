import { expose, proxy, type TransferHandler, transferHandlers } from 'comlink'

/**
 * Comlink leaves it to the other side to let go of a callback, and a worker that was ended never
 * does. Its `proxy` handler is replaced by one that remembers the port, so that the page can close
 * it. What goes over the wire is the same.
 */
const ports = new WeakMap<object, MessagePort>()

const built = transferHandlers.get('proxy')
if (built !== undefined) {
  const handler: TransferHandler<object, MessagePort> = {
    canHandle: (value): value is object => built.canHandle(value),
    serialize: (callback) => {
      const { port1, port2 } = new MessageChannel()
      expose(callback, port1)
      ports.set(callback, port1)
      return [port2, [port2]]
    },
    deserialize: (port) => built.deserialize(port) as object,
  }
  transferHandlers.set('proxy', handler)
}

/** A callback that a worker may call until {@link RemoteCallback.release}. */
export interface RemoteCallback<Args extends readonly unknown[]> {
  readonly callback: (...args: Args) => void
  /** Closes the port; what the worker says afterwards goes nowhere. */
  release(): void
}

/** Wraps `listen` so that it can be handed to a worker and let go of by the page. */
export function remoteCallback<Args extends readonly unknown[]>(
  listen: (...args: Args) => void,
): RemoteCallback<Args> {
  let open = true
  const callback = proxy((...args: Args) => {
    if (open) listen(...args)
  })
  return {
    callback,
    release: () => {
      open = false
      ports.get(callback)?.close()
      ports.delete(callback)
    },
  }
}
