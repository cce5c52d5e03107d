import { StampaError } from '../errors.ts'
import { BandedJpegWriter } from '../formats/jpeg/banded-writer.ts'
import type { JobContext } from '../jobs.ts'
import { limits } from '../limits.ts'
import { isOpaque, type PixelSink, type PixelSource } from '../pixels/pixels.ts'
import { planStrips } from '../pixels/strips.ts'

/** Whether a result is written as its strips come, and never lies in memory whole. */
export const isLargeResult = (widthPx: number, heightPx: number): boolean =>
  widthPx * heightPx > limits.workingPxMax

/**
 * Admits a result that is so many times as wide and high as the photo: what a photo that is taken in
 * may have, which is more than the largest print shows. With transparency it stays a PNG, which is
 * held whole: no more than the working size.
 * @throws StampaError `photo-too-large`, `photo-too-long`, `cancelled`
 */
export async function admitResult(
  job: JobContext,
  source: PixelSource,
  factor: number,
): Promise<void> {
  const [widthPx, heightPx] = [source.widthPx * factor, source.heightPx * factor]
  if (!isLargeResult(widthPx, heightPx)) return
  if (widthPx * heightPx > limits.intakePxMax) throw tooLarge(limits.intakePxMax, factor)
  if (Math.max(widthPx, heightPx) > limits.intakeSidePxMax) {
    const maxPixels = Math.floor(limits.intakeSidePxMax / factor)
    throw new StampaError('photo-too-long', { params: { maxPixels } })
  }
  for (const { topPx: y, heightPx: height } of planStrips(source.widthPx, source.heightPx, 0)) {
    const strip = source.read({ x: 0, y, width: source.widthPx, height })
    if (!isOpaque(strip)) throw tooLarge(limits.workingPxMax, factor)
    await job.checkpoint()
  }
}

const tooLarge = (resultPxMax: number, factor: number) =>
  new StampaError('photo-too-large', {
    params: { maxMegapixels: Math.floor(resultPxMax / factor ** 2 / 1e5) / 10 },
  })

/**
 * Takes an opaque result of any size in strips and writes its JPEG as they come.
 * @param keep what becomes of the bytes of a band: the browser may put a blob on the disk
 */
export class LargeResult<Band> implements PixelSink {
  readonly widthPx: number
  readonly heightPx: number
  readonly #bands: Band[] = []
  readonly #writer: BandedJpegWriter

  constructor(widthPx: number, heightPx: number, keep: (bytes: Uint8Array<ArrayBuffer>) => Band) {
    this.widthPx = widthPx
    this.heightPx = heightPx
    this.#writer = new BandedJpegWriter(widthPx, heightPx, (bytes) => this.#bands.push(keep(bytes)))
  }

  write: PixelSink['write'] = (topPx, strip) =>
    this.#writer.write(topPx, strip.rgba, strip.heightPx)

  /** The file, from its header to its last band. */
  finish(): (Uint8Array<ArrayBuffer> | Band)[] {
    return [this.#writer.finish(), ...this.#bands]
  }

  /** Lets go of what was kept. */
  close(): void {
    this.#bands.length = 0
  }
}
