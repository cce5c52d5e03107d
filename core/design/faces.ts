import type { Crop, Geometry, PhotoLayer } from './document.ts'
import { layerMatrix, type PointMm, roundedBoxHolds, transformPoint, trimBox } from './geometry.ts'

/** A face in a photo; everything in fractions of the upright photo. */
export interface PhotoFace {
  readonly width: number
  readonly eyes: readonly { readonly x: number; readonly y: number }[]
  /** Out of focus behind somebody sharp. */
  readonly isBehind?: boolean
}

/** The place between a face's eyes, in fractions of the photo. */
export const betweenEyes = ({ eyes }: Pick<PhotoFace, 'eyes'>): Place => ({
  x: eyes.reduce((sum, { x }) => sum + x, 0) / eyes.length,
  y: eyes.reduce((sum, { y }) => sum + y, 0) / eyes.length,
})

/** An eye's reach about its middle, as a share of the face's width. */
export const EYE_SHARE = 0.08

/** An eye that a layer shows, in mm of the design. */
export interface ShownEye {
  readonly at: PointMm
  readonly reachMm: number
}

/** The eyes that the layer shows; those that the customer cropped away are not missed. */
export const eyesOf = (layer: PhotoLayer, faces: readonly PhotoFace[]): readonly ShownEye[] =>
  faces.flatMap(({ width, eyes }) => {
    const reachMm = (EYE_SHARE * width * layer.widthMm * layer.scale) / layer.crop.width
    return eyes.flatMap((eye) => {
      const at = onProduct(layer, eye)
      return at === null ? [] : [{ at, reachMm }]
    })
  })

/**
 * Whether an opening of the product, or its edge, takes an eye.
 * @param clear how far it must stand off an opening and within the edge, in its own reach
 */
export const isEyeCovered = (
  { at, reachMm }: ShownEye,
  geometry: Geometry,
  clear: { readonly opening: number; readonly edge: number } = { opening: 1, edge: 0 },
): boolean =>
  !roundedBoxHolds(trimBox(geometry), at, -reachMm * clear.edge) ||
  geometry.holes.some((hole) => roundedBoxHolds(hole, at, reachMm * clear.opening))

/** Whether an opening of the product, or its edge, takes an eye that the layer shows. */
export const coversEyes = (
  layer: PhotoLayer,
  geometry: Geometry,
  faces: readonly PhotoFace[],
): boolean => eyesOf(layer, faces).some((eye) => isEyeCovered(eye, geometry))

/** Where a place of the photo comes to lie, in mm of the design; null where it is cropped away. */
export function onProduct(layer: PhotoLayer, place: Place): PointMm | null {
  const at = inCrop(place, layer.crop)
  if (at === null) return null
  return transformPoint(layerMatrix(layer), inFrame(at, layer))
}

/** A place in fractions of a crop, in mm from the middle of its frame. */
export const inFrame = (
  { x, y }: Place,
  { widthMm, heightMm }: Pick<PhotoLayer, 'widthMm' | 'heightMm'>,
): PointMm => ({ xMm: (x - 0.5) * widthMm, yMm: (y - 0.5) * heightMm })

interface Place {
  readonly x: number
  readonly y: number
}

/** A place of the photo in fractions of a crop; null where it is cropped away. */
export function inCrop(place: Place, crop: Crop): Place | null {
  const x = (place.x - crop.x) / crop.width
  const y = (place.y - crop.y) / crop.height
  return x < 0 || x > 1 || y < 0 || y > 1 ? null : { x, y }
}
