import type { Plane } from '#core/pixels/raster.ts'

/** Of two mattes at one half. */
export function intersectionOverUnion(one: Plane, truth: Plane): number {
  let both = 0
  let either = 0
  for (let at = 0; at < truth.values.length; at++) {
    const a = (one.values[at] ?? 0) > 127
    const b = (truth.values[at] ?? 0) > 127
    if (a && b) both++
    if (a || b) either++
  }
  return either === 0 ? 1 : both / either
}

/** Pixels no further than `reachPx` from the border of a hard mask: 1 in the band. */
export function edgeBand(truth: Plane, reachPx: number): Uint8Array {
  const { widthPx, heightPx, values } = truth
  const band = new Uint8Array(values.length)
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const at = y * widthPx + x
      const edge =
        (x + 1 < widthPx && values[at] !== values[at + 1]) ||
        (y + 1 < heightPx && values[at] !== values[at + widthPx])
      if (edge) mark(band, widthPx, heightPx, x, y, reachPx)
    }
  }
  return band
}

function mark(
  band: Uint8Array,
  widthPx: number,
  heightPx: number,
  x: number,
  y: number,
  reachPx: number,
): void {
  for (let dy = -reachPx; dy <= reachPx; dy++) {
    const across = Math.floor(Math.sqrt(reachPx * reachPx - dy * dy))
    const row = y + dy
    if (row < 0 || row >= heightPx) continue
    const from = Math.max(0, x - across)
    const to = Math.min(widthPx - 1, x + across)
    band.fill(1, row * widthPx + from, row * widthPx + to + 1)
  }
}

/** Mean absolute difference 0..1 within the band. */
export function edgeError(one: Plane, truth: Plane, band: Uint8Array): number {
  let sum = 0
  let count = 0
  for (let at = 0; at < band.length; at++) {
    if (band[at] === 0) continue
    sum += Math.abs((one.values[at] ?? 0) - (truth.values[at] ?? 0)) / 255
    count++
  }
  return count === 0 ? 0 : sum / count
}
