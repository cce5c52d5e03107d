import { CEL_ROWS_ABOUT, type Paint } from '../../../kernels/paint.ts'
import type { PixelSink, PixelSource } from '../../../pixels/pixels.ts'
import type { Raster } from '../../../pixels/raster.ts'
import { planShared, StepProgress, shareStrips } from '../../../pixels/strips.ts'
import { giveBack } from '../../give-back.ts'
import { threadsOf } from '../../own-thread.ts'
import type { StripThreads } from '../../strip-work.ts'
import type { ToolEnvironment } from '../../tool.ts'
import type { FaceDrawing } from './faces/draw-faces.ts'
import type { FaceWarp } from './faces/warp/face-warp.ts'
import { rowsOfWarped } from './faces/warp/warped-alpha.ts'
import type { AnimeLook } from './looks.ts'

/** All that is drawn at the result's size. */
export interface Drawn {
  /** The photo as large as the result, of which the alpha is kept. */
  readonly alpha: PixelSource
  readonly alphaWarp: FaceWarp
  /** Of the result against the picture in which faces were found. */
  readonly scale: number
  readonly paint: Paint
  readonly pen: AnimeLook['ink']
  readonly features: FaceDrawing
  readonly isGrey: boolean
}

/** Draws cells, ink and features in strips, each with the alpha of its photo. */
export async function draw(
  env: ToolEnvironment,
  sink: PixelSink,
  { alpha, alphaWarp, scale, paint, pen, features, isGrey }: Drawn,
): Promise<void> {
  const threads = threadsOf(env)
  const cels = new CelDrawing(threads, paint, pen, alpha.heightPx)
  const strips = planShared(alpha.widthPx, alpha.heightPx, threads.lanes)
  const progress = new StepProgress(env, 'draw', strips.length)
  await shareStrips(env, {
    strips,
    lanes: threads.lanes,
    begin: (strip) => cels.draw(strip.topPx, rowsOfWarped(alpha, strip, alphaWarp, scale)),
    take: async ({ topPx }, rows) => {
      features.draw({ ...rows, topPx })
      if (isGrey) withoutColour(rows.rgba)
      await sink.write(topPx, rows)
      threads.release(rows.rgba.buffer)
      await progress.step()
    },
  })
  // A large result is encoded next, and needs as much again.
  giveBack(env, [paint.cells, paint.quads, paint.ink])
}

/** A photo without colours stays one, whatever is red in a drawn face. */
function withoutColour(rgba: Uint8ClampedArray): void {
  for (let at = 0; at < rgba.length; at += 4) {
    const red = 0.299 * (rgba[at] as number)
    const light = red + 0.587 * (rgba[at + 1] as number) + 0.114 * (rgba[at + 2] as number)
    rgba[at] = rgba[at + 1] = rgba[at + 2] = light
  }
}

/** Draws rows of a cel at the size of the result. */
class CelDrawing {
  readonly #threads: StripThreads
  readonly #paint: Paint
  readonly #pen: AnimeLook['ink']
  readonly #wholeHeightPx: number

  constructor(threads: StripThreads, paint: Paint, pen: AnimeLook['ink'], wholeHeightPx: number) {
    this.#threads = threads
    this.#paint = paint
    this.#pen = pen
    this.#wholeHeightPx = wholeHeightPx
  }

  /** @param photo rows from `topPx`, whose alpha is kept */
  draw(topPx: number, photo: Raster): Promise<Raster> {
    const { widthPx, heightPx, cells, quads, ink } = this.#paint
    const rowAt = (y: number) => Math.floor(((y + 0.5) * heightPx) / this.#wholeHeightPx - 0.5)
    const originPx = Math.max(0, rowAt(topPx) - CEL_ROWS_ABOUT.above)
    const last = rowAt(topPx + photo.heightPx - 1)
    const end = Math.min(heightPx, last + CEL_ROWS_ABOUT.below + 1)
    const [from, to] = [originPx * widthPx, end * widthPx]
    const small = {
      widthPx,
      heightPx: end - originPx,
      cells: cells.subarray(from, to),
      colours: quads.subarray(from * 4, to * 4),
      ink: ink.subarray(from, to),
      originPx,
      wholeHeightPx: heightPx,
    }
    const place = { rows: photo, topPx, wholeHeightPx: this.#wholeHeightPx }
    return this.#threads.drawCels(small, place, this.#pen)
  }
}
