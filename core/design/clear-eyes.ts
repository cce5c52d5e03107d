import { limits } from '../limits.ts'
import { layerDpi } from './crop.ts'
import type { Crop, Geometry, PhotoLayer } from './document.ts'
import { EYE_SHARE, eyesOf, isEyeCovered, type PhotoFace } from './faces.ts'

/** How far the photo may be zoomed in its frame to bring the eyes out, the least first. */
const ZOOMS = [1, 1.2, 1.5, 2] as const
/** Places that are tried along each side. */
const STEPS = 12
/** Where eyes are brought to: with the face about them on the product, else at least in sight. */
const ROOMY = { opening: 1.75, edge: 4 } as const
const TIGHT = { opening: 1.25, edge: 1.5 } as const

/**
 * The photo moved within its frame, and zoomed where it must be, so that no opening of the product
 * takes an eye; the frame stays where it is. The least change that does.
 * @returns null where there is none
 */
export const clearOfOpenings = (
  layer: PhotoLayer,
  geometry: Geometry,
  faces: readonly PhotoFace[],
): PhotoLayer | null =>
  clearedBy(ROOMY, layer, geometry, faces) ?? clearedBy(TIGHT, layer, geometry, faces)

function clearedBy(
  clear: typeof ROOMY | typeof TIGHT,
  layer: PhotoLayer,
  geometry: Geometry,
  faces: readonly PhotoFace[],
): PhotoLayer | null {
  const shown = faces.flatMap(({ width, eyes }) =>
    eyes.flatMap((eye) =>
      eyesOf(layer, [{ width, eyes: [eye] }]).map((now) => ({
        width,
        eye,
        wanted: isEyeCovered(now, geometry) ? clear : undefined,
      })),
    ),
  )
  const isClear = (moved: PhotoLayer) =>
    shown.every(
      ({ width, eye, wanted }) =>
        isWithin(moved.crop, eye, width) &&
        eyesOf(moved, [{ width, eyes: [eye] }]).every((at) => !isEyeCovered(at, geometry, wanted)),
    )
  const dpiMin = Math.min(layerDpi(layer), limits.dpiPoor)
  for (const zoom of ZOOMS) {
    const moved = cropsOf(layer.crop, zoom)
      .map(({ crop: to }) => ({ ...layer, crop: to }))
      .find((candidate) => layerDpi(candidate) >= dpiMin && isClear(candidate))
    if (moved !== undefined) return moved
  }
  return null
}

/** A crop to move to, and how far its middle is, in lengths of the crop before. */
interface CropMove {
  readonly crop: Crop
  readonly far: number
}

/** Crops of one zoom, those that move the photo least first. */
export function cropsOf(crop: Crop, zoom: number): readonly CropMove[] {
  const [width, height] = [crop.width / zoom, crop.height / zoom]
  const middle = (one: Crop) => [one.x + one.width / 2, one.y + one.height / 2] as const
  const [fromX, fromY] = middle(crop)
  const far = (one: Crop) => {
    const [x, y] = middle(one)
    return Math.hypot((x - fromX) / crop.width, (y - fromY) / crop.height)
  }
  return places(1 - width)
    .flatMap((x) => places(1 - height).map((y) => ({ x, y, width, height })))
    .map((one) => ({ crop: one, far: far(one) }))
    .toSorted((a, b) => a.far - b.far)
}

const places = (room: number): readonly number[] =>
  room <= 1e-9 ? [0] : Array.from({ length: STEPS + 1 }, (_, step) => (room * step) / STEPS)

/** Whether an eye stands in the crop with all of itself. */
function isWithin(crop: Crop, { x, y }: PhotoFace['eyes'][number], faceWidth: number): boolean {
  const reach = faceWidth * EYE_SHARE
  return (
    x - reach >= crop.x &&
    x + reach <= crop.x + crop.width &&
    y - reach >= crop.y &&
    y + reach <= crop.y + crop.height
  )
}
