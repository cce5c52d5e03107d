import { limits } from '../limits.ts'
import { cropsOf } from './clear-eyes.ts'
import { layerDpi } from './crop.ts'
import type { Crop, Geometry, PhotoLayer } from './document.ts'
import { inCrop, inFrame, type PhotoFace } from './faces.ts'
import { layerMatrix, roundedBoxHolds, transformPoint, trimBox } from './geometry.ts'

/** How far a photo may be zoomed for its faces, the least first. */
const ZOOMS = [1, 1.1, 1.2, 1.35, 1.5, 1.75, 2] as const
/** What a zoom to twice the size costs of the faces' worth, and a move by the crop's own length. */
const ZOOM_COST = 0.2
const MOVE_COST = 0.08
/** What a photo is moved for at least: half a forehead is no reason. */
const GAIN_MIN = 0.12
/** A face of which the middle is seen is worth so much, with all of the head one. */
const CORE_WORTH = 0.7
/** Of a large group the largest; the others stand beside them. */
const FACES_MAX = 12

interface Spot {
  readonly x: number
  readonly y: number
}
/** Places of a face in its widths from between the eyes: to the side of the left eye, down to the chin. */
const CORE: readonly Spot[] = [
  { x: -0.34, y: 0 },
  { x: 0.34, y: 0 },
  { x: -0.34, y: 0.3 },
  { x: 0.34, y: 0.3 },
  { x: 0, y: 0.5 },
]
const HEAD: readonly Spot[] = [
  { x: 0, y: -0.6 },
  { x: -0.6, y: 0.1 },
  { x: 0.6, y: 0.1 },
  { x: 0, y: 0.8 },
]

interface FacePlaces {
  readonly weight: number
  readonly core: readonly Spot[]
  readonly head: readonly Spot[]
}

/**
 * A photo as it is first placed, moved in its frame, and zoomed where it must be, so that the faces
 * are seen: not under the camera, not cut by the frame or the edge. The larger a face the more it
 * counts; those out of focus behind somebody do not. The layer itself where nothing is much better.
 */
export function withFacesInView(
  layer: PhotoLayer,
  geometry: Geometry,
  faces: readonly PhotoFace[],
): PhotoLayer {
  const places = faces
    .filter(({ isBehind }) => isBehind !== true)
    .toSorted((a, b) => b.width - a.width)
    .slice(0, FACES_MAX)
    .map((face) => placesOf(face, layer))
  if (places.length === 0) return layer
  const worthOf = worthOn(layer, geometry, places)
  const now = worthOf(layer.crop)
  let best = { crop: layer.crop, worth: now + GAIN_MIN }
  for (const { crop, cost } of candidates(layer)) {
    if (1 - cost <= best.worth) break
    const worth = worthOf(crop) - cost
    if (worth > best.worth) best = { crop, worth }
  }
  return best.crop === layer.crop ? layer : { ...layer, crop: best.crop }
}

/** Where the photo could lie in its frame, and what each costs, the least first. */
function candidates(layer: PhotoLayer) {
  const dpi = layerDpi(layer)
  const dpiMin = Math.min(dpi, limits.dpiPoor)
  return ZOOMS.filter((zoom) => dpi / zoom >= dpiMin)
    .flatMap((zoom) =>
      cropsOf(layer.crop, zoom).map(({ crop, far }) => ({
        crop,
        cost: ZOOM_COST * Math.log2(zoom) + MOVE_COST * far,
      })),
    )
    .toSorted((a, b) => a.cost - b.cost)
}

/** Tells of a crop how much of the faces is seen: between 0, where none is, and 1. */
function worthOn(layer: PhotoLayer, geometry: Geometry, faces: readonly FacePlaces[]) {
  const matrix = layerMatrix(layer)
  const trim = trimBox(geometry)
  const all = faces.reduce((sum, { weight }) => sum + weight, 0)
  const isSeen = (spot: Spot, crop: Crop): boolean => {
    const at = inCrop(spot, crop)
    if (at === null) return false
    const place = transformPoint(matrix, inFrame(at, layer))
    if (!roundedBoxHolds(trim, place)) return false
    return !geometry.holes.some((hole) => roundedBoxHolds(hole, place))
  }
  return (crop: Crop): number => {
    const seen = faces.reduce((sum, { weight, core, head }) => {
      if (!core.every((spot) => isSeen(spot, crop))) return sum
      const share = head.filter((spot) => isSeen(spot, crop)).length / head.length
      return sum + weight * (CORE_WORTH + (1 - CORE_WORTH) * share)
    }, 0)
    return seen / all
  }
}

/** In fractions of the photo, turned with the line between the eyes. */
function placesOf({ width, eyes }: PhotoFace, { original }: PhotoLayer): FacePlaces {
  const tall = original.heightPx / original.widthPx
  const [one = { x: 0, y: 0 }, two = one] = eyes
  const [alongX, alongY] = [two.x - one.x, (two.y - one.y) * tall]
  const apart = Math.hypot(alongX, alongY)
  const [cos, sin] = apart > 0 ? [alongX / apart, alongY / apart] : [1, 0]
  const [midX, midY] = [(one.x + two.x) / 2, (one.y + two.y) / 2]
  // What the photo itself cuts off is not missed.
  const inPhoto = (value: number) => Math.min(1, Math.max(0, value))
  const at = ({ x, y }: Spot): Spot => ({
    x: inPhoto(midX + width * (x * cos - y * sin)),
    y: inPhoto(midY + (width * (x * sin + y * cos)) / tall),
  })
  return { weight: width, core: CORE.map(at), head: HEAD.map(at) }
}
