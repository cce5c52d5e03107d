type Numbers = Uint8Array | Uint32Array | Float64Array

/**
 * Lists of numbers one behind the other.
 * @param List of which kind they are together, as `Uint8Array`
 */
export function concatenated<Part extends Numbers, Whole extends Part>(
  parts: readonly Part[],
  List: new (length: number) => Whole,
): Whole {
  const whole = new List(parts.reduce((sum, { length }) => sum + length, 0))
  let from = 0
  for (const part of parts) {
    whole.set(part, from)
    from += part.length
  }
  return whole
}
