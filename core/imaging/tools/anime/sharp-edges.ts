import type { OkLabPicture } from './study.ts'

/** How far about a pixel the two sides of an edge are looked for, and where it is steep, px. */
const REACH_PX = 5
const STEEP_PX = 2
/** Least change of lightness of an edge, and how much of it must lie close by: a slow one stays. */
const EDGE = { least: 0.07, close: 0.46 }

/**
 * Makes each blurred edge a step, in place: what lies between its two sides goes over to the nearer
 * one (toggle mapping, Kramer & Bruckner 1975), so that no band of a third colour is painted there.
 */
export function sharpenEdges(picture: OkLabPicture): void {
  const { lightness, a, b } = picture
  const close = extremesOf(picture, STEEP_PX)
  const wide = extremesOf(picture, REACH_PX)
  const before = { lightness: lightness.slice(), a: a.slice(), b: b.slice() }
  const light = before.lightness
  for (let at = 0; at < light.length; at++) {
    const near =
      (light[close.highest[at] as number] as number) - (light[close.lowest[at] as number] as number)
    if (near < EDGE.least * EDGE.close) continue
    const [low, high] = [wide.lowest[at] as number, wide.highest[at] as number]
    const range = (light[high] as number) - (light[low] as number)
    if (range < EDGE.least || near < EDGE.close * range) continue
    const share = ((light[at] as number) - (light[low] as number)) / range
    const from = share > 0.5 ? high : low
    lightness[at] = light[from] as number
    a[at] = before.a[from] as number
    b[at] = before.b[from] as number
  }
}

/** The darkest and the lightest pixel in the square about each. */
function extremesOf({ lightness, widthPx, heightPx }: OkLabPicture, reach: number) {
  const lowest = new Int32Array(lightness.length)
  const highest = new Int32Array(lightness.length)
  const rowLow = new Int32Array(lightness.length)
  const rowHigh = new Int32Array(lightness.length)
  for (let y = 0; y < heightPx; y++) {
    const row = y * widthPx
    for (let x = 0; x < widthPx; x++) {
      const end = row + Math.min(widthPx - 1, x + reach)
      let low = row + Math.max(0, x - reach)
      let high = low
      for (let to = low + 1; to <= end; to++) {
        const light = lightness[to] as number
        if (light < (lightness[low] as number)) low = to
        if (light > (lightness[high] as number)) high = to
      }
      rowLow[row + x] = low
      rowHigh[row + x] = high
    }
  }
  for (let y = 0; y < heightPx; y++) {
    const [from, end] = [Math.max(0, y - reach), Math.min(heightPx - 1, y + reach)]
    for (let x = 0; x < widthPx; x++) {
      let low = rowLow[from * widthPx + x] as number
      let high = rowHigh[from * widthPx + x] as number
      for (let row = from + 1; row <= end; row++) {
        const [lower, higher] = [
          rowLow[row * widthPx + x] as number,
          rowHigh[row * widthPx + x] as number,
        ]
        if ((lightness[lower] as number) < (lightness[low] as number)) low = lower
        if ((lightness[higher] as number) > (lightness[high] as number)) high = higher
      }
      lowest[y * widthPx + x] = low
      highest[y * widthPx + x] = high
    }
  }
  return { lowest, highest }
}
