import { smoothstep } from '../../../../pixels/pixels.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import type { Grounds } from '../focus.ts'
import { type OkLabPicture, unitPxOf } from '../study.ts'
import { meanOverCells } from './cell-means.ts'
import { type Cells, renumbered } from './cells.ts'
import { Merging } from './merging.ts'

/** Smaller cells are a texture where they crowd, square thousandths. */
const SMALL = 2500
/** How far a crowd is looked at, thousandths, the shares of small cells that make it, and how much of one is anywhere. */
const CROWD = { reach: 24, from: 0.3, to: 0.65, least: 0.4 }
/** How far a background is simplified. */
export interface Simplified {
  /** What each thousandth of a border in a crowd must tell: colour difference squared, times thousandths. */
  readonly worth: number
  /** By which share being out of focus counts, 0..1. */
  readonly blur: number
}
/** Where nobody is, things are what the picture is of, also those that are out of focus. */
const ALONE: Simplified = { worth: 0.08, blur: 0.4 }
/** By how much more a border must tell where the photo is out of focus, for each thousandth of that, and in texture. */
const PAINTERLY = { blur: 0.6, most: 2, leaves: 1.5 }
/** What is asked rises in so many steps, so that the likest cells become one first. */
const STEPS = 6
/** A cell belongs to people by this share. */
const KEPT = 0.3

/**
 * Simplifies leaves, pebbles and lights into masses, as a background painter does: neighbours become
 * one where their border costs more than it tells (the piecewise constant functional of Mumford and
 * Shah, merged as by Koepfler, Lopez and Morel 1994). A clear object stays.
 * @param kept where people are, who stay as they are, 0..1
 * @param by how far a look simplifies what is behind people
 * @param grounds where the background is out of focus or texture
 * @param isAlone whether nobody is in the picture: no look simplifies that far
 */
export function withMasses(
  env: ToolEnvironment,
  picture: OkLabPicture,
  cells: Cells,
  kept: Float32Array<ArrayBuffer>,
  by: Simplified,
  grounds?: Grounds,
  isAlone = false,
): Cells {
  const unitPx = unitPxOf(picture)
  const seen = env.kernels.cellMeans(picture, cells)
  const crowds = crowdsOf(env, cells, seen.sizes, kept, unitPx)
  const most = isAlone ? Math.min(ALONE.worth, by.worth) : by.worth
  const blur = isAlone ? ALONE.blur : by.blur
  if (grounds !== undefined) calmGrounds(cells, grounds, blur, crowds)
  const merging = new Merging(env.kernels, cells, seen)
  for (let step = 1; step <= STEPS; step++) {
    const worth = (most * unitPx * step) / STEPS
    merging.mergeWhere(
      ({ one, other, tells, costPx }) =>
        tells < worth * Math.min(crowds[one] as number, crowds[other] as number) * costPx,
    )
  }
  return renumbered(cells, (cell) => merging.rootOf(cell))
}

/** How much each cell lies in a crowd of small ones, 0..1; not at all where it is kept. */
function crowdsOf(
  env: ToolEnvironment,
  cells: Cells,
  sizes: Uint32Array,
  kept: Float32Array<ArrayBuffer>,
  unitPx: number,
): Float64Array {
  const { of, widthPx, heightPx } = cells
  const smallPx = SMALL * unitPx ** 2
  const values = new Float32Array(of.length)
  for (let at = 0; at < of.length; at++) {
    if ((sizes[of[at] as number] as number) < smallPx) values[at] = 1
  }
  const about = env.kernels.gaussian({ widthPx, heightPx, values }, CROWD.reach * unitPx).values
  const people = env.kernels.sumOverCells(kept, cells)
  return env.kernels.sumOverCells(about, cells).map((sum, cell) => {
    const size = Math.max(1, sizes[cell] as number)
    if ((people[cell] as number) > KEPT * size) return 0
    return CROWD.least + (1 - CROWD.least) * smoothstep(CROWD.from, CROWD.to, sum / size)
  })
}

/**
 * Asks more of borders where less is seen or all is leaves.
 * @param share how much blur counts, 0..1
 * @param crowds which are written on
 */
function calmGrounds(
  cells: Cells,
  { blur, leaves }: Grounds,
  share: number,
  crowds: Float64Array,
): void {
  const values = new Float32Array(blur.values.length)
  for (let at = 0; at < values.length; at++) {
    const soft = share * Math.min(PAINTERLY.most, PAINTERLY.blur * (blur.values[at] as number))
    values[at] = Math.max(soft, PAINTERLY.leaves * (leaves.values[at] as number))
  }
  const more = meanOverCells(cells, { ...blur, values })
  for (let cell = 0; cell < crowds.length; cell++) {
    crowds[cell] = (crowds[cell] as number) * (1 + (more[cell] as number))
  }
}
