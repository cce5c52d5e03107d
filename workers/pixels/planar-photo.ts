import { isDisplayP3Profile } from '#core/formats/icc.ts'
import { profileOfJpeg } from '#core/formats/jpeg/header.ts'
import type { Box } from '#core/pixels/pixels.ts'
import type { PlanarRows, PlaneRows } from '#core/pixels/planar.ts'

/** How many pixels a value of the colour planes stands for, by the planes' format. */
const colourSteps: Readonly<Partial<Record<string, readonly [across: number, down: number]>>> = {
  I420: [2, 2],
  I422: [2, 1],
  I444: [1, 1],
}
/** The matrices of JFIF, under both of their names. */
const jfifMatrices: ReadonlySet<unknown> = new Set(['smpte170m', 'bt470bg'])

/** The start of a file, in which its profile stands: behind EXIF of one segment, and a preview. */
const HEAD_BYTES = 1 << 18

/**
 * The space of the RGB that JFIF's formula makes of a decoder's planes, to which it does not apply the
 * file's profile. What a browser says of Display P3 differs by who wrote it: the file is asked.
 */
function spaceOf(
  { fullRange, matrix, primaries, transfer }: VideoColorSpace,
  head: Uint8Array,
): PredefinedColorSpace | null {
  if (fullRange !== true || !jfifMatrices.has(matrix)) return null
  if (primaries === 'bt709' && transfer === 'iec61966-2-1') return 'srgb'
  const profile = profileOfJpeg(head)
  return profile !== null && isDisplayP3Profile(profile) ? 'display-p3' : null
}

/**
 * A JPEG decoded to the planes that it holds: less than half of the work and of the memory of its
 * pixels, for a photo that is made smaller anyhow.
 */
export class PlanarPhoto {
  readonly #frame: VideoFrame
  readonly #widthPx: number
  readonly #heightPx: number
  readonly #steps: readonly [across: number, down: number]
  #buffer = new Uint8Array(0)

  private constructor(
    frame: VideoFrame,
    steps: readonly [number, number],
    /** Of the RGB that its planes stand for. */
    readonly colorSpace: PredefinedColorSpace,
  ) {
    this.#frame = frame
    this.#widthPx = frame.visibleRect?.width ?? 0
    this.#heightPx = frame.visibleRect?.height ?? 0
    this.#steps = steps
  }

  /** @returns null where this browser, or this file, gives no such planes */
  static async decode(file: Blob, type: string): Promise<PlanarPhoto | null> {
    if (!('ImageDecoder' in self) || type !== 'image/jpeg') return null
    const data = await file.arrayBuffer()
    const head = new Uint8Array(data.slice(0, HEAD_BYTES))
    let decoder: ImageDecoder | null = null
    try {
      decoder = new ImageDecoder({ data, type, transfer: [data] })
      const { image } = await decoder.decode()
      const steps = colourSteps[image.format ?? '']
      const colorSpace = spaceOf(image.colorSpace, head)
      if (steps && colorSpace) return new PlanarPhoto(image, steps, colorSpace)
      image.close()
      return null
    } catch {
      // Whoever decodes it to pixels will say what is wrong.
      return null
    } finally {
      decoder?.close()
    }
  }

  get widthPx(): number {
    return this.#widthPx
  }

  get heightPx(): number {
    return this.#heightPx
  }

  get bytes(): number {
    return this.#frame.allocationSize()
  }

  /** At least the rows of the cut from `fromPx` to before `untilPx`; they hold until the next call. */
  async read(cut: Box, fromPx: number, untilPx: number): Promise<PlanarRows> {
    const [across, down] = this.#steps
    const top = cut.y + fromPx - ((cut.y + fromPx) % down)
    const bottom = Math.min(this.#heightPx, Math.ceil((cut.y + untilPx) / down) * down)
    const rect = { x: 0, y: top, width: this.#widthPx, height: bottom - top }
    const size = this.#frame.allocationSize({ rect })
    if (this.#buffer.length < size) this.#buffer = new Uint8Array(size)
    const [y, cb, cr] = await this.#frame.copyTo(this.#buffer, { rect })
    if (y === undefined || cb === undefined || cr === undefined) throw new Error('not three planes')
    const plane = ({ offset, stride }: PlaneLayout, stepX: number, stepY: number): PlaneRows => {
      const rows = Math.ceil((bottom - top) / stepY)
      return {
        values: this.#buffer.subarray(offset, offset + rows * stride),
        widthPx: stride,
        topPx: top / stepY,
        wholeHeightPx: Math.ceil(this.#heightPx / stepY),
        across: stepX,
        down: stepY,
      }
    }
    return { planes: [plane(y, 1, 1), plane(cb, across, down), plane(cr, across, down)], cut }
  }

  close(): void {
    this.#buffer = new Uint8Array(0)
    this.#frame.close()
  }
}
