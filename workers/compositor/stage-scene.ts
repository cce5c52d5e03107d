import type { Layer } from '#core/design/document.ts'
import type { RenderAssets } from '#core/render/assets.ts'
import { drawBackground } from '#core/render/background.ts'
import type { LayerBrush } from '#core/render/brush.ts'
import { drawDesign, drawLayers, drawLoneLayer, layInk } from '#core/render/draw-design.ts'
import { drawGuides, drawPasteboard } from '#core/render/pasteboard.ts'
import { drawPlaceholders } from '#core/render/placeholders.ts'
import type { RenderView } from '#core/render/view.ts'
import type { StageFrame } from './api.ts'
import { openContext, shrink } from './scratch-canvases.ts'

interface Sheet {
  readonly canvas: OffscreenCanvas
  readonly ctx: OffscreenCanvasRenderingContext2D
}

const renderViewOf = ({ view, hiddenLayerIds }: StageFrame): RenderView => ({
  ...view,
  placeholders: true,
  hiddenLayerIds,
})

/** The design with the draft in place of the layer it stands for. */
export function designOf({ design, draft }: StageFrame) {
  if (draft === null) return design
  const known = design.layers.some((layer) => layer.id === draft.id)
  const layers = known
    ? design.layers.map((layer) => (layer.id === draft.id ? draft : layer))
    : [...design.layers, draft]
  return { ...design, layers }
}

/** A drawing that took longer is not repeated while fingers move the view. */
const SLOW_MS = 10

/**
 * Draws frames. While a gesture moves one layer, what lies under and over it is drawn once and laid
 * down as two pictures, so that a frame costs one layer however many there are. While a gesture
 * moves the view over a design that takes long to draw, its last picture is moved.
 */
export class StageScene {
  #still: { readonly key: string; readonly under: Sheet; readonly over: Sheet | null } | null = null
  #whole: {
    readonly key: string
    readonly sheet: Sheet
    readonly view: RenderView
    readonly tookMs: number
  } | null = null

  /**
   * @param sharply draws even where moving the last picture would do
   * @returns whether it was drawn and not moved
   */
  draw(
    ctx: OffscreenCanvasRenderingContext2D,
    frame: StageFrame,
    assets: RenderAssets,
    edition: string,
    sharply: boolean,
  ): boolean {
    const view = renderViewOf(frame)
    ctx.setTransform(1, 0, 0, 1, 0, 0)
    let isSharp = true
    if (frame.draft === null) isSharp = this.#drawWhole(ctx, frame, view, assets, edition, sharply)
    else this.#drawDraft(ctx, frame, frame.draft, view, assets, edition)
    drawGuides(ctx, frame.design, view, frame.view.theme)
    return isSharp
  }

  /** Gives back the pictures. */
  forget(): void {
    this.#forgetStill()
    if (this.#whole !== null) shrink(this.#whole.sheet.canvas)
    this.#whole = null
  }

  #forgetStill(): void {
    if (this.#still === null) return
    shrink(this.#still.under.canvas)
    if (this.#still.over !== null) shrink(this.#still.over.canvas)
    this.#still = null
  }

  #drawWhole(
    ctx: OffscreenCanvasRenderingContext2D,
    frame: StageFrame,
    view: RenderView,
    assets: RenderAssets,
    edition: string,
    sharply: boolean,
  ): boolean {
    this.#forgetStill()
    drawPasteboard(ctx, frame.design, view, frame.view.theme)
    const key = JSON.stringify([frame.design, frame.hiddenLayerIds, edition])
    const before = this.#whole
    const moves = before !== null && before.key === key && before.tookMs > SLOW_MS
    if (moves && !sharply) {
      moveSheet(ctx, before.sheet, before.view, view)
      return isSameView(before.view, view)
    }
    const start = performance.now()
    const fits = before !== null && before.view.widthPx === view.widthPx
    const sheet = fits && before.view.heightPx === view.heightPx ? before.sheet : openSheet(view)
    if (before !== null && before.sheet !== sheet) shrink(before.sheet.canvas)
    sheet.ctx.clearRect(0, 0, view.widthPx, view.heightPx)
    drawDesign(sheet.ctx, frame.design, view, assets)
    ctx.drawImage(sheet.canvas, 0, 0)
    this.#whole = { key, sheet, view, tookMs: performance.now() - start }
    return true
  }

  #drawDraft(
    ctx: OffscreenCanvasRenderingContext2D,
    frame: StageFrame,
    draft: Layer,
    view: RenderView,
    assets: RenderAssets,
    edition: string,
  ): void {
    const design = designOf(frame)
    const still = this.#standing({ ctx, design, view, assets }, frame, draft, edition)
    ctx.drawImage(still.under.canvas, 0, 0)
    if (!view.hiddenLayerIds.includes(draft.id) && !draft.hidden) {
      drawLoneLayer({ ctx, design, view, assets }, draft)
    }
    if (still.over !== null) ctx.drawImage(still.over.canvas, 0, 0)
  }

  #standing(brush: LayerBrush, frame: StageFrame, draft: Layer, edition: string) {
    const { design, view } = brush
    const others = design.layers.map((layer) => (layer.id === draft.id ? layer.id : layer))
    const slot = draft.kind === 'photo' ? draft.slotId : null
    const key = JSON.stringify([{ ...design, layers: others }, slot, frame.view, view, edition])
    if (this.#still?.key === key) return this.#still
    this.forget()
    const at = design.layers.findIndex((layer) => layer.id === draft.id)
    const whole = { x: 0, y: 0, width: view.widthPx, height: view.heightPx }
    const under = openSheet(view)
    drawPasteboard(under.ctx, design, view, frame.view.theme)
    layInk({ ...brush, ctx: under.ctx }, whole, (own) => {
      drawBackground(own)
      drawPlaceholders(own)
      drawLayers(own, design.layers.slice(0, at))
    })
    const above = design.layers.slice(at + 1).filter((layer) => !layer.hidden)
    const over = above.length === 0 ? null : openSheet(view)
    if (over !== null) {
      layInk({ ...brush, ctx: over.ctx }, whole, (own) => drawLayers(own, above))
    }
    this.#still = { key, under, over }
    return this.#still
  }
}

function openSheet(view: RenderView): Sheet {
  const canvas = new OffscreenCanvas(view.widthPx, view.heightPx)
  return { canvas, ctx: openContext(canvas, {}) }
}

const isSameView = (a: RenderView, b: RenderView): boolean =>
  a.scalePxPerMm === b.scalePxPerMm && a.originXPx === b.originXPx && a.originYPx === b.originYPx

/** Lays a picture of the design down as another view would show it. */
function moveSheet(
  ctx: OffscreenCanvasRenderingContext2D,
  sheet: Sheet,
  from: RenderView,
  to: RenderView,
): void {
  const ratio = to.scalePxPerMm / from.scalePxPerMm
  ctx.imageSmoothingQuality = 'low'
  ctx.drawImage(
    sheet.canvas,
    to.originXPx - from.originXPx * ratio,
    to.originYPx - from.originYPx * ratio,
    sheet.canvas.width * ratio,
    sheet.canvas.height * ratio,
  )
}
