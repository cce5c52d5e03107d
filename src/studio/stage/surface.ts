import type { Design } from '#core/design/document.ts'
import { diff } from '#core/design/patch.ts'
import { DesignSender } from '#core/design/revisions.ts'
import type { Outcome } from '#core/errors.ts'
import type { CompositorClient } from '#src/worker-clients/clients.ts'
import type { StageAnswer, StageFrame, StageView } from '#workers/compositor/api.ts'

/** What the stage is to show. */
export interface StagePicture {
  readonly design: Design
  /** The design with what the running gesture would change of it. */
  readonly shown: Design
  readonly view: StageView
}

/** What the surface needs of the compositor. */
export type StagePainter = Pick<CompositorClient, 'attachStage' | 'drawStage' | 'onRestart'>

/**
 * The canvas that the compositor draws on. A canvas can be given away once only, so a new one is
 * put in place whenever the worker was replaced. One frame is on its way at a time; of those that
 * wait only the latest is sent. The worker holds the design and is sent what changed.
 */
export class StageSurface {
  readonly #host: HTMLElement
  readonly #painter: StagePainter
  readonly #onDrawn: (outcome: Outcome<StageAnswer>) => void
  readonly #designs = new DesignSender()
  readonly #stopListening: () => void
  #canvas: HTMLCanvasElement | null = null
  #attached: Promise<void> = Promise.resolve()
  #latest: StagePicture | null = null
  #busy = false
  #closed = false

  constructor(
    host: HTMLElement,
    painter: StagePainter,
    onDrawn: (outcome: Outcome<StageAnswer>) => void = () => undefined,
  ) {
    this.#host = host
    this.#painter = painter
    this.#onDrawn = onDrawn
    this.#stopListening = painter.onRestart(() => this.#attach())
    this.#attach()
  }

  draw(picture: StagePicture): void {
    this.#latest = picture
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
    this.#designs.forget()
    const canvas = document.createElement('canvas')
    canvas.setAttribute('aria-hidden', 'true')
    this.#host.prepend(canvas)
    this.#canvas = canvas
    this.#attached = this.#painter.attachStage(canvas.transferControlToOffscreen())
    if (this.#latest !== null) this.draw(this.#latest)
  }

  async #drain(): Promise<void> {
    this.#busy = true
    let sent: StagePicture | null = null
    while (this.#latest !== null && this.#latest !== sent && !this.#closed) {
      sent = this.#latest
      await this.#attached
      this.#onDrawn(await this.#send(sent))
    }
    this.#busy = false
  }

  async #send(picture: StagePicture): Promise<Outcome<StageAnswer>> {
    const outcome = await this.#painter.drawStage(this.#frameOf(picture))
    if (!outcome.ok || outcome.value !== 'design-missed') return outcome
    this.#designs.forget()
    return await this.#painter.drawStage(this.#frameOf(picture))
  }

  #frameOf({ design, shown, view }: StagePicture): StageFrame {
    return {
      design: this.#designs.update(design),
      preview: shown === design ? null : diff(design, shown),
      view,
      hiddenLayerIds: [],
    }
  }
}
