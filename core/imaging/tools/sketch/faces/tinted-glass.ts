import { smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { boxAbout } from '../../../face-points/face-outlines.ts'
import type { Point } from '../../../face-points/face-points.ts'
import { contains } from '../../../face-points/samples.ts'

/** By how much the lower part of glass is shaded less than the upper one where it is tinted from dark to light. */
const TINTED = { from: 0.12, wholly: 0.3 }
/** The upper and the lower part, and from where on it is lighter, shares of its height. */
const PARTS = { upper: 0.4, lower: 0.6, paling: 0.2, pale: 0.95 }

/** How much glass is tinted from dark to light, 0..1, and the shade of its lower part. */
interface Tint {
  readonly share: number
  readonly pale: number
}

/**
 * How glass is tinted: only where both sides agree, for under one eye skin may be seen, or taken for it.
 * @param rims closed outlines of both sides
 * @param down of the face
 */
export function tintOf(
  shading: FloatPlane,
  rims: readonly (readonly Point[])[],
  down: Point,
): Tint {
  const tints = rims.map((rim) => tintOfSide(shading, rim, down))
  return {
    share: Math.min(...tints.map(({ share }) => share)),
    pale: Math.max(...tints.map(({ pale }) => pale)),
  }
}

/** Tells how dark each place of one side is shaded at least. */
export function leastOf(
  rim: readonly Point[],
  down: Point,
  { share, pale }: Tint,
  least: number,
): (x: number, y: number) => number {
  const heightOf = heightsOf(rim, down)
  const less = share * Math.max(0, least - pale)
  return (x, y) => least - less * smoothstep(PARTS.paling, PARTS.pale, heightOf(x, y))
}

function tintOfSide(shading: FloatPlane, rim: readonly Point[], down: Point): Tint {
  const heightOf = heightsOf(rim, down)
  const box = boxAbout(rim, 0, shading)
  const [upper, lower] = [
    { sum: 0, count: 0 },
    { sum: 0, count: 0 },
  ]
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let x = box.x; x < box.x + box.width; x++) {
      const height = heightOf(x, y)
      if (height > PARTS.upper && height < PARTS.lower) continue
      if (!contains(rim, x, y)) continue
      const part = height < PARTS.lower ? upper : lower
      part.sum += shading.values[y * shading.widthPx + x] as number
      part.count++
    }
  }
  if (upper.count === 0 || lower.count === 0) return { share: 0, pale: 1 }
  const pale = lower.sum / lower.count
  const share = smoothstep(TINTED.from, TINTED.wholly, upper.sum / upper.count - pale)
  return { share, pale }
}

/** Tells how far down from the top of glass a place lies, against its height. */
function heightsOf(rim: readonly Point[], down: Point): (x: number, y: number) => number {
  const along = rim.map(({ x, y }) => x * down.x + y * down.y)
  const [top, bottom] = [Math.min(...along), Math.max(...along)]
  return (x, y) => (x * down.x + y * down.y - top) / Math.max(1, bottom - top)
}
