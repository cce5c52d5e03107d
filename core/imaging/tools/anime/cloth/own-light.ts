import type { CellMeans } from '../../../../kernels/cell-measures.ts'
import { inParts } from '../../../../pixels/in-parts.ts'
import { withValues } from '../../../../pixels/with-values.ts'
import { giveBack } from '../../../give-back.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import { TONES } from '../cells/tones.ts'
import type { OkLabPicture } from '../study.ts'
import { FIRST, garmentOfKind } from './cloth-kinds.ts'
import { mostAbout } from './round-tones.ts'

/**
 * What is darker than all tones of cloth is a deep fold of it where the cloth is as dark as this, OKLab, as black has no
 * colour that would tell, or where it has such a share of that light, and a colour so near in it: else it is print.
 */
const DEEP = { dark: 0.4, share: 0.5, colour: 0.04 }

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
  env: ToolEnvironment,
  picture: OkLabPicture,
  of: Uint32Array,
  tones: CellMeans,
  { isPrint, isLit }: Differing,
  reachPx: number,
): void {
  const free = freeTones(tones)
  const marks = marksOf(of, { isPrint, isLit }, deepOf(picture, tones, free.darkest))
  if (marks === null) return
  const votes = new Float32Array(of.length)
  const shape = (marked: Uint8Array, toneOf: Uint32Array) => {
    if (!marked.includes(1)) return
    withValues(votes, (at) => (marks.cloth[at] === 0 ? 0 : (marked[at] as number) - 0.5))
    const said = mostAbout(env.kernels, picture, votes, reachPx)
    const isBeside = besideOf(of, marked, picture.widthPx, reachPx)
    inParts(of.length, (from, until) => {
      for (let at = from; at < until; at++) {
        if (marks.cloth[at] === 0) continue
        const isWithin = (said[at] as number) > 0
        if (marked[at] === 0 && !(isWithin && isBeside(at))) continue
        isPrint[at] = 0
        isLit[at] = 0
        if (isWithin) of[at] = toneOf[of[at] as number] as number
      }
    })
    giveBack(env, [said])
  }
  shape(marks.lit, free.lit)
  shape(marks.deep, free.deep)
  giveBack(env, [votes, ...Object.values(marks)])
}

/** Where garments are, light falls on them and their deep folds are, 1 or 0; null where nothing differs. */
function marksOf(
  of: Uint32Array,
  { isPrint, isLit }: Differing,
  isDeep: (at: number, kind: number) => boolean,
): Readonly<Record<'cloth' | 'lit' | 'deep', Uint8Array<ArrayBuffer>>> | null {
  const plane = () => new Uint8Array(of.length)
  const [cloth, lit, deep] = [plane(), plane(), plane()]
  let count = 0
  inParts(of.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const kind = of[at] as number
      if (kind < FIRST) continue
      cloth[at] = 1
      if (isPrint[at] === 0) continue
      count++
      if (isLit[at] === 1) lit[at] = 1
      else if (isDeep(at, kind)) deep[at] = 1
    }
  })
  return count === 0 ? null : { cloth, lit, deep }
}

/** Whether what is marked of its own garment lies so near to a place. */
function besideOf(
  of: Uint32Array,
  marked: Uint8Array,
  widthPx: number,
  reachPx: number,
): (at: number) => boolean {
  const nearPx = Math.ceil(reachPx)
  const ways = [nearPx, -nearPx, nearPx * widthPx, -nearPx * widthPx]
  return (at) => {
    const own = garmentOfKind(of[at] as number)
    return ways.some((way) => marked[at + way] === 1 && garmentOfKind(of[at + way] ?? 0) === own)
  }
}

/** Whether a place of a garment is so dark and so coloured as a deep fold of it. @param darkest tone of the garment of each kind */
function deepOf(
  { lightness, a, b }: OkLabPicture,
  tones: CellMeans,
  darkest: Uint32Array,
): (at: number, kind: number) => boolean {
  return (at, kind) => {
    const own = darkest[kind] as number
    const [light, least] = [lightness[at] as number, tones.lightness[own] as number]
    if (own === 0 || light >= least) return false
    if (least < DEEP.dark) return true
    if (light < DEEP.share * least) return false
    const share = light / least
    const red = (a[at] as number) - (tones.a[own] as number) * share
    const yellow = (b[at] as number) - (tones.b[own] as number) * share
    return Math.hypot(red, yellow) < DEEP.colour * share
  }
}

/** Of each kind which tone of its garment light and deep folds become, and which is the darkest of those found. */
function freeTones({ sizes, lightness }: CellMeans) {
  const total = sizes.length
  const [lit, deep, dark] = [new Uint32Array(total), new Uint32Array(total), new Uint32Array(total)]
  for (let first = FIRST; first < total; first += TONES) {
    const all = [first, first + 1, first + 2].filter((kind) => kind < total)
    const used = all.filter((kind) => (sizes[kind] as number) > 0)
    if (used.length === 0) continue
    used.sort((one, other) => (lightness[one] as number) - (lightness[other] as number))
    const left = all.filter((kind) => sizes[kind] === 0)
    const [darkest, lightest] = [used[0] as number, used.at(-1) as number]
    for (const kind of all) {
      lit[kind] = left[0] ?? lightest
      deep[kind] = left[1] ?? darkest
      dark[kind] = darkest
    }
  }
  return { lit, deep, darkest: dark }
}
