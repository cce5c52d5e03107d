import type { OwnPicture, Scratch } from '#core/render/assets.ts'
import type { PixelBlock } from '#core/render/canvas.ts'
import { openContext, shrink } from '../pixels/canvases.ts'

/** Canvases lent for a moment; those that fit into this are kept for the next time. */
const FREE_BYTES_MAX = 32 << 20
/** When nothing was lent for so long, all is given back. */
const IDLE_MS = 4000

interface Lent {
  readonly canvas: OffscreenCanvas
  readonly ctx: OffscreenCanvasRenderingContext2D
}

/**
 * A pool of canvases beside the one drawn on.
 * @param readBack for canvases whose pixels are read: they stay in the CPU's memory
 */
export class ScratchCanvases {
  readonly #settings: { readonly willReadFrequently: boolean }
  #free: Lent[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #used = false

  constructor(readBack: boolean) {
    this.#settings = { willReadFrequently: readBack }
  }

  readonly lend = (widthPx: number, heightPx: number): Scratch => {
    const lent = this.#take(widthPx, heightPx)
    lent.ctx.setTransform(1, 0, 0, 1, 0, 0)
    lent.ctx.clearRect(0, 0, lent.canvas.width, lent.canvas.height)
    return { ctx: lent.ctx, image: lent.canvas, release: () => this.#putBack(lent) }
  }

  /** Bytes of all that is not lent. */
  get freeBytes(): number {
    return this.#free.reduce((sum, { canvas }) => sum + bytesOf(canvas), 0)
  }

  /** Gives back the memory of all that is not lent. */
  clear(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const { canvas } of this.#free) shrink(canvas)
    this.#free = []
  }

  /** The smallest free canvas that is large enough, else a new one. */
  #take(widthPx: number, heightPx: number): Lent {
    this.#used = true
    const [fitting] = this.#free
      .filter(({ canvas }) => canvas.width >= widthPx && canvas.height >= heightPx)
      .toSorted((one, other) => bytesOf(one.canvas) - bytesOf(other.canvas))
    if (fitting !== undefined) {
      this.#free = this.#free.filter((free) => free !== fitting)
      return fitting
    }
    const canvas = new OffscreenCanvas(widthPx, heightPx)
    return { canvas, ctx: openContext(canvas, this.#settings) }
  }

  /** The latest stay: what is drawn now is likely to be drawn again. */
  #putBack(lent: Lent): void {
    this.#free.push(lent)
    while (this.#free.length > 1 && this.freeBytes > FREE_BYTES_MAX) {
      const oldest = this.#free.shift()
      if (oldest !== undefined) shrink(oldest.canvas)
    }
    this.#timer ??= setTimeout(this.#idle, IDLE_MS)
  }

  readonly #idle = (): void => {
    this.#timer = undefined
    if (this.#used) this.#timer = setTimeout(this.#idle, IDLE_MS)
    else this.clear()
    this.#used = false
  }
}

/** A canvas that shows exactly these pixels, until it is released. */
export function pictureOf({ data, width, height }: PixelBlock): OwnPicture {
  const canvas = new OffscreenCanvas(width, height)
  const pixels = new ImageData(width, height)
  pixels.data.set(data)
  openContext(canvas, {}).putImageData(pixels, 0, 0)
  return { image: canvas, release: () => shrink(canvas) }
}

const bytesOf = (canvas: OffscreenCanvas): number => canvas.width * canvas.height * 4
