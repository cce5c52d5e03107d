import { ByteLru } from '#core/cache/byte-lru.ts'

const paths = new ByteLru<string, Path2D>({ budgetBytes: 24 << 20 })

/** A path from SVG words; the latest are kept. */
export function pathOf(d: string): Path2D {
  const known = paths.get(d)
  if (known !== undefined) return known
  const path = new Path2D(d)
  // The words themselves, and about as much for what the browser makes of them.
  paths.set(d, path, d.length * 2)
  return path
}
