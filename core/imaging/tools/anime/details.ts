import type { FloatPlane } from '../../../pixels/raster.ts'
import type { ToolEnvironment } from '../../tool.ts'
import type { Cel } from './cel.ts'
import { type Cells, connected } from './cells.ts'
import { type OkLabPicture, unitPxOf } from './study.ts'

/** Lengths are thousandths of the picture's longer side. */
const SOFT = 0.7
/** Changes of light wider than this are shade, which the paint flattens on purpose. */
const SHADE_REACH = 9
/** How much lightness a place has lost to be drawn darker or lighter, and by how much that is. */
const TONES = [
  { from: -0.115, by: -0.27 },
  { from: -0.045, by: -0.13 },
] as const
/** Shorter pieces are left out, where faces are drawn anew and where paint alone has to show them. */
const SCRAP = { drawn: 11, least: 4 }
const LIGHT = { from: 0.075, by: 0.13 }

/**
 * Draws what paint has lost that makes people themselves, the eyes, brows and lips of a small or a
 * turned face, as dark and light cells.
 * @param people where people are, 0..1
 * @param areDrawn whether faces are drawn anew: shorter scraps are texture of the skin then
 * @param before lightness of the paint as it was before it was graded
 */
export function drawDetails(
  env: ToolEnvironment,
  cel: Cel,
  fine: OkLabPicture,
  before: Float32Array<ArrayBuffer>,
  people: FloatPlane,
  areDrawn: boolean,
): void {
  const unitPx = unitPxOf(cel)
  const plane = (values: Float32Array<ArrayBuffer>) => ({ ...people, values })
  const lost = fine.lightness.map(
    (light, at) => (light - (before[at] as number)) * (people.values[at] as number),
  )
  const shade = env.kernels.gaussian(plane(lost), SHADE_REACH * unitPx).values
  const own = env.kernels.gaussian(plane(lost), SOFT * unitPx).values
  const kinds = new Uint32Array(own.length)
  for (let at = 0; at < own.length; at++) {
    if ((people.values[at] as number) < 0.5) continue
    const away = (own[at] as number) - (shade[at] as number)
    const dark = TONES.findIndex(({ from }) => away < from)
    kinds[at] = dark >= 0 ? 1 + dark : away > LIGHT.from ? 1 + TONES.length : 0
  }
  const least = areDrawn ? SCRAP.drawn : SCRAP.least
  const isLong = longPieces({ ...people, of: kinds, total: TONES.length + 2 }, least * unitPx)
  const first = cel.newCells(TONES.length + 1)
  const { lightness, a, b } = cel.colours
  for (let at = 0; at < own.length; at++) {
    const kind = kinds[at] as number
    if (kind === 0 || !isLong(at)) continue
    const by = TONES[kind - 1]?.by ?? LIGHT.by
    const light = Math.min(0.98, Math.max(0.08, (lightness[at] as number) + by))
    cel.set(at, first + kind - 1, light, a[at] as number, b[at] as number)
    cel.bare[at] = 1
  }
}

/** Whether a pixel's piece of what is dark or light is longer than `leastPx`, across or down. */
function longPieces(marks: Cells, leastPx: number): (at: number) => boolean {
  const isMarked = { ...marks, of: marks.of.map((kind) => Math.min(1, kind)), total: 2 }
  const pieces = connected(isMarked)
  const { widthPx } = marks
  const box = (start: number) => new Uint32Array(pieces.total).fill(start)
  const [left, right, top, bottom] = [box(widthPx), box(0), box(marks.of.length), box(0)]
  pieces.of.forEach((piece, at) => {
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)]
    left[piece] = Math.min(left[piece] as number, x)
    right[piece] = Math.max(right[piece] as number, x)
    top[piece] = Math.min(top[piece] as number, y)
    bottom[piece] = Math.max(bottom[piece] as number, y)
  })
  return (at) => {
    const piece = pieces.of[at] as number
    const across = (right[piece] as number) - (left[piece] as number)
    const down = (bottom[piece] as number) - (top[piece] as number)
    return Math.max(across, down) >= leastPx
  }
}
