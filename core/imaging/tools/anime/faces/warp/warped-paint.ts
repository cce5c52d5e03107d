import type { Kernels } from '../../../../../kernels/kernels.ts'
import type { Paint } from '../../../../../kernels/paint.ts'
import { type Box, clampBox, scaledBox } from '../../../../../pixels/pixels.ts'
import type { StripLanes } from '../../../../../pixels/strips.ts'
import type { FaceWarp } from './face-warp.ts'

/** Where the pixels of a box come from, x and y in pixels of the paint; no number where nothing moves. */
export interface WarpedBox {
  readonly box: Box
  readonly places: Float64Array<ArrayBuffer>
}

/**
 * The boxes about faces in which a warp moves anything.
 * @param scale of the paint against the picture in which the faces were found
 */
export const warpedBoxes = (
  { widthPx, heightPx }: Pick<Paint, 'widthPx' | 'heightPx'>,
  warp: FaceWarp,
  scale: number,
): readonly WarpedBox[] =>
  warp.boxes.map((own) => {
    const box = clampBox(scaledBox(own, scale), widthPx, heightPx)
    return { box, places: placesIn(box, warp, scale) }
  })

/**
 * Warps the faces of paint, in place. Borders between cells go where most of the cell lies about the place
 * they come from, so they stay as smooth as they were.
 * @param release takes memory back: of a face that fills the picture it is more than the paint's own
 */
export function warpFaces(
  kernels: Kernels,
  paint: Paint,
  boxes: readonly WarpedBox[],
  release: StripLanes['release'],
): void {
  const { widthPx, cells, quads, ink } = paint
  const moved = boxes.map((own) => ({ ...own, ...kernels.warpPaint(paint, own.places) }))
  for (const { box, places, ...own } of moved) {
    for (let k = 0, y = box.y; y < box.y + box.height; y++) {
      for (let at = y * widthPx + box.x, end = at + box.width; at < end; at++, k++) {
        if (Number.isNaN(places[2 * k] as number)) continue
        cells[at] = own.cells[k] as number
        ink[at] = own.ink[k] as number
        for (let c = 0; c < 3; c++) quads[at * 4 + c] = own.quads[k * 4 + c] as number
      }
    }
    for (const { buffer } of [own.cells, own.quads, own.ink]) release(buffer)
  }
}

function placesIn(box: Box, warp: FaceWarp, scale: number): Float64Array<ArrayBuffer> {
  const places = new Float64Array(2 * box.width * box.height).fill(Number.NaN)
  const from = new Float64Array(2)
  for (let into = 0, row = 0; row < box.height; row++) {
    const y = box.y + row + 0.5
    for (let column = 0; column < box.width; column++, into += 2) {
      const x = box.x + column + 0.5
      warp.sourceInto(from, x / scale, y / scale)
      const fromX = (from[0] as number) * scale
      const fromY = (from[1] as number) * scale
      if (Math.abs(fromX - x) + Math.abs(fromY - y) < 1e-3) continue
      places[into] = fromX - 0.5
      places[into + 1] = fromY - 0.5
    }
  }
  return places
}
