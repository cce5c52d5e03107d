import { filling, fittedSize } from './create.ts'
import type { Crop, Geometry, PhotoLayer } from './document.ts'
import { inCrop, inFrame } from './faces.ts'
import {
  type BoundsMm,
  bleedBox,
  isRound,
  layerMatrix,
  roundedBoxHolds,
  safeBox,
  transformPoint,
  trimBox,
} from './geometry.ts'
import { shownPhoto } from './shown-photo.ts'

/** So much of what was cut out is seen, or it is brought in. */
const SEEN_MIN = 0.95
/** What comes so near to the edge of its photo is cut off there, in fractions of the photo. */
const EDGE = 0.012
/** Room left about it, in fractions of its sides. */
const ROOM = 0.03
/** How much of a round print it takes: its corners are seldom filled. */
const ROUND_SHARE = 0.86
/** Places along each side at which it is looked for. */
const STEPS = 9

/** Which sides of what was cut out its photo cuts off. */
interface CutSides {
  readonly left: boolean
  readonly right: boolean
  readonly bottom: boolean
}

/**
 * A photo that fills the print, with its background taken away: smaller, and where nothing covers
 * it, so that all that was cut out is seen. A side that the photo itself cuts off stands on the edge
 * of the print. The layer itself where nearly all is seen already, where that cannot be, and where
 * its customer gave it another frame.
 * @param kept what was cut out, in fractions of the photo
 */
export function withWholeCutOut(layer: PhotoLayer, geometry: Geometry, kept: Crop): PhotoLayer {
  const cut = {
    left: kept.x < EDGE,
    right: kept.x + kept.width > 1 - EDGE,
    bottom: kept.y + kept.height > 1 - EDGE,
  }
  const isCutAside = cut.left || cut.right || cut.bottom
  if (kept.y < EDGE || (isRound(geometry) && isCutAside)) return layer
  if (!fillsPrint(layer, geometry) || seenShare(layer, geometry, kept) >= SEEN_MIN) return layer
  const place = standing(layer, geometry, withRoom(kept), cut)
  return place === null ? layer : { ...layer, ...place }
}

/**
 * The same of a cut-out that takes the place of the one before. What that one had left out and its
 * frame would hide lets the photo lie anew, unless its customer gave it a figure or turned it.
 */
export function withWholeCutOutAgain(
  layer: PhotoLayer,
  geometry: Geometry,
  kept: Crop,
): PhotoLayer {
  if (isOwn(layer) || fillsPrint(layer, geometry) || holds(layer.crop, kept))
    return withWholeCutOut(layer, geometry, kept)
  const anew = { ...layer, ...filling(geometry, shownPhoto(layer)), scale: 1 }
  return withWholeCutOut(anew, geometry, kept)
}

/**
 * A cut-out that was brought in on one print and not moved since, brought in on another: as large as
 * it may be there, and clear of that one's camera. Null where it lies otherwise.
 */
export function withWholeCutOutMoved(
  layer: PhotoLayer,
  from: Geometry,
  to: Geometry,
): PhotoLayer | null {
  if (isOwn(layer) || layer.scale !== 1) return null
  const { crop, xMm, yMm, widthMm } = layer
  // Cut off where it ends with its photo, mostly; where it is not, it does not lie where this says.
  const placeOn = (print: Geometry): Frame | null => {
    const isCut = (end: number) => end > 1 - 1e-9 && !isRound(print)
    return standing({ ...layer, ...filling(print, shownPhoto(layer)) }, print, crop, {
      left: isCut(1 - crop.x),
      right: isCut(crop.x + crop.width),
      bottom: isCut(crop.y + crop.height),
    })
  }
  const lay = placeOn(from)
  const place = placeOn(to)
  if (lay === null || place === null) return null
  const isMoved = Math.hypot(xMm - lay.xMm, yMm - lay.yMm, widthMm - lay.widthMm) > 0.01
  return isMoved ? null : { ...layer, ...place }
}

/** Whether its customer gave it a slot or a figure, or turned it. */
const isOwn = ({ slotId, mask, rotationDeg }: PhotoLayer): boolean =>
  slotId !== null || mask !== 'none' || rotationDeg !== 0

type Frame = Pick<PhotoLayer, 'xMm' | 'yMm' | 'widthMm' | 'heightMm' | 'crop'>

/**
 * Where a part of a photo stands whole.
 * @param layer the photo as it fills the print: it is shown no larger
 * @param crop the part
 * @returns null where it is cut off on both sides and cannot reach both edges of the print
 */
function standing(layer: PhotoLayer, geometry: Geometry, crop: Crop, cut: CutSides): Frame | null {
  const wide = (layer.widthMm * crop.width) / layer.crop.width
  const high = (layer.heightMm * crop.height) / layer.crop.height
  const room = roomFor(geometry, wide / high, cut)
  const share = Math.min(1, room.widthMm / wide, room.heightMm / high)
  const isAcross = cut.left && cut.right
  if (isAcross && wide * share < room.widthMm - 0.01) return null
  const frame = { widthMm: wide * share, heightMm: high * share }
  const [aside, above] = [room.widthMm - frame.widthMm, room.heightMm - frame.heightMm]
  const left = cut.left ? 0 : cut.right ? aside : aside / 2
  const top = cut.bottom ? above : above / 2
  return {
    ...frame,
    crop,
    xMm: room.xMm + left + frame.widthMm / 2,
    yMm: room.yMm + top + frame.heightMm / 2,
  }
}

/** Whether a crop shows all of a box but for its last pixels. */
const holds = (crop: Crop, box: Crop): boolean =>
  box.x > crop.x - EDGE &&
  box.y > crop.y - EDGE &&
  box.x + box.width < crop.x + crop.width + EDGE &&
  box.y + box.height < crop.y + crop.height + EDGE

/** Whether a photo lies as it was first placed: over all of the print. */
function fillsPrint(layer: PhotoLayer, geometry: Geometry): boolean {
  const box = bleedBox(geometry)
  const isNear = (one: number, other: number) => Math.abs(one - other) < 0.01
  return (
    !isOwn(layer) &&
    layer.scale === 1 &&
    isNear(layer.widthMm, box.widthMm) &&
    isNear(layer.heightMm, box.heightMm) &&
    isNear(layer.xMm, box.xMm + box.widthMm / 2) &&
    isNear(layer.yMm, box.yMm + box.heightMm / 2)
  )
}

/** How much of an oval as large as what was cut out lies on the print, and under no opening. */
function seenShare(layer: PhotoLayer, geometry: Geometry, kept: Crop): number {
  const matrix = layerMatrix(layer)
  const trim = trimBox(geometry)
  const along = Array.from({ length: STEPS }, (_, step) => (2 * step) / (STEPS - 1) - 1)
  const places = along
    .flatMap((x) => along.map((y) => ({ x, y })))
    .filter(({ x, y }) => Math.hypot(x, y) <= 1.01)
  const seen = places.filter(({ x, y }) => {
    const spot = {
      x: kept.x + kept.width * (0.5 + x / 2),
      y: kept.y + kept.height * (0.5 + y / 2),
    }
    const at = inCrop(spot, layer.crop)
    if (at === null) return false
    const place = transformPoint(matrix, inFrame(at, layer))
    return (
      roundedBoxHolds(trim, place) && !geometry.holes.some((hole) => roundedBoxHolds(hole, place))
    )
  })
  return seen.length / places.length
}

/**
 * Where it is to stand: within what is surely printed, below the camera, in the middle of a round
 * print; on the side of a photo that cuts it off up to the end of the bleed.
 */
function roomFor(geometry: Geometry, aspect: number, cut: CutSides): BoundsMm {
  if (isRound(geometry)) {
    const { widthMm, heightMm } = fittedSize(geometry, aspect, ROUND_SHARE)
    const [xMm, yMm] = [(geometry.widthMm - widthMm) / 2, (geometry.heightMm - heightMm) / 2]
    return { xMm, yMm, widthMm, heightMm }
  }
  const [safe, bleed] = [safeBox(geometry), bleedBox(geometry)]
  const openings = geometry.holes
    .filter(({ yMm, heightMm }) => yMm + heightMm < geometry.heightMm / 2)
    .map(({ yMm, heightMm }) => yMm + heightMm + geometry.safeMm)
  const end = (of: 'left' | 'right' | 'bottom') => (cut[of] ? bleed : safe)
  const xMm = end('left').xMm
  const yMm = Math.max(safe.yMm, ...openings)
  const right = end('right').xMm + end('right').widthMm
  const foot = end('bottom').yMm + end('bottom').heightMm
  return { xMm, yMm, widthMm: right - xMm, heightMm: foot - yMm }
}

/** A little more than what was cut out, as far as the photo goes. */
function withRoom({ x, y, width, height }: Crop): Crop {
  const [left, top] = [Math.max(0, x - ROOM * width), Math.max(0, y - ROOM * height)]
  const right = Math.min(1, x + width * (1 + ROOM))
  const foot = Math.min(1, y + height * (1 + ROOM))
  return { x: left, y: top, width: right - left, height: foot - top }
}
