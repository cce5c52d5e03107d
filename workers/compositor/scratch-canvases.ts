import type { Scratch } from '#core/render/assets.ts'

/** Canvases lent for a moment; a few are kept for the next time. */
const KEPT = 4

interface ContextSettings {
  readonly willReadFrequently?: boolean
  readonly alpha?: boolean
}

interface Lent {
  readonly canvas: OffscreenCanvas
  readonly ctx: OffscreenCanvasRenderingContext2D
}

/** @throws where the browser gives no 2D context: the canvas is too large or memory is out */
export function openContext(
  canvas: OffscreenCanvas,
  options: ContextSettings,
): OffscreenCanvasRenderingContext2D {
  const ctx = canvas.getContext('2d', options)
  if (ctx === null) throw new Error(`no 2D context for ${canvas.width} x ${canvas.height} px`)
  return ctx
}

/**
 * A pool of canvases beside the one drawn on.
 * @param readBack for canvases whose pixels are read: they stay in the CPU's memory
 */
export class ScratchCanvases {
  readonly #free: Lent[] = []
  readonly #settings: ContextSettings

  constructor(readBack: boolean) {
    this.#settings = { willReadFrequently: readBack }
  }

  readonly lend = (widthPx: number, heightPx: number): Scratch => {
    const lent = this.#take(widthPx, heightPx)
    lent.ctx.setTransform(1, 0, 0, 1, 0, 0)
    lent.ctx.clearRect(0, 0, lent.canvas.width, lent.canvas.height)
    return {
      ctx: lent.ctx,
      image: lent.canvas,
      release: () => {
        if (this.#free.length < KEPT) this.#free.push(lent)
        else shrink(lent.canvas)
      },
    }
  }

  /** Gives back the memory of all that is not lent. */
  clear(): void {
    for (const { canvas } of this.#free.splice(0)) shrink(canvas)
  }

  #take(widthPx: number, heightPx: number): Lent {
    const at = this.#free.findIndex(
      ({ canvas }) => canvas.width >= widthPx && canvas.height >= heightPx,
    )
    const [fitting] = at < 0 ? [] : this.#free.splice(at, 1)
    if (fitting !== undefined) return fitting
    const canvas = new OffscreenCanvas(widthPx, heightPx)
    return { canvas, ctx: openContext(canvas, this.#settings) }
  }
}

/** WebKit keeps a canvas's memory until it is collected, unless it is made small. */
export function shrink(canvas: OffscreenCanvas): void {
  canvas.width = 1
  canvas.height = 1
}
