import { expose } from 'comlink'

/** A worker in the same thread: its face is exposed over a channel, and it can be made to die. */
export class StandInWorker extends EventTarget implements Worker {
  readonly #port: MessagePort
  readonly #far: MessagePort
  onmessage = null
  onmessageerror = null
  onerror = null
  terminated = false

  constructor(face: object) {
    super()
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    this.#far = port2
    expose(face, port2)
    port1.addEventListener('message', (event) =>
      this.dispatchEvent(new MessageEvent('message', { data: event.data })),
    )
    port1.start()
  }

  postMessage(message: unknown, transfer: Transferable[] | StructuredSerializeOptions = []): void {
    if (!this.terminated) this.#port.postMessage(message, transfer as Transferable[])
  }

  terminate(): void {
    this.terminated = true
    this.#port.close()
    this.#far.close()
  }

  dieOf(kind: 'error' | 'messageerror'): void {
    this.dispatchEvent(new Event(kind))
  }
}
