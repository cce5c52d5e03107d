import type { Kernels } from '../../kernels/kernels.ts'
import type { OkLab } from '../../pixels/oklab.ts'
import type { Raster } from '../../pixels/raster.ts'
import { away, browLine, lidsOf, midpoint, moved, type Side, sides, turnOf } from './face-lines.ts'
import type { Point } from './face-points.ts'
import type { FoundFace } from './find-faces.ts'
import { clearEdgesOf, fittedGlass, glassWithin, guessedGlass } from './fitted-glass.ts'
import { colouredEdgeOf, whiteFrameOf } from './frame-colour.ts'
import type { Frame, Glasses } from './glasses.ts'
import { coloursWithin, contains } from './samples.ts'
import { ellipse } from './shapes.ts'

/** Sunglasses, and outlines about them, within which all that is dark is theirs. */
export interface DarkGlass {
  readonly glasses: Glasses
  readonly outlines: readonly (readonly Point[])[]
}

/** What is looked at about an eye, and below its lower lid, face widths. */
const ABOUT = { across: 0.11, down: 0.055, from: 0.07, to: 0.14 }
/** Lids and the white of an eye are a fifth of what lies about it. */
const LIDS = 0.8
/**
 * Glass is darker than this against skin; a little lighter one must reach down over the cheek, and one in which
 * the sky is mirrored is dark there.
 */
const DARK = { sure: 0.505, faint: 0.615, cheek: 0.73, mirror: 0.65 }
/**
 * How likely glasses must be dark that the network of `face/points` sees, and how light lids then are against
 * skin at most, but in a mirror; less likely ones are darker, on the cheeks too. In a profile their fit must be clear.
 */
const SEEN = { any: 0.7, dark: 0.5, lids: 0.8, mirror: 0.8, frontal: 0.015 }
/** Glasses that are as sure are dark ones if half so likely: one in which a bright street is mirrored, too. */
const SEEN_SURELY = { any: 0.98, dark: 0.4 }
const SEEN_FAINTLY = { any: 0.5, dark: 0.15, lids: 0.65, cheek: 0.76 }
/** A cheek of a face that is turned further may lie in the shade, both may. */
const FRONTAL_MIN = 0.15
/**
 * In a profile, whose eyes are a guess, glasses that are as sure are dark ones where so much of the edge of the one that is
 * less clear is seen, and of both; glass that is lighter than this against skin is a mirror there and cannot be fitted.
 */
const IN_PROFILE = {
  any: 0.9,
  dark: 0.7,
  low: 0.55,
  both: 1.2,
  light: 0.5,
  surely: { any: 0.97, dark: 0.8 },
}
/** Room about a glass for its frame, face widths. */
const ROOM = 0.035

/**
 * Dark glass before both eyes; null where there is none.
 * @param skin its mean
 * @param frame that was looked for: eyes can be drawn within one that is seen, but behind the darkest glass
 * @param areHidden whether no skin lies under the eyes: then one glass may shine
 */
export function darkGlassOf(
  kernels: Kernels,
  picture: Raster,
  face: FoundFace,
  skin: OkLab,
  { frame, areHidden }: { readonly frame: Frame | null; readonly areHidden: boolean },
): DarkGlass | null {
  const [right, left] = sides.map((side) => seenAbout(picture, face, side, skin))
  if (right === undefined || left === undefined) return null
  const isFramed = frame?.isFramed ?? false
  const lids = Math.max(right.lids, left.lids)
  const cheek = Math.max(right.cheek, left.cheek)
  const isFaint = !isFramed && lids < DARK.faint && cheek < DARK.cheek
  const isShining = areHidden && Math.min(right.lids, left.lids) < DARK.sure
  const isMirror = !isFramed && cheek < DARK.mirror && face.frontal > FRONTAL_MIN
  const isSeen = isSeenDark(face, Math.min(right.lids, left.lids), { lids, cheek })
  const isDark = lids <= DARK.sure || isFaint || isShining || isMirror || isSeen
  if (!isDark && !isPerhapsInProfile(face)) return null
  const found = frame?.areRimsSeen
    ? { ...frame, glass: glassWithin(picture, frame.rims) }
    : fittedGlass(kernels, picture, face, skin[0])
  const isTold = isDark || isClearInProfile(kernels, picture, face, skin[0], found)
  if (!isTold && !isSurelyDark(face)) return null
  const glasses = isTold
    ? framed(picture, face, skin, { found, areRimsSeen: frame?.areRimsSeen ?? false })
    : guessedGlass(kernels, picture, face)
  const room = ROOM * face.widthPx + (glasses.frame ? glasses.widthPx : 0)
  return { glasses, outlines: glasses.rims.map((rim) => grown(rim, room)) }
}

interface FoundGlasses {
  readonly found: Glasses
  readonly areRimsSeen: boolean
}

/** Dark glass in the frame that is about it. */
function framed(
  picture: Raster,
  face: FoundFace,
  skin: OkLab,
  { found, areRimsSeen }: FoundGlasses,
): Glasses {
  // Rims that are seen have their own colour.
  const colour = areRimsSeen ? null : colouredEdgeOf(picture, face, found.rims, skin)
  return colour === null ? inWhiteFrame(picture, face, skin, found) : { ...found, colour }
}

/** Glasses with what is white about their dark glass; as they are where nothing is. */
function inWhiteFrame(picture: Raster, face: FoundFace, skin: OkLab, found: Glasses): Glasses {
  const frame = whiteFrameOf(picture, face, found.rims, skin)
  if (frame === null) return found
  const middles = found.rims.map((rim) => grown(rim, frame.widthPx / 2))
  // Thick arms would reach into the glass.
  const arms = found.arms
    .map((arm) => arm.filter(({ x, y }) => middles.every((rim) => !contains(rim, x, y))))
    .filter((arm) => arm.length > 1)
  return { ...found, ...frame, frame: middles, arms }
}

const isPerhapsInProfile = ({ points: { glasses }, frontal }: FoundFace): boolean =>
  frontal < SEEN.frontal && glasses.any > IN_PROFILE.any && glasses.dark > IN_PROFILE.dark

/** Glass in a profile that a network is so sure of is there, though the sky is mirrored in it. */
const isSurelyDark = ({ points: { glasses } }: FoundFace): boolean =>
  glasses.any > IN_PROFILE.surely.any && glasses.dark > IN_PROFILE.surely.dark

function isClearInProfile(
  kernels: Kernels,
  picture: Raster,
  face: FoundFace,
  skinLight: number,
  { rims }: Glasses,
): boolean {
  const [one = 0, other = 0] = clearEdgesOf(kernels, picture, face, skinLight, rims)
  const darkest = Math.min(...rims.map((rim) => glassWithin(picture, [rim])[0]))
  const { low, both, light } = IN_PROFILE
  return Math.min(one, other) > low && one + other > both && darkest < light * skinLight
}

function isSeenDark(
  { points: { glasses }, frontal }: FoundFace,
  least: number,
  most: { readonly lids: number; readonly cheek: number },
): boolean {
  if (frontal < SEEN.frontal) return false
  if (glasses.any > SEEN_SURELY.any && glasses.dark > SEEN_SURELY.dark) return true
  if (glasses.any > SEEN.any && glasses.dark > SEEN.dark)
    return least < SEEN.lids || glasses.dark > SEEN.mirror
  const isDark = most.lids < SEEN_FAINTLY.lids && most.cheek < SEEN_FAINTLY.cheek
  return glasses.any > SEEN_FAINTLY.any && glasses.dark > SEEN_FAINTLY.dark && isDark
}

/** A brow shows over a glass that lies before less of it. */
const BEHIND = 0.4

export function isBrowSeen(face: FoundFace, side: Side, { glasses }: DarkGlass): boolean {
  const { line } = browLine(face, side)
  const behind = line.filter(({ x, y }) => glasses.rims.some((rim) => contains(rim, x, y)))
  return behind.length < BEHIND * line.length
}

function grown(outline: readonly Point[], by: number): Point[] {
  const middle = outline.reduce(
    (sum, p) => ({ x: sum.x + p.x / outline.length, y: sum.y + p.y / outline.length }),
    { x: 0, y: 0 },
  )
  return outline.map((p) => {
    const scale = 1 + by / Math.max(1e-6, away(p, middle))
    return { x: middle.x + (p.x - middle.x) * scale, y: middle.y + (p.y - middle.y) * scale }
  })
}

/** How light the lids of an eye are, and the cheek below it, against the skin. */
function seenAbout(picture: Raster, face: FoundFace, side: Side, skin: OkLab) {
  const { widthPx } = face
  const { lower } = lidsOf(face, side)
  const [across, down] = [ABOUT.across * widthPx, ABOUT.down * widthPx]
  const eye = ellipse(middleOf(face, side), across, down, turnOf(face))
  const line = (by: number) => lower.slice(1, -1).map((p) => moved(p, face, 0, by * widthPx))
  const below = [...line(ABOUT.from), ...line(ABOUT.to).toReversed()]
  const share = (outline: readonly Point[], at: number) => {
    const seen = coloursWithin(picture, outline)
    return (seen[Math.floor(seen.length * at)]?.[0] ?? 1) / Math.max(0.05, skin[0])
  }
  return { lids: share(eye, LIDS), cheek: share(below, 0.5) }
}

function middleOf(face: FoundFace, side: Side): Point {
  const { upper } = lidsOf(face, side)
  return midpoint(upper[0] ?? { x: 0, y: 0 }, upper.at(-1) ?? { x: 0, y: 0 })
}
