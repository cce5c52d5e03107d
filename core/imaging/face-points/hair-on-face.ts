import type { Box } from '../../pixels/pixels.ts'
import { smoothstep } from '../../pixels/pixels.ts'
import type { FloatPlane } from '../../pixels/raster.ts'
import { withValues } from '../../pixels/with-values.ts'
import { type FacePixels, isLitMiddle, litToneOf } from './fringe.ts'
import type { LabPlanes } from './skin-likeness.ts'

/** Where hair is about a head, as a network has it. */
export interface HairSeen {
  /** Where the plane lies in the picture, which may be larger. */
  readonly box: Box
  /** How likely each place is hair, 0..1. */
  readonly chance: FloatPlane
  /** How likely something is worn on the head there, 0..1. */
  readonly worn?: FloatPlane
}

/** How sure hair is, and how much darker than the lit skin of cheeks and nose it is. */
const HAIR = { chance: { from: 0.35, to: 0.65 }, light: { none: 0.92, whole: 0.8 } }

/** Between these chances what a head wears hides its skin ever more. */
const WORN = { from: 0.5, to: 0.8 } as const

/** Sure hair and lit skin as samples: so many places of either, and colours so far apart, OKLab. */
const SAMPLE = { hair: 0.5, least: 40, apart: 0.32 }
/** A place beside sure hair is hair, too, from so far on the way from the skin's colour to the hair's. */
const LIKE = 0.7
/** What goes on into more of what lies between eyes and chin is shade or a beard, and so may be what covers less of a face than this. */
const GROWN = { middle: 0.02, least: 0.2 }

/** How much each pixel of a face is hair that is darker than its skin, 0..1: shade and a beard's are none. */
export function hairOnFace(
  hair: HairSeen,
  box: Box,
  face: FacePixels,
  lab: LabPlanes,
  middle: Float32Array,
): Float32Array | null {
  const tone = litToneOf(face)
  if (tone === null) return null
  const sure = sureHair(hair, box, face, tone)
  goOn(sure, face, lab, tone, middle)
  return sure
}

/** What the network has as hair and is darker than lit skin. */
function sureHair(
  { box: at, chance }: HairSeen,
  box: Box,
  { widthPx, light }: FacePixels,
  tone: number,
): Float32Array {
  const chanceAt = sampled(chance, at, box, { widthPx, heightPx: light.length / widthPx })
  return withValues(new Float32Array(light.length), (i) => {
    const sure = smoothstep(HAIR.chance.from, HAIR.chance.to, chanceAt(i))
    if (sure === 0) return 0
    const against = (light[i] as number) / tone
    return sure * (1 - smoothstep(HAIR.light.whole, HAIR.light.none, against))
  })
}

/** How much each pixel of a face's planes lies under what its head wears, 0..1; null where nobody looked for it. */
export function wornOnFace(
  { box: at, worn }: HairSeen,
  box: Box,
  size: Pick<FloatPlane, 'widthPx' | 'heightPx'>,
): Float32Array | null {
  if (worn === undefined) return null
  const wornAt = sampled(worn, at, box, size)
  return withValues(new Float32Array(size.widthPx * size.heightPx), (i) =>
    smoothstep(WORN.from, WORN.to, wornAt(i)),
  )
}

/** What a plane that lies at one box of a picture has at each pixel of planes that lie at another; 0 beside it. */
function sampled(
  { widthPx, heightPx, values }: FloatPlane,
  at: Box,
  box: Box,
  size: Pick<FloatPlane, 'widthPx' | 'heightPx'>,
): (i: number) => number {
  const [across, down] = [widthPx / at.width, heightPx / at.height]
  const [stepX, stepY] = [box.width / size.widthPx, box.height / size.heightPx]
  return (i) => {
    const x = Math.floor((box.x + ((i % size.widthPx) + 0.5) * stepX - at.x) * across)
    const y = Math.floor((box.y + (Math.floor(i / size.widthPx) + 0.5) * stepY - at.y) * down)
    if (x < 0 || y < 0 || x >= widthPx || y >= heightPx) return 0
    return values[y * widthPx + x] as number
  }
}

type Tone = readonly [number, number, number]

/**
 * Lets sure hair go on, in its own memory, over what lies beside it and has its colour: the network has little hair
 * within a face, and a turned one has hair within its outline.
 */
function goOn(
  sure: Float32Array,
  face: FacePixels,
  lab: LabPlanes,
  tone: number,
  middle: Float32Array,
): void {
  const own = meanOf(lab, (i) => (sure[i] as number) > SAMPLE.hair)
  const bare = meanOf(lab, isLitMiddle(face, tone))
  const isLike = own === null || bare === null ? null : likeHair(lab, bare, own)
  if (isLike === null) return
  const mostInMiddle = GROWN.middle * sumOf(middle)
  const least = GROWN.least * sumOf(face.inside)
  for (const patch of besideHair(sure, face, isLike)) {
    const shaded = patch.reduce((sum, i) => sum + (middle[i] as number) * (face.bare[i] ?? 0), 0)
    if (patch.length < least || shaded > mostInMiddle) continue
    for (const i of patch) sure[i] = 1
  }
}

const sumOf = (values: Float32Array): number => values.reduce((sum, value) => sum + value, 0)

/** Patches within a face that begin at sure hair and have its colour. */
function besideHair(
  sure: Float32Array,
  { widthPx, inside }: FacePixels,
  isLike: (i: number) => boolean,
): readonly (readonly number[])[] {
  const isHair = (i: number) => (sure[i] as number) > SAMPLE.hair
  const isFound = new Uint8Array(sure.length)
  const about = (i: number): readonly number[] => {
    const x = i % widthPx
    const sides = [x > 0 ? i - 1 : i, x < widthPx - 1 ? i + 1 : i]
    return [...sides, i - widthPx, i + widthPx]
  }
  const grownFrom = (seed: number): readonly number[] => {
    const found: number[] = []
    const visit = (i: number) => {
      if (!((inside[i] ?? 0) > 0.1) || isFound[i] === 1 || isHair(i) || !isLike(i)) return
      isFound[i] = 1
      found.push(i)
    }
    visit(seed)
    // The list grows while it is read.
    for (const i of found) about(i).forEach(visit)
    return found
  }
  const patches: (readonly number[])[] = []
  for (let i = 0; i < sure.length; i++) {
    if (!isHair(i)) continue
    for (const seed of about(i)) {
      const patch = grownFrom(seed)
      if (patch.length > 0) patches.push(patch)
    }
  }
  return patches
}

function meanOf({ light, a, b }: LabPlanes, isSample: (i: number) => boolean): Tone | null {
  const sum: [number, number, number] = [0, 0, 0]
  let count = 0
  for (let i = 0; i < light.length; i++) {
    if (!isSample(i)) continue
    sum[0] += light[i] as number
    sum[1] += a[i] as number
    sum[2] += b[i] as number
    count++
  }
  if (count < SAMPLE.least) return null
  return [sum[0] / count, sum[1] / count, sum[2] / count]
}

/** Whether a place has the colour of the hair rather than that of the skin; null where they are too much alike. */
function likeHair({ light, a, b }: LabPlanes, skin: Tone, hair: Tone) {
  const way = [hair[0] - skin[0], hair[1] - skin[1], hair[2] - skin[2]] as const
  const apart = way[0] ** 2 + way[1] ** 2 + way[2] ** 2
  if (apart < SAMPLE.apart ** 2 || way[0] > 0) return null
  return (i: number): boolean => {
    const lightness = ((light[i] as number) - skin[0]) * way[0]
    const colour = ((a[i] as number) - skin[1]) * way[1] + ((b[i] as number) - skin[2]) * way[2]
    return lightness + colour > LIKE * apart
  }
}
