import type { Kernels } from '../../../../kernels/kernels.ts'
import { between4 } from '../../../../pixels/between-pixels.ts'
import type { OkLab } from '../../../../pixels/oklab.ts'
import type { FloatPlane, Raster } from '../../../../pixels/raster.ts'
import { moved } from '../../../face-points/face-lines.ts'
import { underNose } from '../../../face-points/face-places.ts'
import { type Point, pointsOf } from '../../../face-points/face-points.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'
import type { glassesOf } from '../../../face-points/glasses.ts'
import type { Shape } from '../../../face-points/shapes.ts'
import type { SkinOfFace } from '../../../face-points/skin-of-face.ts'
import { beardStrokes } from './beard/beard-strokes.ts'
import type { FacePen } from './face-pen.ts'
import { farnessIn, isSmallIn, SMALL } from './face-sizes.ts'
import { faceShapes } from './features/face-shapes.ts'
import { foldShapes } from './marks/folds.ts'
import { freckleShapes } from './marks/freckles.ts'
import { type DrawnParts, outlinesOf } from './parts/drawn-parts.ts'
import type { FaceCover } from './parts/face-cover.ts'
import type { FaceSkin } from './skin/face-skin.ts'
import { ownFeatures } from './traced/own-features.ts'
import { ownLips } from './traced/own-lips.ts'
import { socketShades } from './traced/socket-shade.ts'

/** A face whose skin has its tones. */
export interface PaintedFace {
  readonly seen: SkinOfFace
  readonly skin: FaceSkin
  readonly parts: DrawnParts
  /** Clear glasses; null for none. */
  readonly frame: ReturnType<typeof glassesOf>
  /** The skin's own colour as it is painted, and those of its tones, from the darkest on. */
  readonly base: OkLab
  readonly tones: readonly OkLab[]
}

/** What lies under the pen's strokes, from the lowest on. */
interface UnderPen {
  readonly beard: readonly Shape[]
  /** Shade, freckles, folds and the face's own features: they go with the skin's light. */
  readonly shade: readonly Shape[]
  /** Whether its chin is. */
  readonly isBearded: boolean
}

/**
 * What is drawn on a face before the pen's strokes.
 * @param pen of which folds and a beard take their width
 * @param largestPx how wide the largest face of the picture is
 */
export function shapesUnderPen(
  kernels: Kernels,
  picture: Raster,
  face: FoundFace,
  { seen, skin, parts, frame, base, tones }: PaintedFace,
  pen: FacePen,
  largestPx: number,
): UnderPen {
  if (face.isBlurred) return { beard: [], shade: [], isBearded: false }
  const cover = coverOf(skin, tones)
  const features = parts.isTraced
    ? [
        ...(parts.mouth ? [] : ownLips(kernels, seen, face, cover)),
        ...ownFeatures(kernels, seen, skin, cover, outlinesOf(face, parts).drawn),
      ]
    : []
  const isClear = glassesOn(parts, frame) === null
  const folds = parts.mouth
    ? foldShapes(kernels, picture, face, base, pen, cover.isHidden, isClear)
    : []
  const longPx = Math.max(picture.widthPx, picture.heightPx)
  const sockets = socketShades(kernels, seen, skin, face, parts, cover, longPx, largestPx)
  const freckles = freckleShapes(kernels, picture, face, seen, cover)
  const jaw = pointsOf(face.points, 'jaw')
  const chin = jaw[jaw.length >> 1] ?? { x: 0, y: 0 }
  return {
    beard: skin.beard ? beardStrokes(face, skin.beard, pen, cover.beardAt) : [],
    shade: [...sockets, ...freckles, ...folds, ...features],
    isBearded: cover.isBearded(moved(chin, face, 0, -CHIN * face.widthPx)),
  }
}

/** By how much strokes on a face that is far off are wider, and up to which width: a pen that is bold anyway would black out its eyes, and one that is fine needs all of it. */
const BOLDER = { by: 0.45, fine: 0.85, most: 1.25 }

/** What the pen draws: eyes, brows, nose, lips, jaw and glasses. */
export function penShapes(
  picture: Raster,
  face: FoundFace,
  { skin, parts, frame, base, tones }: PaintedFace,
  pen: FacePen,
): readonly Shape[] {
  if (face.isBlurred) return []
  const cover = coverOf(skin, tones)
  const lit = {
    darkest: tones[0] ?? base,
    lightest: tones.at(-1) ?? base,
    lean: leanOf(face, cover.lightAt),
  }
  const needed = (BOLDER.most - pen.width) / (BOLDER.most - BOLDER.fine)
  const far = farnessIn(face, picture) * Math.min(1, Math.max(0, needed))
  const isPlain = isSmallIn(face, picture)
  const usual = isPlain ? SMALL.pen * pen.width : pen.width
  const width = Math.max(usual, Math.min(pen.width * (1 + BOLDER.by * far), BOLDER.most))
  const ownPen = { ...pen, width, isPlain, far }
  return faceShapes(picture, face, parts, base, ownPen, cover, glassesOn(parts, frame), lit)
}

const glassesOn = (parts: DrawnParts, frame: PaintedFace['frame']) =>
  parts.darkGlass?.glasses ?? (parts.right && parts.left ? frame : null)

/** How far above its lowest place a chin is looked at, face widths. */
const CHIN = 0.05
/** Less skin than this at a place of a face, and something lies before it. */
const HIDDEN = 0.15

/** Where the light of both halves is compared, from under the nose, face widths. */
const CHEEK = { aside: 0.2, above: 0.1 }

/** How much lighter the left half of a face is than its right, OKLab. */
function leanOf(face: FoundFace, lightAt: (place: Point) => number): number {
  const [aside, above] = [CHEEK.aside * face.widthPx, CHEEK.above * face.widthPx]
  const [right = 0, left = 0] = [-aside, aside].map((by) =>
    lightAt(moved(underNose(face), face, by, -above)),
  )
  return left - right
}

function coverOf(
  { box, light, level, share, beard }: FaceSkin,
  tones: readonly OkLab[],
): FaceCover & {
  readonly beardAt: (place: Point) => number
  readonly lightAt: (place: Point) => number
} {
  const valueAt = (plane: FloatPlane, { x, y }: Point) =>
    between4(
      plane,
      ((x - box.x) * plane.widthPx) / box.width - 0.5,
      ((y - box.y) * plane.heightPx) / box.height - 0.5,
    )
  const beardAt = (p: Point) => (beard === null ? 0 : valueAt(beard.share, p))
  const isBearded = (p: Point) => beardAt(p) > 0.5
  return {
    beardAt,
    lightAt: (p) => valueAt(light, p),
    toneAt: (p) => tones[Math.round(valueAt(level, p))] ?? BLACK,
    isBearded,
    isHidden: (p) => isBearded(p) || valueAt(share, p) < HIDDEN,
    beard: beard?.shade ?? [0, 0, 0],
  }
}

const BLACK: OkLab = [0, 0, 0]
