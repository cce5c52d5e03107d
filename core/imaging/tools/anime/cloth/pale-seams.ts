import type { Kernels } from '../../../../kernels/kernels.ts'
import { inParts } from '../../../../pixels/in-parts.ts'
import { smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import type { Cells } from '../cells/cells.ts'
import { unitPxOf } from '../study.ts'
import type { Cloth } from './cloth.ts'
import { garmentOfKind } from './cloth-kinds.ts'
import { seamsIn } from './seams.ts'

/** Cloth is pale from such a lightness on, OKLab; what is skin by so much is an arm or a leg. */
const PALE = { light: 0.6, skin: 0.5 }
/** Its seams differ from it by less than those of dark cloth, and are lines of a pen. */
const SEAMS = {
  widths: { line: 1.2, about: 5 },
  isThin: true,
  kinds: 1,
  unlike: { least: 0.04, noise: 2.2, ends: 0.5 },
  long: { least: 32, sure: 0.4 },
}
/** Ink of a seam, 0 paper to 1, where it is as sure as this against what is sure. */
const INK = { most: 0.6, from: 0.2, whole: 1.1 }
/** Ink runs so far into what is beside a line, of its own: a slanted one would be dashes. */
const RUNS = 0.55
/** Where so much ink lies within so many thousandths, a seam is drawn already. */
const DRAWN = { ink: 0.2, reach: 3 }

/** Seams of pale cloth, and how much ink each place of them gets, 0..1. */
export interface PaleSeams {
  readonly places: readonly number[]
  readonly inks: Float32Array
}

/**
 * Lapels, hems and folds of pale cloth, which are too faint for lines of the whole picture: without them white on
 * white is one mass.
 * @param cells of the clothes, by their numbers
 * @param before lightness of the paint before it was graded
 * @param skin how much each place is skin
 */
export function paleSeams(
  kernels: Kernels,
  luma: FloatPlane,
  { of }: Pick<Cells, 'of'>,
  { kinds }: Pick<Cloth, 'kinds'>,
  before: Float32Array,
  skin: FloatPlane,
): PaleSeams {
  const isPale = new Uint8Array(of.length)
  const isGarment = Uint8Array.from(kinds, (kind) => (garmentOfKind(kind) > 0 ? 1 : 0))
  const skins = skin.values
  inParts(of.length, (from, until) => {
    for (let at = from; at < until; at++) {
      if (isGarment[of[at] as number] !== 1 || (before[at] as number) < PALE.light) continue
      if ((skins[at] as number) < PALE.skin) isPale[at] = 1
    }
  })
  const { darker, sureness } = seamsIn(kernels, luma, isPale, SEAMS)
  const inks = sureness.map((sure) => INK.most * smoothstep(INK.from, INK.whole, sure))
  return { places: darker, inks }
}

/** Draws seams where no line is yet. @param ink 0 paper to 1, which is written on */
export function drawPaleSeams(ink: FloatPlane, { places, inks }: PaleSeams): void {
  const { widthPx, values } = ink
  const px = Math.max(1, Math.round(DRAWN.reach * unitPxOf(ink)))
  const about = [0, px, -px, px * widthPx, -px * widthPx]
  const isFree = places.map((at) => about.every((by) => !((values[at + by] ?? 0) > DRAWN.ink)))
  const beside = [1, -1, widthPx, -widthPx]
  const drawAt = (at: number, own: number) => {
    if (own > (values[at] ?? 1)) values[at] = own
  }
  places.forEach((at, k) => {
    if (!isFree[k]) return
    const own = inks[k] as number
    drawAt(at, own)
    for (const by of beside) drawAt(at + by, RUNS * own)
  })
}
