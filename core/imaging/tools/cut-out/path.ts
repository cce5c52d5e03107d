interface Point {
  readonly x: number
  readonly y: number
}

/**
 * Visits the pixels near a path, in pixels of a plane, segment by segment, each with its distance to
 * that segment in `radius`; a pixel near several segments is visited by each of them.
 * @param reach how far from the path pixels are visited, in `radius`
 */
export function distanceToPath(
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
  points: readonly Point[],
  radius: number,
  visit: (at: number, far: number) => void,
  reach = 1,
): void {
  points.forEach((to, index) => {
    const from = points[Math.max(0, index - 1)] ?? to
    const margin = radius * reach
    const firstX = Math.max(0, Math.floor(Math.min(from.x, to.x) - margin))
    const lastX = Math.min(widthPx - 1, Math.ceil(Math.max(from.x, to.x) + margin))
    const firstY = Math.max(0, Math.floor(Math.min(from.y, to.y) - margin))
    const lastY = Math.min(heightPx - 1, Math.ceil(Math.max(from.y, to.y) + margin))
    const dx = to.x - from.x
    const dy = to.y - from.y
    const length = dx * dx + dy * dy
    for (let y = firstY; y <= lastY; y++) {
      for (let x = firstX; x <= lastX; x++) {
        const along = length === 0 ? 0 : ((x - from.x) * dx + (y - from.y) * dy) / length
        const t = Math.min(1, Math.max(0, along))
        visit(y * widthPx + x, Math.hypot(x - from.x - t * dx, y - from.y - t * dy) / radius)
      }
    }
  })
}
