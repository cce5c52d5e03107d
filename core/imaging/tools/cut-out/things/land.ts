import type { Kernels } from '../../../../kernels/kernels.ts'
import type { FloatPlane, Raster } from '../../../../pixels/raster.ts'
import type { Thing } from '../../../thing.ts'

/** It reaches both sides over so much of the photo's height, and one of them over so much of its own. */
const SIDES = { both: 0.02, one: 0.5 } as const
/** So many of the photo's columns have no edge where it ends below. */
const OPEN = 0.1
/** Edges are looked for in a picture so many times smaller, in which grass and sand are plain. */
const SMALLER = 4
/** An edge is a difference of a colour's channel, of 255, so far from a border on both its sides. */
const EDGE = 24
const APART_PX = [1, 2, 3] as const

/**
 * Whether what stands out is a strip of land, a hill or a dune: it goes from side to side, flat, and below
 * it ends where the photo has no edge. A dog's portrait reaches the sides low down only, a rhinoceros has a
 * belly.
 * @param picture as large as the map
 */
export function isStripOfLand(
  kernels: Kernels,
  picture: Raster,
  { widthPx, heightPx }: FloatPlane,
  { box, pixels }: Pick<Thing, 'box'> & { readonly pixels: Int32Array },
): boolean {
  const lowest = new Int32Array(widthPx).fill(-1)
  let [left, right] = [0, 0]
  for (const at of pixels) {
    const x = at % widthPx
    lowest[x] = Math.max(lowest[x] as number, (at - x) / widthPx)
    if (x === 0) left++
    if (x === widthPx - 1) right++
  }
  if (Math.min(left, right) < SIDES.both * heightPx) return false
  if (Math.max(left, right) < SIDES.one * box.height * heightPx) return false
  return openBelow(kernels, picture, lowest) >= OPEN
}

/** The share of a picture's columns that have no edge at their lowest place; -1 is none. */
function openBelow(kernels: Kernels, picture: Raster, lowest: Int32Array): number {
  const across = Math.max(1, Math.round(picture.widthPx / SMALLER))
  const down = Math.max(1, Math.round(picture.heightPx / SMALLER))
  const small = kernels.resizeArea(picture, across, down)
  let open = 0
  for (let x = 0; x < across; x++) {
    const y = lowest[Math.floor(((x + 0.5) * picture.widthPx) / across)] as number
    if (y >= 0 && !hasEdge(small, x, Math.floor((y * down) / picture.heightPx))) open++
  }
  return open / across
}

/** Whether a picture has an edge at a place, from above to below. */
function hasEdge({ widthPx, heightPx, rgba }: Raster, x: number, y: number): boolean {
  return APART_PX.some((apart) => {
    if (y + apart >= heightPx) return false
    const above = (Math.max(0, y - apart) * widthPx + x) * 4
    const below = ((y + apart) * widthPx + x) * 4
    const apartIn = (channel: number) =>
      Math.abs((rgba[above + channel] as number) - (rgba[below + channel] as number))
    return Math.max(apartIn(0), apartIn(1), apartIn(2)) >= EDGE
  })
}
