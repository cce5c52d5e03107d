/** So many numbers are gone through by one call. */
const PART = 2048

/**
 * Goes through the numbers from 0 below `count`, a part at a time. V8 compiles a function after some calls and keeps
 * that, whereas a loop over all pixels in a function that is called once is compiled while it runs, and thrown out as
 * soon as it ends.
 */
export function inParts(count: number, goThrough: (from: number, until: number) => void): void {
  for (let from = 0; from < count; from += PART) goThrough(from, Math.min(count, from + PART))
}
