/**
 * Sets each value by its place. `Float32Array.from` with a function goes by the iterator, which takes
 * thirty times as long over a picture's pixels.
 * @param into whose length says how many there are
 */
export function withValues<
  Values extends
    | Float64Array
    | Float32Array
    | Int32Array
    | Uint32Array
    | Uint8Array
    | Uint8ClampedArray,
>(into: Values, valueAt: (at: number) => number): Values {
  if (into instanceof Float32Array) setFloats(into, valueAt)
  else if (into instanceof Float64Array) setDoubles(into, valueAt)
  else if (into instanceof Uint8Array || into instanceof Uint8ClampedArray) setBytes(into, valueAt)
  else setNumbers(into, valueAt)
  return into
}

// A loop for each kind of array: one that has met more than four of them is slow with all, and makes garbage.

function setFloats(into: Float32Array, valueAt: (at: number) => number): void {
  for (let at = 0; at < into.length; at++) into[at] = valueAt(at)
}

function setDoubles(into: Float64Array, valueAt: (at: number) => number): void {
  for (let at = 0; at < into.length; at++) into[at] = valueAt(at)
}

function setBytes(into: Uint8Array | Uint8ClampedArray, valueAt: (at: number) => number): void {
  for (let at = 0; at < into.length; at++) into[at] = valueAt(at)
}

function setNumbers(into: Int32Array | Uint32Array, valueAt: (at: number) => number): void {
  for (let at = 0; at < into.length; at++) into[at] = valueAt(at)
}
