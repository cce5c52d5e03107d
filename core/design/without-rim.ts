import { coverCrop } from './crop.ts'
import type { Crop, PhotoLayer } from './document.ts'
import { shownPhoto } from './shown-photo.ts'

/** Two crops that differ by less are the same. */
const SAME = 1e-4

/**
 * A photographed print in its frame, without the white rim about its picture. The layer itself where its
 * customer has cropped it: the whole print is there still, and a crop that is reset shows it.
 * @param picture the print's picture, in fractions of it
 */
export function withoutRim(layer: PhotoLayer, picture: Crop): PhotoLayer {
  const { widthPx, heightPx } = shownPhoto(layer)
  const frame = { width: layer.widthMm, height: layer.heightMm }
  if (!isSame(layer.crop, coverCrop({ widthPx, heightPx }, frame))) return layer
  const own = { widthPx: widthPx * picture.width, heightPx: heightPx * picture.height }
  const within = coverCrop(own, frame)
  const crop = {
    x: picture.x + within.x * picture.width,
    y: picture.y + within.y * picture.height,
    width: within.width * picture.width,
    height: within.height * picture.height,
  }
  return { ...layer, crop }
}

const isSame = (one: Crop, other: Crop): boolean =>
  Math.abs(one.x - other.x) < SAME &&
  Math.abs(one.y - other.y) < SAME &&
  Math.abs(one.width - other.width) < SAME &&
  Math.abs(one.height - other.height) < SAME
