import type { Kernels } from '../../../../kernels/kernels.ts'
import type { OkLab } from '../../../../pixels/oklab.ts'
import type { FloatPlane, Raster } from '../../../../pixels/raster.ts'
import { moved } from '../../../face-points/face-lines.ts'
import { underNose } from '../../../face-points/face-places.ts'
import { type Point, pointsOf } from '../../../face-points/face-points.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'
import type { glassesOf } from '../../../face-points/glasses.ts'
import type { Shape } from '../../../face-points/shapes.ts'
import type { SkinOfFace } from '../../../face-points/skin-of-face.ts'
import { beardStrokes } from './beard-strokes.ts'
import { between4 } from './between-pixels.ts'
import { type DrawnParts, outlinesOf } from './drawn-parts.ts'
import type { FacePen } from './eyes.ts'
import type { FaceCover } from './face-cover.ts'
import { faceShapes } from './face-shapes.ts'
import { isSmallIn, SMALL } from './face-sizes.ts'
import type { FaceSkin } from './face-skin.ts'
import { foldShapes } from './folds.ts'
import { ownFeatures } from './own-features.ts'
import { ownLips } from './own-lips.ts'
import { socketShades } from './socket-shade.ts'

/** A face whose skin has its tones. */
interface PaintedFace {
  readonly seen: SkinOfFace
  readonly skin: FaceSkin
  readonly parts: DrawnParts
  /** Clear glasses; null for none. */
  readonly frame: ReturnType<typeof glassesOf>
  /** The skin's own colour as it is painted, and those of its tones, from the darkest on. */
  readonly base: OkLab
  readonly tones: readonly OkLab[]
}

/** Everything that is drawn on a face's skin, from the lowest on, and whether its chin is bearded. */
export function shapesOn(
  kernels: Kernels,
  picture: Raster,
  face: FoundFace,
  { seen, skin, parts, frame, base, tones }: PaintedFace,
  pen: FacePen,
): { readonly shapes: readonly Shape[]; readonly isBearded: boolean } {
  const glasses = parts.darkGlass?.glasses ?? (parts.right && parts.left ? frame : null)
  const cover = coverOf(skin, tones)
  const lit = {
    darkest: tones[0] ?? base,
    lightest: tones.at(-1) ?? base,
    lean: leanOf(face, cover.lightAt),
  }
  const isSmall = isSmallIn(face, picture)
  const ownPen = isSmall ? { ...pen, width: pen.width * SMALL.pen, isPlain: true } : pen
  const shapes = faceShapes(picture, face, parts, base, ownPen, cover, glasses, lit)
  const features = parts.isTraced
    ? [
        ...(parts.mouth ? [] : ownLips(kernels, seen, face, cover)),
        ...ownFeatures(kernels, seen, skin, cover, outlinesOf(face, parts).drawn),
      ]
    : []
  const folds = parts.mouth
    ? foldShapes(kernels, picture, face, base, pen, cover.isHidden, glasses === null)
    : []
  const longPx = Math.max(picture.widthPx, picture.heightPx)
  const sockets = socketShades(kernels, seen, skin, face, parts, cover, longPx)
  const hairs = skin.beard ? beardStrokes(face, skin.beard, pen, cover.beardAt) : []
  const jaw = pointsOf(face.points, 'jaw')
  const chin = jaw[jaw.length >> 1] ?? { x: 0, y: 0 }
  return {
    shapes: [...hairs, ...sockets, ...folds, ...features, ...shapes],
    isBearded: cover.isBearded(moved(chin, face, 0, -CHIN * face.widthPx)),
  }
}

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
