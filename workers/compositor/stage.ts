import type { PhotoLayer } from '#core/design/document.ts'
import { applyPatch } from '#core/design/patch.ts'
import { DesignReceiver } from '#core/design/revisions.ts'
import { shownPhoto } from '#core/design/shown-photo.ts'
import { faultOf, type Outcome, succeed } from '#core/errors.ts'
import { createKept } from '#core/render/kept.ts'
import { renderNeeds } from '#core/render/needs.ts'
import { wantedWidthPx } from '#core/render/photo.ts'
import { openContext } from '../pixels/canvases.ts'
import type { StageAnswer, StageFrame } from './api.ts'
import type { RenderResources } from './render-resources.ts'
import { type SceneFrame, StageScene } from './stage-scene.ts'

/** A frame with its designs, not yet of an edition. */
type Ready = Omit<SceneFrame, 'edition'>

interface Waiting {
  readonly frame: Ready
  readonly settle: (outcome: Outcome<StageAnswer>) => void
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
  readonly #designs = new DesignReceiver()
  #ctx: OffscreenCanvasRenderingContext2D | null = null
  #waiting: Waiting[] = []
  #last: Ready | null = null
  #kept = createKept()
  #fontEdition = 0
  #fetching = false
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

  /** Every frame's changes are taken over at once, whether it is drawn or replaced. */
  draw({
    design: update,
    preview,
    view,
    hiddenLayerIds,
  }: StageFrame): Promise<Outcome<StageAnswer>> {
    const design = this.#designs.receive(update)
    if (design === null) return Promise.resolve(succeed('design-missed'))
    const shown = preview === null ? design : applyPatch(design, preview)
    return this.#enqueue({ design, shown, view, hiddenLayerIds })
  }

  #enqueue(frame: Ready): Promise<Outcome<StageAnswer>> {
    return new Promise((settle) => {
      this.#waiting.push({ frame, settle })
      // Comes after the messages that wait, so that a frame among them replaces this one.
      if (this.#waiting.length === 1) this.#turn.port2.postMessage(null)
    })
  }

  /** Draws the last frame once more, because something it shows has come or gone. */
  refresh(): void {
    this.#photoEdition += 1
    // A frame that waits is newer than the last one.
    const latest = this.#waiting.at(-1)?.frame ?? this.#last
    if (latest !== null) void this.#enqueue(latest)
  }

  /** Makes ready what drawing a layer in the present view takes. */
  async ready(layer: PhotoLayer): Promise<void> {
    if (this.#last === null) return
    const photo = shownPhoto(layer)
    const widthPx = wantedWidthPx(layer, photo, this.#last.view.scalePxPerMm)
    const { photos, adjusted } = this.#resources
    await photos.load([{ photo, widthPx }])
    await adjusted.load([layer])
  }

  /** Gives a lent photo back as soon as it is not on the stage any more. */
  endLoan(hash: string): void {
    this.#resources.photos.lent.end(hash)
    if (this.#last !== null && this.#waiting.length === 0) this.#sweepLoans(this.#last)
  }

  #sweepLoans({ shown }: Ready): void {
    const hashes = new Set(
      shown.layers.flatMap((layer) => (layer.kind === 'photo' ? [shownPhoto(layer).hash] : [])),
    )
    const { photos, adjusted } = this.#resources
    adjusted.forget(photos.lent.sweep((hash) => hashes.has(hash)))
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
  #sharpenSoon(frame: Ready): void {
    setTimeout(() => {
      if (this.#last === frame && this.#waiting.length === 0) this.#attempt(frame, true)
    }, SHARPEN_AFTER_MS)
  }

  #attempt(frame: Ready, sharply = false): Outcome<StageAnswer> {
    const ctx = this.#ctx
    if (ctx === null) return succeed('drawn')
    try {
      this.#last = frame
      resize(ctx.canvas, frame)
      this.#renewKept()
      const { adjusted, screenCanvases } = this.#resources
      // Only a gesture asks for a new picture with each frame.
      const care = sharply || frame.design === frame.shown ? 'still' : 'moving'
      let isStill = true
      const assets = this.#resources.assets(
        (layer, wanted) => {
          const made = adjusted.picture(layer, wanted, care)
          isStill &&= made.isStill
          return made.picture
        },
        this.#kept,
        screenCanvases,
      )
      const edition = `${this.#fontEdition} ${this.#photoEdition}`
      const scene = { ...this.#withoutUnset(frame), edition }
      const isSharp = this.#scene.draw(ctx, scene, assets, sharply)
      if (!isSharp || !isStill) this.#sharpenSoon(frame)
      this.#sweepLoans(frame)
      void this.#fetchLacking(frame)
      return succeed('drawn')
    } catch (thrown) {
      return { ok: false, fault: { ...faultOf(thrown), code: 'draw-failed' } }
    }
  }

  /** A text whose font is on its way is not shown in another. */
  #withoutUnset(frame: Ready): Ready {
    const { fonts } = this.#resources
    const unset = renderNeeds(frame.shown, 1).texts.filter((text) => !fonts.isSettled(text))
    if (unset.length === 0) return frame
    return { ...frame, hiddenLayerIds: [...frame.hiddenLayerIds, ...unset.map(({ id }) => id)] }
  }

  /** What was measured with a font that had not come yet is forgotten. */
  #renewKept(): void {
    const edition = this.#resources.fonts.edition
    if (edition === this.#fontEdition) return
    this.#fontEdition = edition
    this.#kept = createKept()
  }

  /** One fetch at a time: the frame that is drawn after it asks for what is lacking then. */
  async #fetchLacking({ shown: design, view }: Ready): Promise<void> {
    if (this.#fetching) return
    const needs = renderNeeds(design, view.scalePxPerMm)
    const { photos, adjusted, fonts, stickers } = this.#resources
    const lackingAdjusted = adjusted.lacking(needs.adjusted)
    const lackingPhotos = photos.lacking(needs.photos)
    const lackingStickers =
      needs.texts.some((text) => !fonts.isSettled(text)) ||
      needs.stickerIds.some((id) => !stickers.isSettled(id))
    if (lackingPhotos.length + lackingAdjusted.length === 0 && !lackingStickers) return
    this.#fetching = true
    // A font that fails is told by `measureText` and the print; the stage shows what it has.
    if (lackingStickers) {
      await this.#resources.loadStickers(design).catch(() => undefined)
      this.refresh()
    }
    await photos.load(lackingPhotos)
    // Until they can be adjusted photos are shown as they are; a print says what is wrong.
    await adjusted.load(lackingAdjusted).catch(() => undefined)
    this.#fetching = false
    this.refresh()
  }
}

function resize(canvas: OffscreenCanvas, { view }: Ready): void {
  if (canvas.width !== view.widthPx) canvas.width = view.widthPx
  if (canvas.height !== view.heightPx) canvas.height = view.heightPx
}
