/** Where a whole beard ends on a cheek: from beside the corner of a mouth up to the ear, from under the nose, face widths. */
const CHEEK_LINE = { from: 0.17, low: 0.15, to: 0.42, high: -0.04 }

/** Numbers of pixels, of the person's right and left half. */
type Place = readonly [right: readonly number[], left: readonly number[]]

/**
 * A beard over lip, chin and lower cheeks that cannot be told pixel by pixel, as stubble and fair hair in the light.
 * @param at a pixel's place from under the nose, in face widths
 * @param count of pixels
 * @returns how much each of them is beard
 */
export function wholeBeard(
  [moustache, chin, cheeks]: readonly [moustache: Place, chin: Place, cheeks: Place],
  at: (index: number) => { readonly u: number; readonly v: number },
  count: number,
): Float32Array<ArrayBuffer> {
  const values = new Float32Array(count)
  for (const i of [...moustache, ...chin].flat()) values[i] = 1
  const { from, low, to, high } = CHEEK_LINE
  for (const i of cheeks.flat()) {
    const { u, v } = at(i)
    const out = Math.min(1, Math.max(0, (Math.abs(u) - from) / (to - from)))
    if (v > low + (high - low) * out) values[i] = 1
  }
  return values
}
