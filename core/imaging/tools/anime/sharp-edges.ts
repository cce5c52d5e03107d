import type { OkLabPicture } from './study.ts'

/** How far about a pixel the two sides of an edge are looked for, and where it is steep, px. */
const REACH_PX = 5
const STEEP_PX = 2
/** Every so many pixels of a row and rows are looked at for them: a side is wider than that. */
const LOOKED = 2
/** Least change of lightness of an edge, and how much of it must lie close by: a slow one stays. */
const EDGE = { least: 0.07, close: 0.46 }
/** What lies so near to one end of the lightness close by is of that side already. */
const SIDE = 0.12

/**
 * Makes each blurred edge a step, in place: what lies between its two sides goes over to the nearer
 * one (toggle mapping, Kramer & Bruckner 1975), so that no band of a third colour is painted there.
 */
export function sharpenEdges(picture: OkLabPicture): void {
  const { lightness, a, b } = picture
  const { low, high } = extremesWithin(picture, STEEP_PX)
  const before = { ...picture, lightness: lightness.slice() }
  const [red, yellow] = [a.slice(), b.slice()]
  for (let at = 0; at < lightness.length; at++) {
    const least = low[at] as number
    const near = (high[at] as number) - least
    if (near < EDGE.least * EDGE.close) continue
    const share = ((before.lightness[at] as number) - least) / near
    if (share < SIDE || share > 1 - SIDE) continue
    const side = sideOf(before, at, near)
    if (side < 0) continue
    lightness[at] = before.lightness[side] as number
    a[at] = red[side] as number
    b[at] = yellow[side] as number
  }
}

/** The pixel of the side that a pixel on a blurred edge is nearer to; -1 where there is no edge. */
function sideOf({ lightness, widthPx, heightPx }: OkLabPicture, at: number, near: number): number {
  const [x, y] = [at % widthPx, Math.floor(at / widthPx)]
  const [left, right] = [Math.max(0, x - REACH_PX), Math.min(widthPx - 1, x + REACH_PX)]
  const bottom = Math.min(heightPx - 1, y + REACH_PX)
  let low = at
  let high = at
  let darkest = lightness[at] as number
  let lightest = darkest
  for (let row = Math.max(0, y - REACH_PX); row <= bottom; row += LOOKED) {
    const end = row * widthPx + right
    for (let to = row * widthPx + left; to <= end; to += LOOKED) {
      const light = lightness[to] as number
      if (light < darkest) {
        darkest = light
        low = to
      } else if (light > lightest) {
        lightest = light
        high = to
      }
    }
  }
  const range = lightest - darkest
  if (range < EDGE.least || near < EDGE.close * range) return -1
  return (lightness[at] as number) - darkest > range / 2 ? high : low
}

/** The least and the greatest lightness in the square about each pixel. */
function extremesWithin({ lightness, widthPx, heightPx }: OkLabPicture, reach: number) {
  const low = new Float32Array(lightness.length)
  const high = new Float32Array(lightness.length)
  for (let at = 0; at < lightness.length; at++) {
    const x = at % widthPx
    const end = at + Math.min(widthPx - 1 - x, reach)
    let least = 1
    let most = 0
    for (let to = at - Math.min(x, reach); to <= end; to++) {
      const light = lightness[to] as number
      if (light < least) least = light
      if (light > most) most = light
    }
    low[at] = least
    high[at] = most
  }
  const rows = { low: low.slice(), high: high.slice() }
  for (let at = 0; at < lightness.length; at++) {
    const y = (at / widthPx) | 0
    const end = at + Math.min(heightPx - 1 - y, reach) * widthPx
    let least = 1
    let most = 0
    for (let to = at - Math.min(y, reach) * widthPx; to <= end; to += widthPx) {
      if ((rows.low[to] as number) < least) least = rows.low[to] as number
      if ((rows.high[to] as number) > most) most = rows.high[to] as number
    }
    low[at] = least
    high[at] = most
  }
  return { low, high }
}
