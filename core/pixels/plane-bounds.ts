import type { Box } from './pixels.ts'
import type { FloatPlane, Plane } from './raster.ts'

/**
 * The smallest box around everything of a plane that holds at least so much; null where nothing does.
 * @param least what is not clear where nothing else is said
 */
export function boundsOf({ widthPx, heightPx, values }: Plane | FloatPlane, least = 1): Box | null {
  let left = widthPx
  let right = -1
  let top = heightPx
  let bottom = -1
  for (let y = 0; y < heightPx; y++) {
    const row = y * widthPx
    let first = 0
    while (first < widthPx && (values[row + first] as number) < least) first++
    if (first === widthPx) continue
    let last = widthPx - 1
    while (last > right && (values[row + last] as number) < least) last--
    left = Math.min(left, first)
    right = Math.max(right, last)
    top = Math.min(top, y)
    bottom = y
  }
  return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}
