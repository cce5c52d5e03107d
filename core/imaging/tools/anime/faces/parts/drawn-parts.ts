import type { Kernels } from '../../../../../kernels/kernels.ts'
import type { OkLab } from '../../../../../pixels/oklab.ts'
import type { Raster } from '../../../../../pixels/raster.ts'
import { type DarkGlass, darkGlassOf } from '../../../../face-points/dark-glass.ts'
import { away, browLine, lidsOf, moved, type Side } from '../../../../face-points/face-lines.ts'
import { featureOutlines, nostrilsOutline } from '../../../../face-points/face-outlines.ts'
import { type Point, pointsOf } from '../../../../face-points/face-points.ts'
import type { FoundFace } from '../../../../face-points/find-faces.ts'
import type { Frame } from '../../../../face-points/glasses.ts'
import { hiddenMouthOf } from '../../../../face-points/hidden-mouth.ts'
import { coloursWithin, meanOf } from '../../../../face-points/samples.ts'
import { type SkinOfFace, skinColoursOf } from '../../../../face-points/skin-of-face.ts'
import { bareAbout, meanAt } from './bare-about.ts'
import { isTrueProfile } from './true-profile.ts'

/** Which parts of a face are drawn anew; the others stay as the photo has them. */
export interface DrawnParts {
  readonly right: boolean
  readonly left: boolean
  readonly nose: boolean
  readonly mouth: boolean
  /** About a mouth that is behind a hand. */
  readonly hiddenMouth: readonly Point[] | null
  /** Whether what is not drawn is painted as the photo has it, in outlines of its dark places. */
  readonly isTraced: boolean
  /** Before both eyes, which are not drawn then. */
  readonly darkGlass: DarkGlass | null
}

/** Turned further than this, a face keeps what the photo shows. */
const PROFILE = 0.02
/** Of a head that is turned further what is not behind dark glass is drawn as without it. */
const PROFILE_GLASS = 0.015
/** All points of such a face are a guess, unless the far eye is as wide as this against the near one. */
const BOTH_SEEN = 0.4
/** Skin under an eye: how far below the lid it is looked at, in face widths, and how like it is. */
const UNDER = { from: 0.055, to: 0.11, darkest: 0.55, lightest: 1.7, colour: 0.14 }
/** In the shade skin is darker than hair may be, but still of its own colour. */
const SHADED = { darkest: 0.3, colour: 0.06 }
/** An eye narrower than this against the other is behind the nose. */
const NARROW = 0.3
/** In a face that is turned further both eyes may be behind hair. */
const HIDDEN_FRONTAL_MIN = 0.25

const NOTHING: DrawnParts = {
  right: false,
  left: false,
  nose: false,
  mouth: false,
  hiddenMouth: null,
  isTraced: false,
  darkGlass: null,
}

/** @param frame of a pair of glasses that was looked for */
export function drawnPartsOf(
  kernels: Kernels,
  picture: Raster,
  face: FoundFace,
  seen: SkinOfFace,
  frame: Frame | null = null,
): DrawnParts {
  if (face.isBlurred) return { ...NOTHING, isTraced: true }
  const width = (side: Side) => {
    const { upper } = lidsOf(face, side)
    return away(upper[0], upper.at(-1))
  }
  const skin = meanOf(skinColoursOf(seen))
  if (isTrueProfile(seen, face)) return { ...NOTHING, isTraced: true }
  const isProfile = face.frontal < PROFILE
  const [narrow, wide] = [
    Math.min(width('right'), width('left')),
    Math.max(width('right'), width('left')),
  ]
  const isSideBare = (side: Side) => isBare(picture, face, side, skinOf(seen, face, side))
  const bare = { right: isSideBare('right'), left: isSideBare('left') }
  const areHidden = !bare.right && !bare.left && face.frontal > HIDDEN_FRONTAL_MIN
  const darkGlass = darkGlassOf(kernels, picture, face, skin, { frame, areHidden })
  const hiddenMouth = hiddenMouthOf(kernels, picture, face)
  const isNearAlone = isProfile && narrow < BOTH_SEEN * wide
  const near: Side = width('right') < width('left') ? 'left' : 'right'
  const isOpen = darkGlass === null && hiddenMouth === null
  const isGlassBefore = darkGlass !== null && hiddenMouth === null && face.frontal < PROFILE_GLASS
  const isPlaced = placedIn(kernels, seen, face, near)
  const isNearSeen = isNearAlone && isOpen && bare[near] && isPlaced.eye() && isPlaced.mouth()
  const isMouthSeen = isNearSeen || (isNearAlone && isGlassBefore && isPlaced.mouth())
  const isDrawn = (side: Side, other: Side) => {
    if (darkGlass !== null || isBehindDarkGlass(face)) return false
    if (isNearAlone && (side !== near || !isNearSeen)) return false
    if (width(side) < NARROW * width(other)) return false
    return bare[side]
  }
  const [right, left] = [isDrawn('right', 'left'), isDrawn('left', 'right')]
  // Behind dark glass are both eyes, where the far one is wide enough to tell where all lies.
  const areBothBehind = darkGlass !== null && !isNearAlone && isPlaced.mouth()
  const nose = !isProfile || (right && left) || areBothBehind
  const mouth = (nose || isMouthSeen) && hiddenMouth === null
  const isTraced = isNearAlone && (isOpen || isGlassBefore)
  return { right, left, nose, mouth, hiddenMouth, isTraced, darkGlass }
}

/** In a profile so much of what lies about the near eye and its brow, and about the lips, is skin, or the points are off. */
const PLACED = { eye: 0.6, mouth: 0.42 }

/** Whether the near eye and the mouth of a profile lie where the points have them, each looked at when it is asked for. */
function placedIn(kernels: Kernels, seen: SkinOfFace, face: FoundFace, near: Side) {
  const isAt = (places: readonly Point[], least: number) =>
    meanAt(seen, bareAbout(kernels, seen), places) > least
  const { upper, lower } = lidsOf(face, near)
  const { line } = browLine(face, near)
  const lips = [...pointsOf(face.points, 'lipsTop'), ...pointsOf(face.points, 'lipsBottom')]
  return {
    eye: () => isAt([...upper, ...lower, ...line], PLACED.eye),
    mouth: () => isAt(lips, PLACED.mouth),
  }
}

/** Dark glass in a profile that cannot be fitted stays as it is, and no eye is drawn over it. */
const SURELY_DARK = { any: 0.9, dark: 0.7 }

const isBehindDarkGlass = ({ points: { glasses } }: FoundFace): boolean =>
  glasses.any > SURELY_DARK.any && glasses.dark > SURELY_DARK.dark

/** Whether skin lies under an eye, and not hair, a hand or the dark glass before it. */
function isBare(picture: Raster, face: FoundFace, side: Side, skin: OkLab): boolean {
  const { lower } = lidsOf(face, side)
  const line = (by: number) =>
    lower.slice(1, -1).map((p: Point) => moved(p, face, 0, by * face.widthPx))
  const seen = coloursWithin(picture, [...line(UNDER.from), ...line(UNDER.to).toReversed()])
  if (seen.length === 0) return true
  // The rim of clear glasses is dark, too.
  const [light, a, b] = meanOf(seen, 0.5, 0.9)
  const share = light / Math.max(0.05, skin[0])
  const apart = Math.hypot(a / light - skin[1] / skin[0], b / light - skin[2] / skin[0])
  const isLit = share > UNDER.darkest && apart < UNDER.colour
  return share < UNDER.lightest && (isLit || (share > SHADED.darkest && apart < SHADED.colour))
}

/** Fewer pixels of skin on one side say nothing of its light. */
const SIDE_LEAST_PX = 60

/** The mean of the skin on an eye's side, of all where too little of that can be seen. */
function skinOf(seen: SkinOfFace, face: FoundFace, side: Side): OkLab {
  const { skin, box } = seen
  const nose = pointsOf(face.points, 'noseBase')
  const middle = nose[nose.length >> 1] ?? { x: 0, y: 0 }
  const outward = side === 'right' ? -1 : 1
  const own = skinColoursOf(seen, (i) => {
    const x = box.x + (((i % skin.widthPx) + 0.5) * box.width) / skin.widthPx - middle.x
    const y = box.y + ((Math.floor(i / skin.widthPx) + 0.5) * box.height) / skin.heightPx - middle.y
    return (x * face.across.x + y * face.across.y) * outward > 0
  })
  return meanOf(own.length < SIDE_LEAST_PX ? skinColoursOf(seen) : own)
}

/** Outlines of what is drawn anew, under which lies skin, and of what is kept. */
export function outlinesOf(face: FoundFace, parts: DrawnParts) {
  const { right, left, nose, mouth, hiddenMouth, isTraced, darkGlass } = parts
  const isGlass = darkGlass !== null
  const isDrawn = [right, left, right, left].map((isOwn) => isOwn || isGlass).concat(mouth)
  const outlines = featureOutlines(face)
  return {
    drawn: [
      ...outlines.filter((_, i) => isDrawn[i] === true),
      ...(nose && mouth && !isTraced ? [nostrilsOutline(face)] : []),
      ...(darkGlass === null ? [] : darkGlass.outlines),
    ],
    kept: [
      ...outlines.filter((_, i) => isDrawn[i] !== true),
      ...(hiddenMouth ? [hiddenMouth] : []),
    ],
  }
}
