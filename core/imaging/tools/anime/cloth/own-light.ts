import type { CellMeans } from '../../../../kernels/cell-measures.ts'
import type { Kernels } from '../../../../kernels/kernels.ts'
import { inParts } from '../../../../pixels/in-parts.ts'
import { TONES } from '../cells/tones.ts'
import type { OkLabPicture } from '../study.ts'
import { FIRST } from './cloth-kinds.ts'

/** What is darker than the tones of such dark cloth is a deep fold of it, OKLab: black has no colour that would tell. */
const DARK = 0.4

type Differing = Readonly<Record<'isPrint' | 'isLit', Uint8Array<ArrayBuffer>>>

/**
 * Makes tones of their garments, in place, of the light that falls on these and of the deep folds of dark ones, which
 * differ from all tones found as print does: as pieces of their own they are crumbs. Their shapes are rounded as those
 * of tones are, and what is narrower than a turn goes.
 * @param of of each pixel its kind
 * @param tones of the kinds
 * @param reachPx how small a turn is
 */
export function toneOwnLight(
  kernels: Pick<Kernels, 'gaussian'>,
  picture: OkLabPicture,
  of: Uint32Array,
  tones: CellMeans,
  { isPrint, isLit }: Differing,
  reachPx: number,
): void {
  const free = freeTones(tones)
  const { lightness } = picture
  const shaped = (isOf: (at: number, kind: number) => boolean, toneOf: Uint32Array) => {
    const values = new Float32Array(of.length)
    let count = 0
    inParts(of.length, (from, until) => {
      for (let at = from; at < until; at++) {
        if (isPrint[at] === 0 || !isOf(at, of[at] as number)) continue
        values[at] = 1
        count++
      }
    })
    if (count === 0) return
    const shares = kernels.gaussian({ ...picture, values }, reachPx).values
    inParts(of.length, (from, until) => {
      for (let at = from; at < until; at++) {
        const kind = of[at] as number
        if (kind < FIRST) continue
        const isWithin = (shares[at] as number) > 0.5
        if (values[at] === 0 && !isWithin) continue
        isPrint[at] = 0
        isLit[at] = 0
        if (isWithin) of[at] = toneOf[kind] as number
      }
    })
  }
  const isDeep = (at: number, kind: number) => (lightness[at] as number) < (free.below[kind] as number)
  shaped((at) => isLit[at] === 1, free.lit)
  shaped(isDeep, free.deep)
}

/** Of each kind which tone of its garment light and deep folds become, and below which lightness it has these. */
function freeTones({ sizes, lightness }: CellMeans) {
  const total = sizes.length
  const [lit, deep] = [new Uint32Array(total), new Uint32Array(total)]
  const below = new Float64Array(total)
  for (let first = FIRST; first < total; first += TONES) {
    const all = [first, first + 1, first + 2].filter((kind) => kind < total)
    const used = all.filter((kind) => (sizes[kind] as number) > 0)
    if (used.length === 0) continue
    used.sort((one, other) => (lightness[one] as number) - (lightness[other] as number))
    const left = all.filter((kind) => sizes[kind] === 0)
    const [darkest, lightest] = [used[0] as number, used.at(-1) as number]
    const least = lightness[darkest] as number
    for (const kind of all) {
      lit[kind] = left[0] ?? lightest
      deep[kind] = left[1] ?? darkest
      below[kind] = least < DARK ? least : 0
    }
  }
  return { lit, deep, below }
}
