import { faultOf, type Outcome, succeed } from '#core/errors.ts'
import { renderNeeds } from '#core/render/needs.ts'
import type { StageFrame } from './api.ts'
import { createContentCache } from './content-cache.ts'
import type { RenderResources } from './render-resources.ts'
import { openContext } from './scratch-canvases.ts'
import { designOf, StageScene } from './stage-scene.ts'

interface Waiting {
  readonly frame: StageFrame
  readonly settle: (outcome: Outcome<void>) => void
}

const SHARPEN_AFTER_MS = 90

/**
 * The canvas of the page. Frames that come faster than they are drawn replace each other: the
 * latest wins, the others are answered when it is drawn. A photo, font or sticker that is not at hand
 * is left out, loaded, and the frame drawn again; drawing never waits.
 */
export class Stage {
  readonly #resources: RenderResources
  readonly #scene = new StageScene()
  readonly #turn = new MessageChannel()
  #ctx: OffscreenCanvasRenderingContext2D | null = null
  #waiting: Waiting[] = []
  #last: StageFrame | null = null
  #kept = createContentCache()
  #fontEdition = 0
  #photoEdition = 0

  constructor(resources: RenderResources) {
    this.#resources = resources
    this.#turn.port1.onmessage = () => this.#drawLatest()
  }

  attach(canvas: OffscreenCanvas): void {
    this.#ctx = openContext(canvas, { alpha: false })
    this.#last = null
    this.#scene.forget()
  }

  draw(frame: StageFrame): Promise<Outcome<void>> {
    return new Promise((settle) => {
      this.#waiting.push({ frame, settle })
      // Comes after the messages that wait, so that a frame among them replaces this one.
      if (this.#waiting.length === 1) this.#turn.port2.postMessage(null)
    })
  }

  /** Draws the last frame once more, because something it shows has come or gone. */
  refresh(): void {
    this.#photoEdition += 1
    if (this.#last !== null) void this.draw(this.#last)
  }

  #drawLatest(): void {
    const waiting = this.#waiting
    this.#waiting = []
    const latest = waiting.at(-1)
    if (latest === undefined) return
    const outcome = this.#attempt(latest.frame)
    for (const { settle } of waiting) settle(outcome)
  }

  /** A frame that was moved and not drawn is drawn as soon as no other follows it. */
  #sharpenSoon(frame: StageFrame): void {
    setTimeout(() => {
      if (this.#last === frame && this.#waiting.length === 0) this.#attempt(frame, true)
    }, SHARPEN_AFTER_MS)
  }

  #attempt(frame: StageFrame, sharply = false): Outcome<void> {
    const ctx = this.#ctx
    if (ctx === null) return succeed(undefined)
    try {
      this.#last = frame
      this.#fit(ctx.canvas, frame)
      this.#renewKept()
      const { photos, screenCanvases } = this.#resources
      const assets = this.#resources.assets(
        (photo, wanted) => photos.picture(photo, wanted),
        this.#kept,
        screenCanvases,
      )
      const edition = `${this.#fontEdition} ${this.#photoEdition}`
      const isSharp = this.#scene.draw(ctx, this.#withoutUnset(frame), assets, edition, sharply)
      if (!isSharp) this.#sharpenSoon(frame)
      void this.#fetchLacking(frame)
      return succeed(undefined)
    } catch (thrown) {
      return { ok: false, fault: { ...faultOf(thrown), code: 'draw-failed' } }
    }
  }

  #fit(canvas: OffscreenCanvas, { view }: StageFrame): void {
    if (canvas.width !== view.widthPx) canvas.width = view.widthPx
    if (canvas.height !== view.heightPx) canvas.height = view.heightPx
  }

  /** A text whose font is on its way is not shown in another. */
  #withoutUnset(frame: StageFrame): StageFrame {
    const { fonts } = this.#resources
    const unset = renderNeeds(designOf(frame), 1).texts.filter((text) => !fonts.isSettled(text))
    if (unset.length === 0) return frame
    return { ...frame, hiddenLayerIds: [...frame.hiddenLayerIds, ...unset.map(({ id }) => id)] }
  }

  /** What was measured with a font that had not come yet is forgotten. */
  #renewKept(): void {
    const edition = this.#resources.fonts.edition
    if (edition === this.#fontEdition) return
    this.#fontEdition = edition
    this.#kept = createContentCache()
  }

  async #fetchLacking(frame: StageFrame): Promise<void> {
    const design = designOf(frame)
    const needs = renderNeeds(design, frame.view.scalePxPerMm)
    const { photos, fonts, stickers } = this.#resources
    const lackingPhotos = photos.lacking(needs.photos)
    const lackingStickers =
      needs.texts.some((text) => !fonts.isSettled(text)) ||
      needs.stickerIds.some((id) => !stickers.isSettled(id))
    if (lackingPhotos.length === 0 && !lackingStickers) return
    // A font that fails is told by `measureText` and the print; the stage shows what it has.
    if (lackingStickers) {
      await this.#resources.loadStickers(design).catch(() => undefined)
      this.refresh()
    }
    if (lackingPhotos.length > 0) {
      await photos.load(lackingPhotos)
      this.refresh()
    }
  }
}
