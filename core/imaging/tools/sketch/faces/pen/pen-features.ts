import type { Kernels } from '../../../../../kernels/kernels.ts'
import { smoothstep } from '../../../../../pixels/pixels.ts'
import type { Raster } from '../../../../../pixels/raster.ts'
import { moved, type Side } from '../../../../face-points/face-lines.ts'
import { type Point, pointsOf } from '../../../../face-points/face-points.ts'
import type { FoundFace } from '../../../../face-points/find-faces.ts'
import { clear } from './cleared.ts'
import { mean, sizeOf } from './face-light.ts'
import { drawEye, eyeZone, lostIn, whiten } from './pen-eyes.ts'
import { drawMouth } from './pen-mouth.ts'
import { drawNose, type SeenNose, seenNose, smallnessOfNose } from './pen-nose.ts'
import type { Drawn, Pen } from './pen-strokes.ts'
import { type SeenEye, seenEye } from './seen-eyes.ts'
import { type SeenMouth, seenMouth } from './seen-mouth.ts'

/** What of a face a pen draws by its points; null, or none, where they are not sure. */
export interface PenFeatures {
  readonly mouth: SeenMouth | null
  readonly nose: SeenNose | null
  /** Those that are drawn anew where a pen has lost one of them. */
  readonly eyes: readonly SeenEye[]
}

/** A face as far as it is known before it is drawn. */
interface KnownFace extends FoundFace {
  readonly isMouthHidden?: boolean
  readonly glasses?: { readonly isDark: boolean } | null
}

/** A face that is turned further is drawn as it is seen, and so is a smaller one, px. */
const FRONTAL_MIN = 0.04
const SMALLEST_PX = 24
/** But its mouth, where it does not lie in the outline of a profile: from its far corner to the edge of the face, sizes of the face. */
const TURNED_MIN = -0.06
/** What is as high as a mouth, sizes of the face from its corners. */
const LEVEL = 0.12
/** From here on what is seen is believed. */
const SURE = 0.5
/** A moustache throws a shade like a nose's, and hides a lip. */
const MOUSTACHE = 0.5
/** How large a face is whose eyes are never lost, and a bearded one whose mouth is drawn as it is seen, thousandths of the picture. */
/** How much of an eye is lost where a pen draws it anew: always in a face up to the first size, thousandths of the picture, where few lines make a bar of it. */
const LOST = { always: -0.05, painted: 0.15, usual: 0.25, small: 140, large: 190 }
/** How far eyes are open that are wide open, against their widths; how dark the lower lids are of painted ones. */
const OPEN = { from: 0.14, wholly: 0.2 }
const PAINTED = { from: 0.24, wholly: 0.34 }
const LARGEST = { eyes: 240, bearded: 220, turned: 220 }

const NONE: PenFeatures = { mouth: null, nose: null, eyes: [] }

/**
 * Looks at what of a face a pen draws by its points, instead of inking what is dark in the photo.
 * @param picture the face's own, as large as what is drawn
 */
export function penFeaturesOf(kernels: Kernels, picture: Raster, face: KnownFace): PenFeatures {
  const size = (1000 * sizeOf(face)) / Math.max(picture.widthPx, picture.heightPx)
  const isTurned = face.frontal < FRONTAL_MIN
  const isInProfile = isTurned && (size > LARGEST.turned || farCheek(face) < TURNED_MIN)
  if (isInProfile || face.widthPx < SMALLEST_PX) return NONE
  const isBearded = face.points.beard.moustache > MOUSTACHE
  const isHidden = face.isMouthHidden === true
  const isMouth = !isHidden && !(isBearded && size > LARGEST.bearded)
  const mouth = isMouth ? seenMouth(kernels, picture, face) : null
  const areEyes = !isTurned && size < LARGEST.eyes && face.glasses?.isDark !== true
  const eyes = areEyes
    ? (['right', 'left'] as const).map((side) => seenEye(kernels, picture, face, side))
    : []
  return {
    mouth: mouth !== null && mouth.sure > SURE ? mouth : null,
    nose: isBearded || isHidden || isTurned ? null : seenNose(kernels, picture, face),
    eyes: eyes.filter(({ sure }) => sure > SURE),
  }
}

/** How far beyond the corners of a mouth is cleared, sizes of the face, and how much more in a small one, thousandths. */
const CORNER = { usual: 0.05, more: 0.04, small: 80, large: 130, half: 0.012, halfMore: 0.02, edge: 0.02 }
/** What is cleared of a nose about its base, sizes of the face: its wings reach up. */
const NOSE = { up: 0.06, down: 0.03, aside: 0.055, wings: 0.085 }
/** Where a small face has no shade of folds, which would be blots: beyond nose and mouth, sizes of the face, but not at its edge; up to which size, thousandths. */
const FOLDS = { aside: 0.1, up: 0.05, down: 0.03, edge: 0.08, small: 100, large: 150 }
/** Shade that is left in what is cleared at most: hatched, never filled. */
const MOST = { mouth: 0.42, eye: 0.42, white: 0.2, nose: 1 }

/** Clears what the photo's darks left of a face's features, and draws them as a pen does. */
export function drawPenFeatures(
  kernels: Kernels,
  drawn: Drawn,
  face: FoundFace,
  { mouth, nose, eyes }: PenFeatures,
): void {
  const unitPx = Math.max(drawn.lines.widthPx, drawn.lines.heightPx) / 1000
  const pen = { sizePx: sizeOf(face), unitPx }
  drawEyes(kernels, drawn, face, eyes, pen)
  if (nose !== null && mouth !== null) {
    const much = 1 - smoothstep(FOLDS.small, FOLDS.large, pen.sizePx / unitPx)
    const outline = foldZone(face, pen)
    clear(kernels, drawn, { outline, pen, most: MOST.nose, much, keepsLines: true })
  }
  if (nose !== null) {
    const much = smallnessOfNose(pen)
    clear(kernels, drawn, { outline: noseZone(face, pen), pen, most: MOST.nose, much })
    drawNose(drawn, nose, pen)
  }
  if (mouth !== null) {
    clear(kernels, drawn, { outline: mouthZone(face, mouth, pen), pen, most: MOST.mouth })
    drawMouth(drawn, mouth, pen)
  }
}

/**
 * How much of a small face's eyes is lost where they are drawn anew: none where both are wide open, more where paint
 * below them would be gone, or where one of them or both are next to shut, whose dark folds are their look.
 */
function leastLost(eyes: readonly SeenEye[]): number {
  const { always, painted, usual } = LOST
  const open = smoothstep(OPEN.from, OPEN.wholly, Math.min(...eyes.map((eye) => eye.open)))
  const both = eyes.length === 2 ? open : 0
  const paint = smoothstep(PAINTED.from, PAINTED.wholly, mean(eyes.map(({ lashes }) => lashes.lower)))
  const least = always + (painted - always) * paint
  return usual + (least - usual) * both
}

/** Both eyes of a face are drawn alike. */
function drawEyes(
  kernels: Kernels,
  drawn: Drawn,
  face: FoundFace,
  eyes: readonly SeenEye[],
  pen: Pen,
): void {
  const small = 1 - smoothstep(LOST.small, LOST.large, pen.sizePx / pen.unitPx)
  const least = SURE + (leastLost(eyes) - SURE) * small
  if (!eyes.some((eye) => lostIn(drawn, eye) > least)) return
  for (const eye of eyes) {
    clear(kernels, drawn, { outline: eyeZone(eye, face, pen), pen, most: MOST.eye })
    whiten(drawn, eye, MOST.white)
    drawEye(drawn, eye, face, pen)
  }
}

/** A mouth with its corners, beyond which a fold goes on; under a moustache without its upper lip. */
function mouthZone(
  face: FoundFace,
  { lipsTop, lipsBottom, top, isUnderMoustache }: SeenMouth,
  { sizePx, unitPx }: Pen,
): Point[] {
  if (isUnderMoustache) return [...top, ...lipsBottom.toReversed()]
  const small = 1 - smoothstep(CORNER.small, CORNER.large, sizePx / unitPx)
  const cheeks = besideMouth(face)
  const outOf = (side: Side) =>
    Math.min(CORNER.usual + CORNER.more * small, Math.max(0, cheeks[side] - CORNER.edge)) * sizePx
  const half = (CORNER.half + CORNER.halfMore * small) * sizePx
  const beyond = (p: Point | undefined, by: number) =>
    p === undefined ? [] : [moved(p, face, by, -half), moved(p, face, by, half)]
  return [
    ...beyond(lipsTop[0], -outOf('right')).toReversed(),
    ...lipsTop,
    ...beyond(lipsTop.at(-1), outOf('left')),
    ...lipsBottom.toReversed(),
  ]
}

/** How far the edges of the face are from the corners of its mouth, at the mouth's own height, in sizes of the face. */
function besideMouth(face: FoundFace): Record<Side, number> {
  const size = sizeOf(face)
  const place = ({ x, y }: Point) => ({
    u: x * face.across.x + y * face.across.y,
    v: x * face.down.x + y * face.down.y,
  })
  const lips = pointsOf(face.points, 'lipsTop')
  const corners = [lips[0], lips.at(-1)].flatMap((p) => (p === undefined ? [] : [place(p)]))
  const us = corners.map(({ u }) => u)
  const vs = corners.map(({ v }) => v)
  const level = { from: Math.min(...vs) - LEVEL * size, to: Math.max(...vs) + LEVEL * size }
  const beside = pointsOf(face.points, 'faceOval')
    .map(place)
    .filter(({ v }) => v > level.from && v < level.to)
    .map(({ u }) => u)
  return {
    right: (Math.min(...us) - Math.min(...beside)) / size,
    left: (Math.max(...beside) - Math.max(...us)) / size,
  }
}

const farCheek = (face: FoundFace): number => {
  const { right, left } = besideMouth(face)
  return Math.min(right, left)
}

/** The base of a nose, from wing to wing. */
function noseZone(face: FoundFace, { sizePx }: Pen): Point[] {
  const base = pointsOf(face.points, 'noseBase')
  const [right, left] = [base[0], base.at(-1)]
  const at = (p: Point | undefined, u: number, v: number) =>
    p === undefined ? [] : [moved(p, face, u * sizePx, v * sizePx)]
  return [
    ...at(right, -NOSE.aside, -NOSE.wings),
    ...base.flatMap((p) => at(p, 0, -NOSE.up)),
    ...at(left, NOSE.aside, -NOSE.wings),
    ...at(left, NOSE.aside, NOSE.down),
    ...base.flatMap((p) => at(p, 0, NOSE.down)).toReversed(),
    ...at(right, -NOSE.aside, NOSE.down),
  ]
}

/** What lies about a nose and a mouth, within the cheeks. */
function foldZone(face: FoundFace, { sizePx }: Pen): Point[] {
  const { x: ax, y: ay } = face.across
  const along = ({ x, y }: Point) => x * ax + y * ay
  const oval = pointsOf(face.points, 'faceOval').map(along)
  const [least, most] = [
    Math.min(...oval) + FOLDS.edge * sizePx,
    Math.max(...oval) - FOLDS.edge * sizePx,
  ]
  const [base, lips] = [pointsOf(face.points, 'noseBase'), pointsOf(face.points, 'lipsBottom')]
  const at = (p: Point | undefined, u: number, v: number) => {
    if (p === undefined) return []
    const own = along(p)
    const to = Math.min(most, Math.max(least, own + u * sizePx))
    return [moved(p, face, to - own, v * sizePx)]
  }
  return [
    ...at(base[0], -FOLDS.aside, -FOLDS.up),
    ...at(base.at(-1), FOLDS.aside, -FOLDS.up),
    ...at(lips.at(-1), FOLDS.aside, FOLDS.down),
    ...lips.flatMap((p) => at(p, 0, FOLDS.down)).toReversed(),
    ...at(lips[0], -FOLDS.aside, FOLDS.down),
  ]
}
