import { loadOnce } from '#core/cache/load-once.ts'
import type { Scratch } from '#core/render/assets.ts'
import type { PixelBox } from '#core/render/view.ts'
import { openContext } from './scratch-canvases.ts'

/** Buffers that wait to be read into again: as many as bands are on their way. */
const SPARE_BUFFERS = 4

/**
 * Reads opaque pixels of canvases. Where the browser has video frames, these are copied into memory
 * that was used before, in a third of the time of `getImageData`, which takes new memory each time
 * and divides by an alpha that is one.
 */
export class CanvasReader {
  readonly #spare: ArrayBuffer[] = []

  /** RGBA of a box of a canvas that is opaque there. */
  readonly read = async (drawn: Scratch, box: PixelBox): Promise<Uint8ClampedArray<ArrayBuffer>> =>
    drawn.image instanceof OffscreenCanvas && (await framesAreTrue())
      ? await copyFrame(drawn.image, box, this.#buffer(box.width * box.height * 4))
      : drawn.ctx.getImageData(box.x, box.y, box.width, box.height).data

  /** Takes pixels back that nobody needs any more. */
  reuse({ buffer }: Uint8ClampedArray<ArrayBuffer>): void {
    if (this.#spare.length < SPARE_BUFFERS) this.#spare.push(buffer)
  }

  #buffer(bytes: number): Uint8ClampedArray<ArrayBuffer> {
    const buffer = this.#spare.pop()
    const isLargeEnough = buffer !== undefined && buffer.byteLength >= bytes
    return new Uint8ClampedArray(isLargeEnough ? buffer : new ArrayBuffer(bytes), 0, bytes)
  }
}

async function copyFrame(
  canvas: OffscreenCanvas,
  rect: PixelBox,
  into: Uint8ClampedArray<ArrayBuffer>,
): Promise<Uint8ClampedArray<ArrayBuffer>> {
  const frame = new VideoFrame(canvas, { timestamp: 0 })
  try {
    await frame.copyTo(into, { rect, format: 'RGBA' })
    return into
  } finally {
    frame.close()
  }
}

const PROBE_PX = 8

/** Whether a frame of a canvas has the very bytes of its pixels here: looked at once. */
const framesAreTrue = loadOnce(async (): Promise<boolean> => {
  const canvas = new OffscreenCanvas(PROBE_PX, PROBE_PX)
  const ctx = openContext(canvas, { willReadFrequently: true })
  for (let y = 0; y < PROBE_PX; y++) {
    for (let x = 0; x < PROBE_PX; x++) {
      ctx.fillStyle = `rgb(${x * 36} ${y * 36} ${(x * 31 + y * 5) % 256})`
      ctx.fillRect(x, y, 1, 1)
    }
  }
  const rect = { x: 1, y: 2, width: PROBE_PX - 3, height: PROBE_PX - 3 }
  const { data } = ctx.getImageData(rect.x, rect.y, rect.width, rect.height)
  try {
    const copied = await copyFrame(canvas, rect, new Uint8ClampedArray(data.length))
    return data.every((value, at) => value === copied[at])
  } catch {
    return false
  }
})
