import type { FloatPlane } from '../../../pixels/raster.ts'
import type { ToolEnvironment } from '../../tool.ts'
import type { Cel } from './cel.ts'
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
/** Shorter pieces are texture of a body's skin. */
const SCRAP = 12
const LIGHT = { from: 0.075, by: 0.13 }

/**
 * Draws what paint has lost that makes people themselves, the eyes, brows and lips of a small or a
 * turned face, as dark and light cells.
 * @param people where people are, 0..1
 * @param isBody where there is skin of a body, on which short scraps are texture
 * @param before lightness of the paint as it was before it was graded
 */
export function drawDetails(
  env: ToolEnvironment,
  cel: Cel,
  fine: OkLabPicture,
  before: Float32Array<ArrayBuffer>,
  people: FloatPlane,
  isBody: (at: number) => boolean,
): void {
  const unitPx = unitPxOf(cel)
  const plane = (values: Float32Array<ArrayBuffer>) => ({ ...people, values })
  const lost = fine.lightness.map(
    (light, at) => (light - (before[at] as number)) * (people.values[at] as number),
  )
  const shade = env.kernels.gaussian(plane(lost), SHADE_REACH * unitPx).values
  const own = env.kernels.gaussian(plane(lost), SOFT * unitPx).values
  const kinds = new Uint8Array(own.length)
  for (let at = 0; at < own.length; at++) {
    if ((people.values[at] as number) < 0.5) continue
    const away = (own[at] as number) - (shade[at] as number)
    if (away > LIGHT.from) kinds[at] = 1 + TONES.length
    else if (away < TONES[1].from) kinds[at] = away < TONES[0].from ? 1 : 2
  }
  dropScraps(kinds, people.widthPx, SCRAP * unitPx, isBody)
  const first = cel.newCells(TONES.length + 1)
  const { lightness, a, b } = cel.colours
  for (let at = 0; at < own.length; at++) {
    const kind = kinds[at] as number
    if (kind === 0) continue
    const by = TONES[kind - 1]?.by ?? LIGHT.by
    const light = Math.min(0.98, Math.max(0.08, (lightness[at] as number) + by))
    cel.set(at, first + kind - 1, light, a[at] as number, b[at] as number)
    cel.bare[at] = 1
  }
}

/** Takes out what belongs to a body of pieces that are shorter than `leastPx`, across and down. */
function dropScraps(
  kinds: Uint8Array,
  widthPx: number,
  leastPx: number,
  isBody: (at: number) => boolean,
): void {
  const seen = new Uint8Array(kinds.length)
  const pixels: number[] = []
  const visit = (at: number) => {
    if (seen[at] === 1 || (kinds[at] ?? 0) === 0) return
    seen[at] = 1
    pixels.push(at)
  }
  for (let start = 0; start < kinds.length; start++) {
    if (kinds[start] === 0 || seen[start] === 1) continue
    pixels.length = 0
    visit(start)
    let [left, right, top, bottom] = [widthPx, 0, kinds.length, 0]
    for (let next = 0; next < pixels.length; next++) {
      const at = pixels[next] as number
      const [x, y] = [at % widthPx, (at / widthPx) | 0]
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
      if (x > 0) visit(at - 1)
      if (x < widthPx - 1) visit(at + 1)
      visit(at - widthPx)
      visit(at + widthPx)
    }
    if (Math.max(right - left, bottom - top) >= leastPx) continue
    for (const at of pixels) if (isBody(at)) kinds[at] = 0
  }
}
