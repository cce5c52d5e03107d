import { loadOnce } from '#core/cache/load-once.ts'
import type { PixelOrder } from '#core/kernels/packing.ts'
import type { Scratch } from '#core/render/assets.ts'
import type { PixelBox } from '#core/render/view.ts'
import { openContext } from '../pixels/canvases.ts'

type Pixels = Uint8ClampedArray<ArrayBuffer>

/** Buffers that wait to be read into again: as many as bands are on their way. */
const SPARE_BUFFERS = 4

/**
 * Reads opaque pixels of canvases. Where the browser has video frames, these are copied as they are
 * into memory that was used before; `getImageData` takes new memory each time, puts red first and
 * divides by an alpha that is one.
 */
export class CanvasReader {
  readonly #spare: ArrayBuffer[] = []
  #order: PixelOrder = 'rgba'

  /** How the bytes of all pixels lie that were read. */
  get order(): PixelOrder {
    return this.#order
  }

  /** The pixels of a box of a canvas that is opaque there. */
  readonly read = async (drawn: Scratch, box: PixelBox): Promise<Pixels> => {
    const order = await frameOrder()
    if (order === null || !(drawn.image instanceof OffscreenCanvas)) {
      return drawn.ctx.getImageData(box.x, box.y, box.width, box.height).data
    }
    this.#order = order
    return await copyFrame(drawn.image, box, this.#buffer(box.width * box.height * 4))
  }

  /** Takes pixels back that nobody needs any more. */
  reuse({ buffer }: Pixels): void {
    if (this.#spare.length < SPARE_BUFFERS) this.#spare.push(buffer)
  }

  #buffer(bytes: number): Pixels {
    const buffer = this.#spare.pop()
    const isLargeEnough = buffer !== undefined && buffer.byteLength >= bytes
    return new Uint8ClampedArray(isLargeEnough ? buffer : new ArrayBuffer(bytes), 0, bytes)
  }
}

async function copyFrame(canvas: OffscreenCanvas, rect: PixelBox, into: Pixels): Promise<Pixels> {
  const frame = new VideoFrame(canvas, { timestamp: 0 })
  try {
    await frame.copyTo(into, { rect })
    return into
  } finally {
    frame.close()
  }
}

const PROBE_PX = 8

/** Where red, green, blue and alpha of a pixel lie. */
const places: Readonly<Record<PixelOrder, readonly number[]>> = {
  rgba: [0, 1, 2, 3],
  bgra: [2, 1, 0, 3],
}

/**
 * How the bytes of a canvas's frames lie here; null where they are not the very ones of its pixels.
 * It is looked at once, on a small canvas of many colours.
 */
const frameOrder = loadOnce(async (): Promise<PixelOrder | null> => {
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
    const liesAs = (order: PixelOrder): boolean =>
      data.every((value, at) => value === copied[at - (at % 4) + (places[order][at % 4] ?? 0)])
    return liesAs('rgba') ? 'rgba' : liesAs('bgra') ? 'bgra' : null
  } catch {
    return null
  }
})
