import { type Piece, piecesOf } from '../../../../pixels/pieces.ts'
import { createFloatPlane, fittedSize, smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { RowSampler } from '../../../../pixels/sample-rows.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import { changeByStrips } from '../change-by-strips.ts'

const LOOKED_AT_LONG_SIDE_PX = 768
/** From this shade on a pen of middle strength fills the paper. */
const SOLID = 0.68
/** Mean change of shade along an outline, a thousandth of the longer side, up to which a dark is out of focus, and from which not. */
const SOFT = { wholly: 0.028, none: 0.045 }
/** What is out of focus is shaded so at most: two ways of hatching, with paper between. */
const HATCHED = 0.6
/** How much of what is darker is left, so that it keeps its form. */
const LEFT = 0.22
/** A rim that is as dark goes with its piece. */
const RIM_PX = 3
/** How near to people nothing is taken: their hair and cloth stay black. */
const NEAR = { none: 0.05, wholly: 0.3 }

/**
 * Takes from the darks of a shading, in place, what is out of focus: in solid black a soft lawn or a wood far behind is blots, and
 * stands before what is sharp.
 * @param near how near to people each place is; null where nobody is
 */
export async function hatchSoftDarks(
  env: ToolEnvironment,
  shading: FloatPlane,
  near: FloatPlane | null,
): Promise<void> {
  const soft = softDarksIn(env, shading, near)
  if (soft === null) return
  await changeByStrips(env, shading, soft, lighten)
}

function lighten(shades: Float32Array, soft: Float32Array): void {
  for (let k = 0; k < soft.length; k++) {
    const over = (shades[k] as number) - HATCHED
    if (over > 0) shades[k] = (shades[k] as number) - (1 - LEFT) * over * (soft[k] as number)
  }
}

/** How much each place of a small copy belongs to a dark without a firm outline; null where there is none. */
function softDarksIn(
  { kernels }: ToolEnvironment,
  shading: FloatPlane,
  near: FloatPlane | null,
): FloatPlane | null {
  const { widthPx, heightPx } = fittedSize(shading, LOOKED_AT_LONG_SIDE_PX)
  const small = new RowSampler(shading, widthPx, heightPx).rows(0, heightPx)
  const people = near && new RowSampler(near, widthPx, heightPx).rows(0, heightPx).values
  const dark = createFloatPlane(widthPx, heightPx)
  let most = 0
  for (const piece of piecesOf(small, SOLID)) {
    const firm = outlineOf(small, piece) * (Math.max(widthPx, heightPx) / 1000)
    const share = 1 - smoothstep(SOFT.wholly, SOFT.none, firm)
    most = Math.max(most, share)
    if (share > 0) setAt(dark.values, piece.pixels, share)
  }
  if (most === 0) return null
  const rimmed = kernels.gaussian(dark, RIM_PX)
  keepFirm(rimmed.values, dark.values, people)
  return rimmed
}

function setAt(values: Float32Array, pixels: Int32Array, value: number): void {
  for (let next = 0; next < pixels.length; next++) values[pixels[next] as number] = value
}

/** Gives darks their full share, in place, and what is near to people none. */
function keepFirm(rimmed: Float32Array, dark: Float32Array, people: Float32Array | null): void {
  for (let at = 0; at < rimmed.length; at++) {
    const own = people === null ? 0 : smoothstep(NEAR.none, NEAR.wholly, people[at] as number)
    rimmed[at] = Math.max(rimmed[at] as number, dark[at] as number) * (1 - own)
  }
}

/** How steep a shading is along the outline of a piece, in the mean, a pixel; what touches the picture's sides has none there. */
function outlineOf({ values, widthPx, heightPx }: FloatPlane, { pixels }: Piece): number {
  let [sum, count] = [0, 0]
  for (let next = 0; next < pixels.length; next++) {
    const at = pixels[next] as number
    const x = at % widthPx
    const y = (at - x) / widthPx
    if (x < 2 || y < 2 || x >= widthPx - 2 || y >= heightPx - 2) continue
    const isInside =
      (values[at - 1] as number) >= SOLID &&
      (values[at + 1] as number) >= SOLID &&
      (values[at - widthPx] as number) >= SOLID &&
      (values[at + widthPx] as number) >= SOLID
    if (isInside) continue
    const across = (values[at + 2] as number) - (values[at - 2] as number)
    const down = (values[at + 2 * widthPx] as number) - (values[at - 2 * widthPx] as number)
    sum += Math.sqrt(across * across + down * down) / 4
    count++
  }
  return count === 0 ? 1 : sum / count
}
