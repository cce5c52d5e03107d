import type { Design, Layer } from '#core/design/document.ts'
import type { RenderAssets } from '#core/render/assets.ts'
import { drawBackground } from '#core/render/background.ts'
import type { LayerBrush } from '#core/render/brush.ts'
import { drawDesign, drawLayers, drawLoneLayer, layInk } from '#core/render/draw-design.ts'
import { drawGuides, drawPasteboard } from '#core/render/pasteboard.ts'
import { drawPlaceholders } from '#core/render/placeholders.ts'
import type { RenderView } from '#core/render/view.ts'
import { openContext, shrink } from '../pixels/canvases.ts'
import type { StageView } from './api.ts'

/** A frame whose design is at hand. Designs that are the same object are the same. */
export interface SceneFrame {
  /** The document. */
  readonly design: Design
  /** The document with what the running gesture would change of it. */
  readonly shown: Design
  readonly view: StageView
  readonly hiddenLayerIds: readonly string[]
  /** Changes when a font or a photo has come or gone. */
  readonly edition: string
}

interface Sheet {
  readonly canvas: OffscreenCanvas
  readonly ctx: OffscreenCanvasRenderingContext2D
}

/** Layers in a row that all stand still, or all move. */
interface Run {
  readonly moving: boolean
  readonly layers: readonly Layer[]
}

/** A drawing that took longer is not repeated while fingers move the view. */
const SLOW_MS = 10
/** Pictures of still layers between and above those that move. */
const SHEETS_MAX = 3

/**
 * Draws frames. While a gesture moves some layers, those that stand still are drawn once and laid
 * down as pictures, so that a frame costs what moves however much there is. While a gesture moves
 * the view over a design that takes long to draw, its last picture is moved.
 */
export class StageScene {
  #still: {
    readonly frame: SceneFrame
    readonly moving: readonly Layer[]
    readonly under: Sheet
    /** By where their run stands among the runs. */
    readonly over: ReadonlyMap<number, Sheet>
  } | null = null
  #whole: {
    readonly frame: SceneFrame
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
    frame: SceneFrame,
    assets: RenderAssets,
    sharply: boolean,
  ): boolean {
    const view = renderViewOf(frame)
    ctx.setTransform(1, 0, 0, 1, 0, 0)
    const moving = movingLayers(frame)
    let isSharp = true
    if (moving.length === 0) isSharp = this.#drawWhole(ctx, frame, view, assets, sharply)
    else this.#drawMoving({ ctx, design: frame.shown, view, assets }, frame, moving)
    drawGuides(ctx, frame.shown, view, frame.view.theme)
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
    for (const { canvas } of [this.#still.under, ...this.#still.over.values()]) shrink(canvas)
    this.#still = null
  }

  #drawWhole(
    ctx: OffscreenCanvasRenderingContext2D,
    frame: SceneFrame,
    view: RenderView,
    assets: RenderAssets,
    sharply: boolean,
  ): boolean {
    this.#forgetStill()
    drawPasteboard(ctx, frame.shown, view, frame.view.theme)
    const before = this.#whole
    const moves = before !== null && isSameDrawing(before.frame, frame) && before.tookMs > SLOW_MS
    if (moves && !sharply) {
      moveSheet(ctx, before.sheet, before.view, view)
      return isSameView(before.view, view)
    }
    const start = performance.now()
    const fits = before !== null && before.view.widthPx === view.widthPx
    const sheet = fits && before.view.heightPx === view.heightPx ? before.sheet : openSheet(view)
    if (before !== null && before.sheet !== sheet) shrink(before.sheet.canvas)
    sheet.ctx.clearRect(0, 0, view.widthPx, view.heightPx)
    drawDesign(sheet.ctx, frame.shown, view, assets)
    ctx.drawImage(sheet.canvas, 0, 0)
    this.#whole = { frame, sheet, view, tookMs: performance.now() - start }
    return true
  }

  #drawMoving(brush: LayerBrush, frame: SceneFrame, moving: readonly Layer[]): void {
    const runs = runsOf(frame.shown.layers, moving)
    const still = this.#standing(brush, frame, moving, runs)
    brush.ctx.drawImage(still.under.canvas, 0, 0)
    runs.forEach((run, at) => {
      if (at === 0 && !run.moving) return
      const sheet = still.over.get(at)
      if (sheet !== undefined) brush.ctx.drawImage(sheet.canvas, 0, 0)
      else for (const layer of run.layers) drawIfSeen(brush, layer)
    })
  }

  #standing(brush: LayerBrush, frame: SceneFrame, moving: readonly Layer[], runs: readonly Run[]) {
    const before = this.#still
    if (
      before !== null &&
      before.frame.design === frame.design &&
      isSamePicture(before.frame, frame) &&
      isSameSetting(before.moving, moving)
    ) {
      return before
    }
    this.forget()
    const { view } = brush
    const whole = { x: 0, y: 0, width: view.widthPx, height: view.heightPx }
    const under = openSheet(view)
    drawPasteboard(under.ctx, brush.design, view, frame.view.theme)
    layInk({ ...brush, ctx: under.ctx }, whole, (own) => {
      drawBackground(own)
      drawPlaceholders(own)
      if (runs[0]?.moving === false) drawLayers(own, runs[0].layers)
    })
    const over = new Map<number, Sheet>()
    for (const at of longestRuns(runs)) {
      const sheet = openSheet(view)
      layInk({ ...brush, ctx: sheet.ctx }, whole, (own) => drawLayers(own, runs[at]?.layers ?? []))
      over.set(at, sheet)
    }
    this.#still = { frame, moving, under, over }
    return this.#still
  }
}

const renderViewOf = ({ view, hiddenLayerIds }: SceneFrame): RenderView => ({
  ...view,
  placeholders: true,
  hiddenLayerIds,
})

/** The layers that the gesture changes or adds. */
function movingLayers({ design, shown }: SceneFrame): readonly Layer[] {
  if (design === shown) return []
  const still = new Set(design.layers)
  return shown.layers.filter((layer) => !still.has(layer))
}

function runsOf(layers: readonly Layer[], moving: readonly Layer[]): readonly Run[] {
  const moves = new Set(moving)
  const runs: { moving: boolean; layers: Layer[] }[] = []
  for (const layer of layers) {
    const last = runs.at(-1)
    if (last !== undefined && last.moving === moves.has(layer)) last.layers.push(layer)
    else runs.push({ moving: moves.has(layer), layers: [layer] })
  }
  return runs
}

/** Which still runs above the lowest moving layer are worth a picture: drawing one layer costs less. */
const longestRuns = (runs: readonly Run[]): readonly number[] =>
  runs
    .flatMap((run, at) => (at > 0 && !run.moving && run.layers.length > 1 ? [at] : []))
    .toSorted((one, other) => (runs[other]?.layers.length ?? 0) - (runs[one]?.layers.length ?? 0))
    .slice(0, SHEETS_MAX)

function drawIfSeen(brush: LayerBrush, layer: Layer): void {
  const { hiddenLayerIds } = brush.view
  if (!layer.hidden && !hiddenLayerIds.includes(layer.id)) drawLoneLayer(brush, layer)
}

function openSheet(view: RenderView): Sheet {
  const canvas = new OffscreenCanvas(view.widthPx, view.heightPx)
  return { canvas, ctx: openContext(canvas, {}) }
}

const isSameView = (a: RenderView, b: RenderView): boolean =>
  a.scalePxPerMm === b.scalePxPerMm && a.originXPx === b.originXPx && a.originYPx === b.originYPx

/** Whether two frames show the same design in the same state, wherever the view is. */
const isSameDrawing = (a: SceneFrame, b: SceneFrame): boolean =>
  a.shown === b.shown &&
  a.edition === b.edition &&
  a.hiddenLayerIds.join() === b.hiddenLayerIds.join()

const isSamePicture = (a: SceneFrame, b: SceneFrame): boolean =>
  a.edition === b.edition &&
  a.hiddenLayerIds.join() === b.hiddenLayerIds.join() &&
  a.view.theme === b.view.theme &&
  a.view.widthPx === b.view.widthPx &&
  a.view.heightPx === b.view.heightPx &&
  isSameView(renderViewOf(a), renderViewOf(b))

/** Whether the same layers move, and leave the same slots open. */
const isSameSetting = (a: readonly Layer[], b: readonly Layer[]): boolean =>
  a.length === b.length &&
  a.every((layer, at) => layer.id === b[at]?.id && slotOf(layer) === slotOf(b[at]))

const slotOf = (layer: Layer | undefined): string | null =>
  layer?.kind === 'photo' ? layer.slotId : null

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
