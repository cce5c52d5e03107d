import type { Geometry, PhotoLayer } from './document.ts'
import { layerMatrix, type PointMm, roundedBoxHolds, transformPoint, trimBox } from './geometry.ts'

/** A face in a photo; everything in fractions of the upright photo. */
export interface PhotoFace {
  readonly width: number
  readonly eyes: readonly { readonly x: number; readonly y: number }[]
}

/** An eye's reach about its middle, as a share of the face's width. */
const EYE_SHARE = 0.08

/**
 * Whether an opening of the product, or its edge, takes an eye that the layer shows. Eyes that the
 * customer cropped away are not missed.
 */
export function coversEyes(
  layer: PhotoLayer,
  geometry: Geometry,
  faces: readonly PhotoFace[],
): boolean {
  const outline = trimBox(geometry)
  return faces.some(({ width, eyes }) => {
    const reachMm = (EYE_SHARE * width * layer.widthMm * layer.scale) / layer.crop.width
    return eyes.some((eye) => {
      const at = onProduct(layer, eye)
      if (at === null) return false
      return (
        !roundedBoxHolds(outline, at) ||
        geometry.holes.some((hole) => roundedBoxHolds(hole, at, reachMm))
      )
    })
  })
}

/** Where a place of the photo comes to lie, in mm of the design; null where it is cropped away. */
export function onProduct(
  layer: PhotoLayer,
  place: { readonly x: number; readonly y: number },
): PointMm | null {
  const x = (place.x - layer.crop.x) / layer.crop.width
  const y = (place.y - layer.crop.y) / layer.crop.height
  if (x < 0 || x > 1 || y < 0 || y > 1) return null
  const own = { xMm: (x - 0.5) * layer.widthMm, yMm: (y - 0.5) * layer.heightMm }
  return transformPoint(layerMatrix(layer), own)
}
