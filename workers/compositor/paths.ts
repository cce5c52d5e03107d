const KEPT_MAX = 6000
const paths = new Map<string, Path2D>()

/** A path from SVG words; the latest are kept. */
export function pathOf(d: string): Path2D {
  const known = paths.get(d)
  if (known !== undefined) return known
  if (paths.size >= KEPT_MAX) paths.clear()
  const path = new Path2D(d)
  paths.set(d, path)
  return path
}
