import type { Kernels } from '../../kernels/kernels.ts'
import type { OkLab } from '../../pixels/oklab.ts'
import type { Raster } from '../../pixels/raster.ts'
import { away, moved, sides } from './face-lines.ts'
import { type GlassesSeen, type Point, pointsOf } from './face-points.ts'
import type { FoundFace } from './find-faces.ts'
import { fittedRims } from './fitted-rims.ts'
import { frameColourOf } from './frame-colour.ts'
import { eyeOf, lowerHalf, PLACES, type Rim, rimLine, UPRIGHT } from './rims.ts'
import { SeenFace } from './seen-face.ts'

/** The frame of a pair of glasses, in pixels of the picture it was found in. */
export interface Glasses {
  /** Closed lines about both eyes, and open ones over the nose and to the ears. */
  readonly rims: readonly (readonly Point[])[]
  readonly arms: readonly (readonly Point[])[]
  /** Closed lines along the middle of a frame that is so thick that it does not lie on the rims. */
  readonly frame?: readonly (readonly Point[])[]
  readonly widthPx: number
  readonly colour: OkLab
  /** Of glass that is dark. */
  readonly glass?: OkLab
}

/** A frame that is looked for, and how well it is seen: rims and bridge, rims alone. */
export interface Frame extends Glasses {
  readonly isFramed: boolean
  readonly areRimsSeen: boolean
}

/** Shares that must be seen of the rim that is less clear, of both, and of the bridge. Lengths are in face widths. */
const SEEN = { low: 0.5, both: 1.35, bridge: 0.8 }
const SEEN_TURNED = { low: 0.3, high: 0.8, bridge: 0.7 }
const TURNED = 0.35
/** In a face that is turned further the far glass is a guess, unless the network sees glasses. */
const FRONTAL_MIN = { unknown: 0.15, worn: 0.05 }
/**
 * From here on glasses are sure, and a little less likely ones that are surely not dark: half dark ones may be lids in
 * the shade of a hat. Less likely ones are drawn where both rims are seen so well.
 */
const WORN = { any: 0.7, clear: { any: 0.6, dark: 0.1 } }
const WORN_PERHAPS = { any: 0.08, low: 0.6, both: 1.4 }

/** Whether a face surely wears glasses. */
export const isWorn = ({ any, dark }: GlassesSeen): boolean =>
  any > WORN.any || (any > WORN.clear.any && dark < WORN.clear.dark)

/** Above an eye lie brows, which are dark lines, too: what is there is not looked for. */
const UP = 0.07

const rims: readonly Rim[] = [0.14, 0.16, 0.18, 0.2, 0.22].flatMap((across) =>
  [0.075, 0.1, 0.125, 0.15, 0.175].flatMap((down) =>
    [-0.01, 0.02, 0.05].flatMap((out) =>
      [2, 3, 5].map((square) => ({ across, up: UP, down, out, square, ...UPRIGHT })),
    ),
  ),
)

/**
 * The frame of glasses by dark lines about both eyes and over the nose; null without. Where the network of
 * `face/points` sees glasses, pale rims and half ones are drawn where they fit best.
 */
export function glassesOf(kernels: Kernels, picture: Raster, face: FoundFace): Frame | null {
  const { any } = face.points.glasses
  const hasThem = isWorn(face.points.glasses)
  if (face.frontal < FRONTAL_MIN[hasThem ? 'worn' : 'unknown']) return null
  const seen = new SeenFace(kernels, picture, face)
  const eyes = sides.map((side) => eyeOf(face, side))
  const [right, left] = eyes
  if (right === undefined || left === undefined) return null
  let best: { rim: Rim; score: number } | null = null
  for (const rim of rims) {
    const score = eyes.reduce(
      (sum, eye) => sum + seen.strength(lowerHalf(rimLine(rim, eye, face))),
      0,
    )
    if (best === null || score > best.score) best = { rim, score }
  }
  if (best === null) return null
  const { rim } = best
  const lines = eyes.map((eye) => rimLine(rim, eye, face))
  const shares = lines.map((line) => seen.share(lowerHalf(line)))
  const [one = [], other = []] = lines
  const bridge = bridgeOf(seen, face, one, other)
  const isFramed = isSure(shares, bridge.share, face.frontal)
  const areRimsSeen = isFramed || (any > WORN_PERHAPS.any && areClear(shares))
  if (!hasThem && !areRimsSeen) return null
  const fitted = fittedRims(seen, face, eyes, rim)
  const places = fitted.flatMap(lowerHalf)
  const [nearOne = [], nearOther = []] = fitted
  return {
    rims: fitted,
    arms: [bridgeLine(seen, face, nearOne, nearOther), ...armsOf(seen, face, fitted)],
    widthPx: seen.thickness(places) * face.widthPx,
    colour: frameColourOf(seen, picture, face, fitted),
    isFramed,
    areRimsSeen,
  }
}

/** Two rims may be, over which no bridge is seen, as a pale one. */
const areClear = ([one = 0, other = 0]: readonly number[]): boolean =>
  Math.min(one, other) > WORN_PERHAPS.low && one + other > WORN_PERHAPS.both

/** The far rim of a turned head is narrow and seldom whole. */
function isSure(shares: readonly number[], bridge: number, frontal: number): boolean {
  const [low, high] = [Math.min(...shares), Math.max(...shares)]
  // The clearer the rims, the less of a bridge is asked for.
  const spare = low + high - SEEN.both
  const isFrontal = low > SEEN.low && spare > 0 && bridge > SEEN.bridge - spare
  const { low: far, high: near, bridge: turned } = SEEN_TURNED
  return isFrontal || (frontal < TURNED && low > far && high > near && bridge > turned)
}

function bridgeOf(
  seen: SeenFace,
  face: FoundFace,
  right: readonly Point[],
  left: readonly Point[],
) {
  const [from, to] = [right[PLACES / 2], left[PLACES / 2]].map((p) => p ?? { x: 0, y: 0 })
  let best = { share: -1, line: [] as Point[] }
  for (let high = -0.11; high <= 0.06; high += 0.01) {
    const line = Array.from({ length: 12 }, (_, i): Point => {
      const t = i / 11
      const p = {
        x: (from?.x ?? 0) + ((to?.x ?? 0) - (from?.x ?? 0)) * t,
        y: (from?.y ?? 0) + ((to?.y ?? 0) - (from?.y ?? 0)) * t,
      }
      return moved(p, face, 0, (high - 0.02 * Math.sin(Math.PI * t)) * face.widthPx)
    })
    const share = seen.share(line)
    if (share > best.share) best = { share, line }
  }
  return best
}

/** The bridge where it is seen best, from rim to rim: one above both, as aviators have it, reaches down to them. */
export function bridgeLine(
  seen: SeenFace,
  face: FoundFace,
  right: readonly Point[],
  left: readonly Point[],
): Point[] {
  const { line } = bridgeOf(seen, face, right, left)
  const ends = [nearestOf(right, line[0]), nearestOf(left, line.at(-1))]
  return [...ends.slice(0, 1), ...line, ...ends.slice(1)]
}

const nearestOf = (rim: readonly Point[], to: Point = { x: 0, y: 0 }): Point =>
  rim.reduce((best, p) => (away(p, to) < away(best, to) ? p : best), rim[0] ?? to)

/** From the rims to the ears, where they can be seen. */
export function armsOf(
  seen: SeenFace,
  face: FoundFace,
  lines: readonly (readonly Point[])[],
): Point[][] {
  const jaw = pointsOf(face.points, 'jaw')
  return sides.flatMap((_, k) => {
    const ear = k === 0 ? jaw[0] : jaw.at(-1)
    const rim = lines[k]?.at(-3) ?? lines[k]?.[0]
    if (ear === undefined || rim === undefined || away(ear, rim) < 0.05 * face.widthPx) return []
    const arms = [-0.12, -0.09, -0.06, -0.03, 0]
      .map((high) => moved(ear, face, 0, high * face.widthPx))
      .filter((end) => isOutwards(rim, end, face, k === 0 ? -1 : 1))
      .map((end) =>
        Array.from({ length: 10 }, (__, i) => ({
          x: rim.x + ((end.x - rim.x) * i) / 9,
          y: rim.y + ((end.y - rim.y) * i) / 9,
        })),
      )
    const shares = arms.map((arm) => seen.share(arm))
    const best = shares.indexOf(Math.max(...shares))
    return (shares[best] ?? 0) > 0.4 ? [arms[best] ?? []] : []
  })
}

/** An arm goes so many times as far outwards as down, or up. */
const LEVEL = 1.2

/** Whether an arm goes outwards rather than down: one to a turned head's far ear would cross the glass, a steep one hang like a strap. */
function isOutwards(rim: Point, end: Point, { across, down }: FoundFace, outward: number): boolean {
  const by = { x: end.x - rim.x, y: end.y - rim.y }
  const out = (by.x * across.x + by.y * across.y) * outward
  return out > LEVEL * Math.abs(by.x * down.x + by.y * down.y)
}
