/** A point in px of a picture: (0, 0) is the outer corner of its first pixel, not its middle. */
export interface OutlinePoint {
  readonly xPx: number
  readonly yPx: number
}

/** A closed line; the last point joins the first. Holes turn against the outer lines. */
export interface OutlineRing {
  readonly role: 'outer' | 'hole'
  readonly points: readonly OutlinePoint[]
}

/** A height map, row by row; coordinates are those of the pixels' middles. */
export interface LevelField {
  readonly width: number
  readonly height: number
  readonly values: Float32Array
}

/** Steps towards the level; each halves what a bilinear surface leaves over. */
const NEWTON_STEPS = 3
/** A contour of whole pixels lies at most this far from the level line. */
const STEP_MAX_PX = 1
/** A slope flatter than this has no direction. */
const FLAT = 1e-4

/**
 * Moves the points of a contour of whole pixels onto the line where `field` has `level`, along the
 * steepest slope, so that the line is smooth to a fraction of a pixel.
 * @param contour x, y, x, y, ... in pixels of the field
 */
export function settledOnLevel(
  contour: ArrayLike<number>,
  field: LevelField,
  level: number,
): Float32Array<ArrayBuffer> {
  const settled = Float32Array.from(contour)
  for (let i = 0; i + 1 < settled.length; i += 2) {
    let x = settled[i] ?? 0
    let y = settled[i + 1] ?? 0
    for (let step = 0; step < NEWTON_STEPS; step++) {
      const slopeX = sampled(field, x + 0.5, y) - sampled(field, x - 0.5, y)
      const slopeY = sampled(field, x, y + 0.5) - sampled(field, x, y - 0.5)
      const slope = Math.hypot(slopeX, slopeY)
      if (slope < FLAT) break
      const way = (level - sampled(field, x, y)) / slope
      const wayPx = Math.min(STEP_MAX_PX, Math.max(-STEP_MAX_PX, way))
      x += (wayPx * slopeX) / slope
      y += (wayPx * slopeY) / slope
    }
    settled[i] = x
    settled[i + 1] = y
  }
  return settled
}

/** Outer lines before holes, the larger before the smaller; lines of less than `minAreaPx` go. */
export function outermostFirst(rings: readonly OutlineRing[], minAreaPx: number): OutlineRing[] {
  return rings
    .map((ring) => ({ ring, areaPx: Math.abs(ringArea(ring.points)) }))
    .filter(({ areaPx }) => areaPx >= minAreaPx)
    .sort(
      (a, b) =>
        Number(a.ring.role === 'hole') - Number(b.ring.role === 'hole') || b.areaPx - a.areaPx,
    )
    .map(({ ring }) => ring)
}

/** The signed area within a closed line (shoelace formula), in px². */
function ringArea(points: readonly OutlinePoint[]): number {
  let doubled = 0
  let last = points.at(-1)
  for (const point of points) {
    if (last !== undefined) doubled += last.xPx * point.yPx - point.xPx * last.yPx
    last = point
  }
  return doubled / 2
}

/** The bilinear height at a place; beyond the field its border goes on. */
function sampled({ width, height, values }: LevelField, x: number, y: number): number {
  const insideX = Math.min(width - 1, Math.max(0, x))
  const insideY = Math.min(height - 1, Math.max(0, y))
  const left = Math.min(Math.floor(insideX), Math.max(0, width - 2))
  const top = Math.min(Math.floor(insideY), Math.max(0, height - 2))
  const right = Math.min(width - 1, left + 1)
  const bottom = Math.min(height - 1, top + 1)
  const across = insideX - left
  const down = insideY - top
  const at = (column: number, row: number) => values[row * width + column] ?? 0
  const upper = at(left, top) * (1 - across) + at(right, top) * across
  const lower = at(left, bottom) * (1 - across) + at(right, bottom) * across
  return upper * (1 - down) + lower * down
}
