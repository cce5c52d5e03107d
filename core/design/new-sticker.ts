import { freePlace, layerBase, type SizeMm, takenBy } from './create.ts'
import type { Design, StickerLayer } from './document.ts'
import {
  boundsOverlap,
  layerBounds,
  layerCorners,
  type PointMm,
  roundedBoxHolds,
  safeBox,
} from './geometry.ts'

/** A free place for a sticker is looked for in so many steps to each side, eight of its own size. */
const STICKER_STEPS = 24

/**
 * A sticker at about a third of the print's shorter side.
 * @param aspect width / height of the sticker's picture
 */
export function stickerLayer(
  design: Design,
  id: string,
  stickerId: string,
  options: { readonly at?: PointMm; readonly aspect?: number } = {},
): StickerLayer {
  const { geometry } = design.product
  const side = Math.min(geometry.widthMm, geometry.heightMm) * 0.34
  const aspect = options.aspect ?? 1
  const widthMm = aspect >= 1 ? side : side * aspect
  const box = { widthMm, heightMm: widthMm / aspect }
  return {
    ...layerBase(id),
    ...(options.at ?? freeStickerPlace(design, box)),
    ...box,
    kind: 'sticker',
    stickerId,
  }
}

/** The free place nearest to the middle where a sticker meets no text, no other sticker and no opening. */
function freeStickerPlace(design: Design, { widthMm, heightMm }: SizeMm): PointMm {
  const middle = freePlace({ ...design, layers: [] })
  const { geometry } = design.product
  const safe = safeBox(geometry)
  const taken = [...takenBy(design), ...geometry.holes]
  const isFree = (place: PointMm): boolean => {
    const box = { ...place, widthMm, heightMm, rotationDeg: 0, scale: 1 }
    return (
      layerCorners(box).every((corner) => roundedBoxHolds(safe, corner, widthMm * 0.15)) &&
      !taken.some((other) => boundsOverlap(other, layerBounds(box)))
    )
  }
  const away = Array.from({ length: 2 * STICKER_STEPS + 1 }, (_, at) => at - STICKER_STEPS)
  const places = away
    // Below rather than above: faces are above.
    .flatMap((x) => away.map((y) => ({ x, y: -y, far: Math.hypot(x, y) })))
    .toSorted((one, other) => one.far - other.far)
    .map(({ x, y }) => ({
      xMm: middle.xMm + (x * (widthMm + 1)) / 8,
      yMm: middle.yMm + (y * (heightMm + 1)) / 8,
    }))
  return places.find(isFree) ?? freePlace(design)
}
