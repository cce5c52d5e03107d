import type { Kernels } from '../../../../../kernels/kernels.ts'
import { between4 } from '../../../../../pixels/between-pixels.ts'
import { type Box, clampBox, createFloatPlane, cropRaster } from '../../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../../pixels/raster.ts'
import { withValues } from '../../../../../pixels/with-values.ts'
import { turnOf } from '../../../../face-points/face-lines.ts'
import { placedFrom, underNose } from '../../../../face-points/face-places.ts'
import type { Point } from '../../../../face-points/face-points.ts'
import type { FoundFace } from '../../../../face-points/find-faces.ts'
import { rgbOf, toned } from '../../../../face-points/samples.ts'
import { ellipse, type Shape } from '../../../../face-points/shapes.ts'
import { labOf } from '../../../../face-points/skin-likeness.ts'
import type { SkinOfFace } from '../../../../face-points/skin-of-face.ts'
import type { FaceCover } from '../parts/face-cover.ts'

/** On a narrower face a freckle is less than a pixel; a wider one is looked at this small, px. */
const WIDTH_PX = { least: 110, most: 360 }
/** Cheeks and nose, from under the nose, and how far from all else, face widths. */
const ZONE = { above: -0.32, below: 0.16, aside: 0.42, deep: 0.02, skin: 0.6 }
/** A freckle is darker than the skin about it; sizes in face widths, darker by a share of the skin's light. */
const FRECKLE = { fine: 0.0045, about: 0.013, ring: 0.014, darker: 0.03 }
/** As much of a freckle's dark may lie on the ring about it: of one that stands alone, and of one among others. */
const ON_RING = { alone: 0.55, among: 0.75 }
/**
 * Pores, grain and wrinkles have as many light spots as dark ones. A face is freckled where so many more are dark.
 */
const FRECKLED = { least: 7.5, perLight: 1.2 }
/** How a freckle is drawn: face widths, darker by shares of the tone it lies on. */
const DRAWN = {
  radius: 0.0055,
  wider: 0.05,
  most: 0.01,
  dark: 0.06,
  by: 1.5,
  darkest: 0.24,
  chroma: 1.12,
}
const RING_PLACES = 12

interface Spot {
  readonly at: Point
  /** By what share of its light the skin there is darker. */
  readonly darker: number
}

/** The skin of cheeks and nose, looked at closely. */
interface Closely {
  readonly box: Box
  /** Pixels of the planes for one of the picture. */
  readonly scale: number
  readonly facePx: number
  /** By what share of its light a place is darker than the skin about it; below 0 where it is lighter. */
  readonly darker: FloatPlane
  /** How much of what is about a place is bare skin of cheeks or nose, 0..1. */
  readonly bare: Float32Array
}

/**
 * The freckles of a face as small dots on its painted skin; none where a face has none, or where spots are as
 * often light as dark.
 */
export function freckleShapes(
  kernels: Kernels,
  picture: Raster,
  face: FoundFace,
  seen: SkinOfFace,
  cover: FaceCover,
): Shape[] {
  if (face.widthPx < WIDTH_PX.least) return []
  const close = closely(kernels, picture, face, seen)
  const alone = (sign: 1 | -1) => spotsOf(close, sign, ON_RING.alone).length
  const dark = alone(1)
  if (dark < FRECKLED.least) return []
  if (dark - FRECKLED.perLight * alone(-1) < FRECKLED.least) return []
  return spotsOf(close, 1, ON_RING.among)
    .filter(({ at }) => !cover.isHidden(at))
    .map((spot) => drawn(spot, face, cover))
}

function drawn({ at, darker }: Spot, face: FoundFace, cover: FaceCover): Shape {
  const radius = face.widthPx * Math.min(DRAWN.most, DRAWN.radius + DRAWN.wider * darker)
  const dark = Math.min(DRAWN.darkest, DRAWN.dark + DRAWN.by * darker)
  return {
    outline: ellipse(at, radius, 0.85 * radius, turnOf(face)),
    colour: rgbOf(toned(cover.toneAt(at), 1 - dark, DRAWN.chroma)),
    opacity: 0.9,
  }
}

function closely(kernels: Kernels, picture: Raster, face: FoundFace, seen: SkinOfFace): Closely {
  const box = zoneBox(face, picture)
  const scale = Math.min(1, WIDTH_PX.most / face.widthPx)
  const crop = cropRaster(picture, box)
  const small =
    scale < 1
      ? kernels.resizeArea(crop, Math.round(box.width * scale), Math.round(box.height * scale))
      : crop
  const { widthPx, heightPx } = small
  const facePx = face.widthPx * scale
  const light = { widthPx, heightPx, values: labOf(kernels, small).light }
  const fine = kernels.gaussian(light, Math.max(0.6, FRECKLE.fine * facePx)).values
  const about = kernels.gaussian(light, FRECKLE.about * facePx).values
  const darker = withValues(new Float32Array(fine.length), (i) => {
    const skin = about[i] as number
    return (skin - (fine[i] as number)) / Math.max(0.1, skin)
  })
  const bare = bareSkin(face, seen, box, scale, { widthPx, heightPx })
  return {
    box,
    scale,
    facePx,
    darker: { widthPx, heightPx, values: darker },
    bare: kernels.gaussian(bare, ZONE.deep * facePx).values,
  }
}

function zoneBox({ points }: FoundFace, { widthPx, heightPx }: Raster): Box {
  const [xs, ys] = [points.points.map(({ x }) => x), points.points.map(({ y }) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return clampBox(
    { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y },
    widthPx,
    heightPx,
  )
}

function bareSkin(
  face: FoundFace,
  { skin, box: skinBox }: SkinOfFace,
  box: Box,
  scale: number,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
): FloatPlane {
  const plane = createFloatPlane(widthPx, heightPx)
  const placed = placedFrom(face, underNose(face))
  const [across, down] = [skin.widthPx / skinBox.width, skin.heightPx / skinBox.height]
  for (let i = 0; i < plane.values.length; i++) {
    const x = box.x + ((i % widthPx) + 0.5) / scale
    const y = box.y + (Math.floor(i / widthPx) + 0.5) / scale
    const { u, v } = placed({ x, y })
    if (v < ZONE.above || v > ZONE.below || Math.abs(u) > ZONE.aside) continue
    const share = between4(skin, (x - skinBox.x) * across - 0.5, (y - skinBox.y) * down - 0.5)
    if (share > ZONE.skin) plane.values[i] = 1
  }
  return plane
}

/** Round spots. @param sign 1 for dark ones, -1 for light ones @param onRing how much of its dark may lie about one */
function spotsOf(close: Closely, sign: 1 | -1, onRing: number): readonly Spot[] {
  const { box, scale, facePx, darker, bare } = close
  const { widthPx, heightPx, values } = darker
  const ringPx = Math.max(2, Math.round(FRECKLE.ring * facePx))
  const ring = Array.from({ length: RING_PLACES }, (_, k) => {
    const turn = (k / RING_PLACES) * 2 * Math.PI
    return Math.round(ringPx * Math.sin(turn)) * widthPx + Math.round(ringPx * Math.cos(turn))
  })
  const beside = [-widthPx - 1, -widthPx, -widthPx + 1, -1, 1, widthPx - 1, widthPx, widthPx + 1]
  const spots: Spot[] = []
  const lookAlong = (y: number) => {
    for (let x = ringPx; x < widthPx - ringPx; x++) {
      const i = y * widthPx + x
      const own = sign * (values[i] as number)
      if (own < FRECKLE.darker || (bare[i] as number) < 0.97) continue
      if (beside.some((by) => sign * (values[i + by] as number) > own)) continue
      if (ring.some((by) => sign * (values[i + by] as number) > onRing * own)) continue
      spots.push({
        at: { x: box.x + (x + 0.5) / scale, y: box.y + (y + 0.5) / scale },
        darker: own,
      })
    }
  }
  for (let y = ringPx; y < heightPx - ringPx; y++) lookAlong(y)
  return spots
}
