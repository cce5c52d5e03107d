import type { Kernels } from '../../../../../kernels/kernels.ts'
import { smoothstep } from '../../../../../pixels/pixels.ts'
import type { Raster } from '../../../../../pixels/raster.ts'
import type { FoundFace } from '../../../../face-points/find-faces.ts'
import { clear } from './cleared.ts'
import { mean, sizeOf } from './face-light.ts'
import { drawEye, eyeZone, lostIn, whiten } from './pen-eyes.ts'
import { drawMouth } from './pen-mouth.ts'
import { drawNose, type SeenNose, seenNose, smallnessOfNose } from './pen-nose.ts'
import type { Drawn, Pen } from './pen-strokes.ts'
import { farCheek, foldZone, mouthZone, noseZone } from './pen-zones.ts'
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
/** From here on what is seen is believed. */
const SURE = 0.5
/** A moustache throws a shade like a nose's, and hides a lip. */
const MOUSTACHE = 0.5
/** How much of an eye is lost where a pen draws it anew: always in a face up to the first size, thousandths of the picture, where few lines make a bar of it. */
const LOST = { always: -0.05, painted: 0.15, usual: 0.25, small: 140, large: 190 }
/** How far eyes are open that are wide open, against their widths; how dark the lower lids are of painted ones. */
const OPEN = { from: 0.14, wholly: 0.2 }
const PAINTED = { from: 0.24, wholly: 0.34 }
/** How large a face is whose eyes are never lost, and a bearded and a turned one whose mouth is drawn as it is seen, thousandths of the picture. */
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

/** Up to which size a face has no shade of folds, and from which all, thousandths of the picture. */
const FOLDS = { small: 100, large: 150 }
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
  const paint = smoothstep(
    PAINTED.from,
    PAINTED.wholly,
    mean(eyes.map(({ lashes }) => lashes.lower)),
  )
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
