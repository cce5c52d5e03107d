import type { JobContext } from '../../../../jobs.ts'
import type { Box, PixelSource } from '../../../../pixels/pixels.ts'
import { atShare } from '../../../../pixels/ranked.ts'
import { boxOf, lengthOf, maskOf, type SheetStrokes } from '../sheet-strokes.ts'
import { groundOf } from './speck-ground.ts'

/** A stroke that is shorter than so many of its radii is a dab. */
const DAB_MAX = 0.5
/** Under a smaller brush there is nothing to gain, px. */
const RADIUS_MIN = 4
/** So far past the brush the ground of a speck is seen, px. */
const BESIDE_PX = 7
/** What lies further out than this, in radii, is ground as well. */
const GROUND_FROM = 0.75
/** Over several colours the speck is what was aimed at, in radii. */
const AIM = 0.5
/** Colours of its ground that a place is compared with, and how far from its own, px. */
const SAMPLES = 500
const OWN_PX = 3
/** Least contrast of a speck, of 255, on one ground, on several, and against nine tenths of it. */
const CONTRAST = { least: 12, unlike: 32, ground: 2.5, rest: 0.6 }
/** Shares of its contrast at which a speck is seen and at which it ends; against its ground. */
const EDGE = { seen: 0.35, end: 0.12, ground: 0.9 }
/** Px over which a speck may fade. */
const FADE_PX = 4
/** Specks that take more of the brush's area than this are a thing: nothing is gained by narrowing. */
const AREA_MAX = 0.4
/** Room about a speck, px. */
const ROOM_PX = 1.6

/**
 * Dabs over specks of dust, spots and pinholes, each narrowed to what stands out from the ground under
 * it: a fingertip covers far more. Dabs over anything else stay as they are.
 * @param parts strokes that are filled together, as they lie on `picture`
 */
export async function narrowedToSpecks(
  job: Pick<JobContext, 'checkpoint'>,
  parts: readonly SheetStrokes[],
  picture: PixelSource,
): Promise<readonly SheetStrokes[]> {
  const made: SheetStrokes[] = []
  for (const part of parts) {
    const narrow = isDab(part) ? specksUnder(part, picture) : part
    if (narrow !== null) made.push(narrow)
    await job.checkpoint()
  }
  // Dabs that touch are about one thing.
  return made.length < parts.length ? parts : made
}

const radiusOf = ({ pieces }: SheetStrokes) =>
  Math.max(...pieces.flat().map(({ radius }) => radius))

const isDab = (part: SheetStrokes) => lengthOf(part) < DAB_MAX * radiusOf(part)

/** The same strokes with a brush of other width. */
const widened = ({ pieces }: SheetStrokes, radiusOfDab: (radius: number) => number) => ({
  pieces: pieces.map(
    ([from, to]) =>
      [
        { ...from, radius: radiusOfDab(from.radius) },
        { ...to, radius: radiusOfDab(to.radius) },
      ] as const,
  ),
})

function specksUnder(dab: SheetStrokes, picture: PixelSource): SheetStrokes | null {
  const radius = radiusOf(dab)
  const box = boxOf(dab, picture, BESIDE_PX)
  if (box === null || radius < RADIUS_MIN) return null
  const brush = maskOf(dab, box).values
  const around = maskOf(
    widened(dab, (own) => own + BESIDE_PX),
    box,
  ).values
  const within = (share: number) =>
    maskOf(
      widened(dab, (own) => own * share),
      box,
    ).values
  const [inner, aim] = [within(GROUND_FROM), within(AIM)]
  const isGround = around.map((near, at) => (near !== 0 && inner[at] === 0 ? 1 : 0))
  const { rgba } = picture.read(box)
  const speckBy = (stands: Stands | null) => {
    const marks = stands && specksOf(stands, box, brush, around)
    return stands && marks && !isAmong(stands, marks, inner) ? marks : null
  }
  const off = groundOf(rgba, box, isGround)
  const marks =
    speckBy(off && standsOut(off, box, inner, isGround)) ??
    speckBy(unlikeAll(rgba, box, aim, isGround, inner))
  return marks === null ? null : rowsOf(marks, box)
}

interface Stands {
  /** How far each place is from its ground the way the speck is. */
  readonly strength: Float32Array
  /** The place that stands out most. */
  readonly at: number
  readonly contrast: number
  /** What nine tenths of the ground stay under. */
  readonly ground: number
}

/** What stands out most under the brush, and all places as they are like it; null where nothing does. */
function standsOut(
  off: Float32Array,
  box: Box,
  inner: Uint8ClampedArray,
  isGround: Uint8ClampedArray,
): Stands | null {
  let [at, most] = [-1, 0]
  inner.forEach((covered, place) => {
    if (covered === 0) return
    const [r, g, b] = meanAbout(off, box, place)
    const far = r * r + g * g + b * b
    if (far > most) [at, most] = [place, far]
  })
  if (at < 0) return null
  const contrast = Math.sqrt(most / 3)
  const way = meanAbout(off, box, at).map((value) => value / Math.sqrt(most * 3))
  const strength = new Float32Array(isGround.length)
  const others: number[] = []
  for (let place = 0; place < strength.length; place++) {
    const value = way.reduce((sum, part, c) => sum + part * (off[place * 3 + c] as number), 0)
    strength[place] = value
    if (isGround[place] === 1) others.push(Math.abs(value))
  }
  const ground = atShare(others, 0.9)
  if (contrast < Math.max(CONTRAST.least, CONTRAST.ground * ground)) return null
  return { strength, at, contrast, ground }
}

/**
 * The same over a ground of several colours: how far each place is from all that is seen around, the
 * ground itself but for its own surroundings.
 */
function unlikeAll(
  rgba: Uint8ClampedArray,
  { width }: Box,
  aim: Uint8ClampedArray,
  isGround: Uint8ClampedArray,
  inner: Uint8ClampedArray,
): Stands | null {
  const all = [...isGround.keys()].filter((place) => isGround[place] === 1)
  const every = Math.max(1, Math.floor(all.length / SAMPLES))
  const samples = all.filter((_, at) => at % every === 0)
  const strength = new Float32Array(isGround.length)
  const others: number[] = []
  let [at, most] = [-1, 0]
  for (let place = 0; place < strength.length; place++) {
    if (inner[place] === 0 && isGround[place] === 0) continue
    let least = Number.POSITIVE_INFINITY
    for (const other of samples) {
      if (isGround[place] === 1 && isNear(place, other, width)) continue
      let far = 0
      for (let c = 0; c < 3; c++) {
        far += ((rgba[place * 4 + c] as number) - (rgba[other * 4 + c] as number)) ** 2
      }
      if (far < least) least = far
    }
    const value = Math.sqrt(least / 3)
    strength[place] = value
    if (isGround[place] === 1) others.push(value)
    else if (aim[place] !== 0 && value > most) [at, most] = [place, value]
  }
  const ground = atShare(others, 0.9)
  const isSeen = at >= 0 && most >= Math.max(CONTRAST.unlike, CONTRAST.ground * ground)
  return isSeen ? { strength, at, contrast: most, ground } : null
}

const isNear = (one: number, other: number, width: number) =>
  Math.abs((one % width) - (other % width)) <= OWN_PX &&
  Math.abs(Math.floor(one / width) - Math.floor(other / width)) <= OWN_PX

/** The mean of three by three pixels, three channels. */
function meanAbout(off: Float32Array, { width, height }: Box, place: number) {
  const [x, y] = [place % width, Math.floor(place / width)]
  const sums: [number, number, number] = [0, 0, 0]
  let count = 0
  for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
    for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
      const from = (v * width + u) * 3
      for (const c of [0, 1, 2] as const) sums[c] += off[from + c] as number
      count++
    }
  }
  const [r, g, b] = sums
  return [r / count, g / count, b / count] as const
}

/** Whether something else under the brush stands out nearly as a speck does: which was meant is not told. */
const isAmong = (
  { strength, contrast }: Stands,
  marks: Uint8ClampedArray,
  inner: Uint8ClampedArray,
): boolean =>
  strength.some(
    (value, place) =>
      inner[place] !== 0 && marks[place] === 0 && Math.abs(value) > CONTRAST.rest * contrast,
  )

/** What of a box is speck; null where it goes on past the brush, or takes most of it. */
function specksOf(
  { strength, at, contrast, ground }: Stands,
  box: Box,
  brush: Uint8ClampedArray,
  around: Uint8ClampedArray,
): Uint8ClampedArray | null {
  const marks = new Uint8ClampedArray(strength.length)
  const seen = Math.max(EDGE.seen * contrast, ground)
  const end = Math.max(EDGE.end * contrast, EDGE.ground * ground)
  let ring = [at]
  marks[at] = 1
  const grow = (least: number) => {
    const next: number[] = []
    for (const place of ring) {
      for (const near of besides(place, box)) {
        if (marks[near] !== 0 || around[near] === 0 || (strength[near] as number) < least) continue
        marks[near] = 1
        next.push(near)
      }
    }
    return next
  }
  const all = [at]
  while (ring.length > 0) {
    ring = grow(seen)
    all.push(...ring)
  }
  ring = all
  for (let step = 0; step < FADE_PX; step++) ring = grow(end)
  let [covered, speck] = [0, 0]
  for (let place = 0; place < marks.length; place++) {
    if (brush[place] !== 0) covered++
    if (marks[place] === 0) continue
    if (brush[place] === 0) return null
    speck++
  }
  return speck > AREA_MAX * covered ? null : marks
}

function besides(place: number, { width, height }: Box): readonly number[] {
  const [x, y] = [place % width, Math.floor(place / width)]
  return [
    ...(x > 0 ? [place - 1] : []),
    ...(x < width - 1 ? [place + 1] : []),
    ...(y > 0 ? [place - width] : []),
    ...(y < height - 1 ? [place + width] : []),
  ]
}

/** Marked places as strokes of their own: a row is a piece. */
function rowsOf(marks: Uint8ClampedArray, { x, y, width, height }: Box): SheetStrokes {
  const end = (column: number, row: number) => ({
    x: x + column + 0.5,
    y: y + row + 0.5,
    radius: ROOM_PX,
  })
  const pieces = Array.from({ length: height }, (_, row) => {
    const own = marks.subarray(row * width, (row + 1) * width)
    const [from, to] = [own.indexOf(1), own.lastIndexOf(1)]
    return from < 0 ? [] : [[end(from, row), end(to, row)] as const]
  })
  return { pieces: pieces.flat() }
}
