/** A box on the stage, in px. */
export interface BoxPx {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface TagRoom {
  /** The photo, with what of it lies outside the stage. */
  readonly photo: BoxPx
  /** What of the stage nothing lies over. */
  readonly free: BoxPx
  readonly faces: readonly BoxPx[]
  /** Where the handle that turns the photo hangs below it. */
  readonly isGripBelow: boolean
}

export interface TagPlace {
  readonly x: number
  readonly y: number
  readonly side: 'above' | 'below' | 'within'
}

/** From the edge of a photo to the middle of the tag. */
const OFF_PX = 15
/** Half of a tag. */
const HALF_HEIGHT_PX = 12
const HALF_WIDTH_PX = 110

/**
 * Where the middle of a tag stands that says something of a photo: above the photo, else below it,
 * else within it at the edge that hides less of its faces, the lower one where it hides none.
 */
export function tagPlace({ photo, free, faces, isGripBelow }: TagRoom): TagPlace {
  const x = (Math.max(photo.left, free.left) + Math.min(photo.right, free.right)) / 2
  const highest = free.top + HALF_HEIGHT_PX
  const lowest = free.bottom - HALF_HEIGHT_PX
  const above = photo.top - OFF_PX
  if (above >= highest && above <= lowest) return { x, y: above, side: 'above' }
  const below = photo.bottom + OFF_PX
  if (!isGripBelow && below <= lowest && below >= highest) return { x, y: below, side: 'below' }
  const upper = Math.max(photo.top + OFF_PX, highest)
  const lower = Math.min(photo.bottom - OFF_PX, lowest)
  const hidden = (y: number) => faces.reduce((sum, face) => sum + hiddenOf(face, x, y), 0)
  return { x, y: hidden(upper) < hidden(lower) ? upper : lower, side: 'within' }
}

/** How much of a face a tag hides, in px². */
function hiddenOf({ left, top, right, bottom }: BoxPx, x: number, y: number): number {
  const width = Math.min(right, x + HALF_WIDTH_PX) - Math.max(left, x - HALF_WIDTH_PX)
  const height = Math.min(bottom, y + HALF_HEIGHT_PX) - Math.max(top, y - HALF_HEIGHT_PX)
  return Math.max(0, width) * Math.max(0, height)
}
