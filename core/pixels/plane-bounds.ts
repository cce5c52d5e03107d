import type { Box } from './pixels.ts'

type Values = Float32Array | Uint8Array | Uint8ClampedArray

/**
 * The smallest box around everything of a plane that holds at least so much; null where nothing does.
 * @param least what is not clear where nothing else is said
 */
export function boundsOf(
  plane: { readonly widthPx: number; readonly heightPx: number; readonly values: Values },
  least = 1,
): Box | null {
  const { widthPx, heightPx, values } = plane
  let top = 0
  while (top < heightPx && firstHeld(values, top * widthPx, widthPx, least) === widthPx) top++
  if (top === heightPx) return null
  let bottom = heightPx - 1
  while (firstHeld(values, bottom * widthPx, widthPx, least) === widthPx) bottom--
  let left = widthPx
  let right = -1
  for (let y = top; y <= bottom; y++) {
    // What lies between the sides that are known moves neither.
    left = firstHeld(values, y * widthPx, left, least)
    right = lastHeld(values, y * widthPx, right, widthPx, least)
  }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}

/** The first column under `until` of a row where so much is held; `until` where there is none. */
function firstHeld(values: Values, row: number, until: number, least: number): number {
  let x = 0
  while (x < until && (values[row + x] as number) < least) x++
  return x
}

/** The last column after `known` of a row where so much is held; `known` where there is none. */
function lastHeld(
  values: Values,
  row: number,
  known: number,
  widthPx: number,
  least: number,
): number {
  let x = widthPx - 1
  while (x > known && (values[row + x] as number) < least) x--
  return x
}
