import type { Box } from '../../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../../pixels/raster.ts'
import { boxAbout, maskOf } from '../../../../face-points/face-outlines.ts'
import type { Point } from '../../../../face-points/face-points.ts'
import { strokeOutline } from '../../../../face-points/shapes.ts'

/** What of a face is drawn, and what it is drawn on: contours and shades, of one size. */
export interface Drawn {
  readonly lines: FloatPlane
  readonly shading: FloatPlane
}

/** How a pen draws a face: the face's size in pixels of the drawing, and a thousandth of its longer side. */
export interface Pen {
  readonly sizePx: number
  readonly unitPx: number
}

/** The width of a line in sizes of the face; no thinner and no thicker than so many thousandths of the picture. */
export interface LineWidth {
  readonly width: number
  readonly least: number
  readonly most: number
}

/** The width of a line, px. */
export const widthOf = ({ sizePx, unitPx }: Pen, { width, least, most }: LineWidth): number =>
  Math.min(most * unitPx, Math.max(least * unitPx, width * sizePx))

/** How black a stroke of the pen is. */
export const INK = 0.94

/** How much of each pixel of a box is covered, 0..1. */
export interface Covered {
  readonly box: Box
  readonly values: Float32Array
}

/** What outlines cover, with some room about it. */
export function covered(
  { lines }: Drawn,
  outlines: readonly (readonly Point[])[],
  aboutPx = 1,
): Covered {
  const box = boxAbout(outlines.flat(), aboutPx, lines)
  if (outlines.length === 0 || box.width < 1 || box.height < 1)
    return { box: { x: 0, y: 0, width: 0, height: 0 }, values: new Float32Array() }
  const place = (p: Point) => ({ x: p.x - box.x, y: p.y - box.y })
  return { box, values: maskOf(outlines, box.width, box.height, place).values }
}

/** Calls with each covered pixel: where it is in the planes, how much it is covered, and its place. */
export function eachCovered(
  { lines }: Drawn,
  { box, values }: Covered,
  take: (at: number, share: number, x: number, y: number) => void,
): void {
  for (let i = 0; i < values.length; i++) {
    const share = values[i] as number
    if (share === 0) continue
    const [x, y] = [box.x + (i % box.width), box.y + Math.floor(i / box.width)]
    take(y * lines.widthPx + x, share, x, y)
  }
}

/** Inks what outlines cover, each for itself where they cross. */
export function ink(drawn: Drawn, outlines: readonly (readonly Point[])[], within?: Covered): void {
  for (const outline of outlines) {
    const own = covered(drawn, [outline])
    eachCovered(drawn, own, (at, share, x, y) => {
      const kept = within === undefined ? 1 : shareAt(within, x, y)
      drawn.lines.values[at] = Math.min(drawn.lines.values[at] as number, 1 - INK * share * kept)
    })
  }
}

export function shareAt({ box, values }: Covered, x: number, y: number): number {
  const [u, v] = [x - box.x, y - box.y]
  return u < 0 || v < 0 || u >= box.width || v >= box.height ? 0 : (values[v * box.width + u] ?? 0)
}

/** A stroke that swells in its middle. @param ends how wide its ends are, against that */
export const swelling = (line: readonly Point[], px: number, ends = 0.2): Point[] =>
  strokeOutline(line, (share) => px * (ends + (1 - ends) * Math.sin(Math.PI * share) ** 0.75))

/** A part of a line by shares of its places. */
export function partOf(line: readonly Point[], from: number, to: number): Point[] {
  const last = line.length - 1
  return line.slice(Math.round(from * last), Math.round(to * last) + 1)
}

/** The place at a share of a line's places. */
export function placeAt(line: readonly Point[], share: number): Point {
  const at = Math.min(1, Math.max(0, share)) * (line.length - 1)
  const [one, other] = [line[Math.floor(at)], line[Math.ceil(at)]]
  if (one === undefined || other === undefined) return { x: 0, y: 0 }
  const by = at - Math.floor(at)
  return { x: one.x + (other.x - one.x) * by, y: one.y + (other.y - one.y) * by }
}
