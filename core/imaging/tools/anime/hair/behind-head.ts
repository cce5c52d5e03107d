import { smoothstep } from '../../../../pixels/pixels.ts'
import { meanOverCells } from '../cells/cell-means.ts'
import { type Cells, sizesOf } from '../cells/cells.ts'
import type { OkLabPicture } from '../study.ts'
import type { Hair } from './hair.ts'

/** A thing lies on top of hair along so much of it, so close to it, its middle so far aside at most, and is no larger: head widths, and square ones. */
const ON_TOP = { along: 0.2, reach: 0.04, aside: 0.6, largest: 2.5 }
/** What is darker than hair and this, and than what lies about it by that, looks like a hat, OKLab. */
const DARK = { overHair: 0.15, against: { from: 0.1, to: 0.2 } }
/** It belongs to people by this share at most. */
const PERSON = 0.3
/** How far such a thing goes over into what lies about it. */
const FADED = 0.7

/** The mean colour beside a cell, OKLab. */
interface Beside {
  light: number
  a: number
  b: number
  count: number
}

/**
 * Fades dark things behind a head that lie on top of its hair, as a lintel does: they would look like a hat.
 * @param colours of the paint, which change
 * @param person where people are, 0..1
 */
export function fadeBehindHeads(
  colours: OkLabPicture,
  cells: Cells,
  person: Float32Array<ArrayBuffer>,
  hairs: readonly (Hair | null)[],
): void {
  const seen = hairs.filter((hair) => hair !== null)
  if (seen.length === 0) return
  const { widthPx } = cells
  const sizes = sizesOf(cells)
  const people = meanOverCells(cells, { widthPx, values: person })
  const lights = meanOverCells(cells, { widthPx, values: colours.lightness })
  const isHair = new Uint8Array(cells.of.length)
  for (const { places } of seen) for (let k = 0; k < places.length; k++) isHair[places[k] ?? 0] = 1
  for (const hair of seen) {
    const darkest = lightOf(hair) + DARK.overHair
    for (const cell of cellsOnTop(hair, cells)) {
      const isLarge = (sizes[cell] as number) > ON_TOP.largest * hair.headPx ** 2
      const light = lights[cell] as number
      if (isLarge || (people[cell] as number) > PERSON || light > darkest) continue
      if (asideOf(cell, cells, hair) > ON_TOP.aside * hair.headPx) continue
      const reachPx = Math.max(2, Math.round(ON_TOP.reach * hair.headPx))
      const beside = besideOf(cell, colours, cells, (at) => isHair[at] === 1, person, reachPx)
      if (beside.count === 0) continue
      const share = FADED * smoothstep(DARK.against.from, DARK.against.to, beside.light - light)
      if (share > 0) fade(cell, colours, cells, beside, share)
    }
  }
}

const lightOf = ({ places, colours }: Hair): number => {
  let sum = 0
  for (let k = 0; k < places.length; k++) sum += colours[3 * k] as number
  return sum / Math.max(1, places.length)
}

/** How far to the side of the middle of hair that of a cell lies, px. */
function asideOf(cell: number, { of, widthPx }: Cells, { places }: Hair): number {
  let [own, hair, count] = [0, 0, 0]
  for (let k = 0; k < places.length; k++) hair += (places[k] as number) % widthPx
  for (let at = 0; at < of.length; at++) {
    if (of[at] !== cell) continue
    own += at % widthPx
    count++
  }
  return Math.abs(own / Math.max(1, count) - hair / Math.max(1, places.length))
}

/** The cells that lie on top of hair along enough of it. */
function cellsOnTop({ places, headPx }: Hair, { of, widthPx }: Cells): number[] {
  const tops = new Map<number, number>()
  for (let k = 0; k < places.length; k++) {
    const at = places[k] as number
    const column = at % widthPx
    tops.set(column, Math.min(tops.get(column) ?? at, at))
  }
  const abovePx = Math.max(2, Math.round(ON_TOP.reach * headPx))
  const along = new Map<number, number>()
  for (const top of tops.values()) {
    const at = top - abovePx * widthPx
    if (at < 0) continue
    const cell = of[at] as number
    along.set(cell, (along.get(cell) ?? 0) + 1)
  }
  return [...along].filter(([, px]) => px >= ON_TOP.along * headPx).map(([cell]) => cell)
}

/** The mean colour of what lies beside a cell and is neither people nor hair. */
function besideOf(
  cell: number,
  { lightness, a, b }: OkLabPicture,
  { of, widthPx }: Cells,
  isHair: (at: number) => boolean,
  person: Float32Array,
  reachPx: number,
): Beside {
  const sum: Beside = { light: 0, a: 0, b: 0, count: 0 }
  const steps = [-reachPx, reachPx, -reachPx * widthPx, reachPx * widthPx]
  for (let at = 0; at < of.length; at++) {
    if (of[at] !== cell) continue
    for (const step of steps) {
      const to = at + step
      const isBeside = to >= 0 && to < of.length && of[to] !== cell
      if (!isBeside || isHair(to) || (person[to] as number) > PERSON) continue
      sum.light += lightness[to] as number
      sum.a += a[to] as number
      sum.b += b[to] as number
      sum.count++
    }
  }
  const count = Math.max(1, sum.count)
  return { light: sum.light / count, a: sum.a / count, b: sum.b / count, count: sum.count }
}

function fade(
  cell: number,
  { lightness, a, b }: OkLabPicture,
  { of }: Cells,
  to: Beside,
  share: number,
): void {
  for (let at = 0; at < of.length; at++) {
    if (of[at] !== cell) continue
    lightness[at] = (lightness[at] as number) + (to.light - (lightness[at] as number)) * share
    a[at] = (a[at] as number) + (to.a - (a[at] as number)) * share
    b[at] = (b[at] as number) + (to.b - (b[at] as number)) * share
  }
}
