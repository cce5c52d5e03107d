import type { Outcome } from '#core/errors.ts'
import type { CompositorClient } from '#src/worker-clients/clients.ts'
import type { StageFrame } from '#workers/compositor/api.ts'

/** What the surface needs of the compositor. */
export type StagePainter = Pick<CompositorClient, 'attachStage' | 'drawStage' | 'onRestart'>

/**
 * The canvas that the compositor draws on. A canvas can be given away once only, so a new one is
 * put in place whenever the worker was replaced. One frame is on its way at a time; of those that
 * wait only the latest is sent.
 */
export class StageSurface {
  readonly #host: HTMLElement
  readonly #painter: StagePainter
  readonly #onDrawn: (outcome: Outcome<void>) => void
  readonly #stopListening: () => void
  #canvas: HTMLCanvasElement | null = null
  #attached: Promise<void> = Promise.resolve()
  #latest: StageFrame | null = null
  #busy = false
  #closed = false

  constructor(
    host: HTMLElement,
    painter: StagePainter,
    onDrawn: (outcome: Outcome<void>) => void = () => undefined,
  ) {
    this.#host = host
    this.#painter = painter
    this.#onDrawn = onDrawn
    this.#stopListening = painter.onRestart(() => this.#attach())
    this.#attach()
  }

  draw(frame: StageFrame): void {
    this.#latest = frame
    if (!this.#busy) void this.#drain()
  }

  close(): void {
    this.#closed = true
    this.#stopListening()
    this.#canvas?.remove()
  }

  #attach(): void {
    if (this.#closed) return
    this.#canvas?.remove()
    const canvas = document.createElement('canvas')
    canvas.setAttribute('aria-hidden', 'true')
    this.#host.prepend(canvas)
    this.#canvas = canvas
    this.#attached = this.#painter.attachStage(canvas.transferControlToOffscreen())
    if (this.#latest !== null) this.draw(this.#latest)
  }

  async #drain(): Promise<void> {
    this.#busy = true
    let sent: StageFrame | null = null
    while (this.#latest !== null && this.#latest !== sent && !this.#closed) {
      sent = this.#latest
      await this.#attached
      this.#onDrawn(await this.#painter.drawStage(sent))
    }
    this.#busy = false
  }
}
