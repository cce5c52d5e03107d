import { createPlane, createRaster } from '../../../../pixels/pixels.ts'
import { boundsOf } from '../../../../pixels/plane-bounds.ts'
import type { Plane, Raster } from '../../../../pixels/raster.ts'
import type { InferenceSession, ToolEnvironment } from '../../../tool.ts'
import { depthOf, type Holed } from './hole-levels.ts'
import { WorkPace } from './work-pace.ts'

/** A job that can ask for networks that know more of a large hole; it does without where there are none. */
export interface FillEnvironment extends ToolEnvironment {
  /** Loads the network of the role `rescue/hole`; null where it cannot be had now. */
  readonly findGuess?: () => Promise<InferenceSession | null>
  /** Loads the network of the role `person/mask`; null where it cannot be had now. */
  readonly findPeople?: () => Promise<InferenceSession | null>
}

/** Depth of a hole, px of the plan, from which on patches alone do not know what is in it. */
const LARGE_PX = 24
/** A hole longer than this share of what is looked at, somebody who stood there, is left to patches: ghosts of them are guessed. */
const LONG = 0.7
/** Somebody who stands is so much higher than wide; a stain is not. */
const TALL = 1.5
/** Longest side of what the network sees, and what its sides are multiples of. */
const SEEN_PX = 192
const STEP_PX = 8
/** Steps of work for a pixel that is shrunk. */
const SHRINK_STEPS = 5

/**
 * What a network thinks belongs in a large hole, roughly: the place at about 96 px, of which the
 * colours in the hole count. Null where the hole is not large, or no network is at hand.
 */
export async function guideOf(
  env: FillEnvironment,
  holed: Holed,
  { isLarge, isLong }: HoleShape,
): Promise<Raster | null> {
  if (env.findGuess === undefined || !isLarge || isLong) return null
  const session = await env.findGuess()
  if (session === null) return null
  const { widthPx, heightPx } = holed.picture
  const shrink = SEEN_PX / Math.max(widthPx, heightPx)
  const side = (px: number) => Math.max(4, Math.round((px * shrink) / STEP_PX)) * STEP_PX
  const [width, height] = [side(widthPx), side(heightPx)]
  const values = seenBy(await shrunk(env, holed, width, height))
  const { shape, values: answer } = await session.run({ shape: [1, 4, height, width], values })
  await env.checkpoint()
  const guide = createRaster(shape[3], shape[2])
  const count = shape[2] * shape[3]
  for (let at = 0; at < count * 4; at++) {
    const c = at % 4
    guide.rgba[at] = c === 3 ? 255 : 255 * (answer[c * count + (at >> 2)] ?? 0)
  }
  return guide
}

/** What a hole's shape says of what stood there. */
export interface HoleShape {
  /** It is too deep for its rim to say what is in it. */
  readonly isLarge: boolean
  /** It takes up most of what is looked at: a person, from head to foot. */
  readonly isLong: boolean
  /** Somebody may have stood there, however small. */
  readonly isTall: boolean
}

export function shapeOf(hole: Plane): HoleShape {
  const isLarge = depthOf(hole) >= LARGE_PX
  const box = boundsOf(hole)
  if (box === null) return { isLarge, isLong: false, isTall: false }
  const longSide = Math.max(hole.widthPx, hole.heightPx)
  return {
    isLarge,
    isLong: Math.max(box.width, box.height) > LONG * longSide,
    isTall: box.height > TALL * box.width,
  }
}

/** Red, green, blue, 0..1, nothing in the hole, and the hole. */
function seenBy({ picture: { rgba }, hole }: Holed): Float32Array {
  const count = hole.values.length
  const values = new Float32Array(4 * count)
  for (let at = 0; at < count; at++) {
    if (hole.values[at] !== 0) values[3 * count + at] = 1
    else for (let c = 0; c < 3; c++) values[c * count + at] = (rgba[at * 4 + c] as number) / 255
  }
  return values
}

/** Means under each pixel of a smaller picture; one under which anything is missing is missing. */
async function shrunk(
  job: Pick<ToolEnvironment, 'checkpoint'>,
  { picture, hole }: Holed,
  width: number,
  height: number,
): Promise<Holed> {
  const pace = new WorkPace(job)
  const small = { picture: createRaster(width, height), hole: createPlane(width, height) }
  const [columns, rows] = [partsOf(picture.widthPx, width), partsOf(picture.heightPx, height)]
  for (const [y, [top, bottom]] of rows.entries()) {
    await pace.spend((bottom - top) * picture.widthPx * SHRINK_STEPS)
    for (const [x, [left, right]] of columns.entries()) {
      const sums = [0, 0, 0]
      let missing = false
      for (let v = top; v < bottom; v++) {
        for (let u = left; u < right; u++) {
          const from = v * picture.widthPx + u
          missing ||= hole.values[from] !== 0
          for (let c = 0; c < 3; c++) sums[c] = (sums[c] ?? 0) + (picture.rgba[from * 4 + c] ?? 0)
        }
      }
      const to = y * width + x
      small.hole.values[to] = missing ? 255 : 0
      const area = (bottom - top) * (right - left)
      small.picture.rgba.set(
        sums.map((sum) => sum / area),
        to * 4,
      )
    }
  }
  return small
}

/** A length in equal parts, none of them empty. */
const partsOf = (length: number, count: number): readonly (readonly [number, number])[] =>
  Array.from({ length: count }, (_, at) => {
    const from = Math.floor((at * length) / count)
    return [from, Math.max(from + 1, Math.floor(((at + 1) * length) / count))]
  })

/**
 * A picture whose hole is moved towards a guide. Patches that are like it are like both: it is the
 * same as a second term in how far two patches are apart.
 * @param share of the guide, 0..1
 */
export function guided({ picture, hole }: Holed, guide: Raster, share: number): Raster {
  const { widthPx, heightPx } = picture
  const rgba = picture.rgba.slice()
  for (const [at, inside] of hole.values.entries()) {
    if (inside === 0) continue
    const x = (((at % widthPx) + 0.5) * guide.widthPx) / widthPx - 0.5
    const y = ((Math.floor(at / widthPx) + 0.5) * guide.heightPx) / heightPx - 0.5
    for (let i = at * 4; i < at * 4 + 3; i++) {
      const own = rgba[i] as number
      rgba[i] = own + share * (between(guide, x, y, i % 4) - own)
    }
  }
  return { widthPx, heightPx, rgba }
}

/** A channel between pixels, by bilinear interpolation. */
function between({ widthPx, heightPx, rgba }: Raster, x: number, y: number, c: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const at = (u: number, v: number) => {
    const column = Math.min(widthPx - 1, Math.max(0, u))
    const row = Math.min(heightPx - 1, Math.max(0, v))
    return rgba[(row * widthPx + column) * 4 + c] as number
  }
  const upper = at(left, top) + (x - left) * (at(left + 1, top) - at(left, top))
  const lower = at(left, top + 1) + (x - left) * (at(left + 1, top + 1) - at(left, top + 1))
  return upper + (y - top) * (lower - upper)
}
