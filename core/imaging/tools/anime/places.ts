import type { FloatPlane } from '../../../pixels/raster.ts'
import { eachPixel, type Head } from '../../face-points/head.ts'
import type { ToolEnvironment } from '../../tool.ts'
import type { Cel } from './cel.ts'
import type { Cloth } from './cloth.ts'
import { garmentOfKind } from './cloth-kinds.ts'
import { gainInDark } from './dark-cloth.ts'
import type { Hair } from './hair.ts'
import { unitPxOf } from './study.ts'

/** 1 where people are, but for their heads and for skin that is cut by itself. */
export function ownPlaces(
  person: FloatPlane | null,
  isHead: Uint8Array,
  isBody: (at: number) => boolean,
): Uint8Array {
  const own = new Uint8Array(isHead.length)
  if (person === null) return own
  const { values } = person
  for (let at = 0; at < own.length; at++) {
    if ((values[at] as number) > 0.5 && isHead[at] === 0 && !isBody(at)) own[at] = 1
  }
  return own
}

/**
 * How much fine lines are details and no texture: on skin and on plain cloth, on which they count for more where
 * it is dark.
 * @param before lightness of the paint before it was graded
 */
export function plainPlaces(
  { cells }: Cel,
  cloth: Cloth,
  own: Uint8Array,
  skin: FloatPlane,
  before: Float32Array,
): FloatPlane {
  const isPlain = cloth.kinds.map((kind) => cloth.isCalm[garmentOfKind(kind)] as number)
  const values = skin.values.slice()
  for (let at = 0; at < own.length; at++) {
    if (own[at] === 0) continue
    const plain = isPlain[cells[at] as number] ?? 0
    values[at] = plain * gainInDark(before[at] as number)
  }
  return { ...skin, values }
}

/** So far within people all is cut finely: at their outline the mask may hold what lies behind, thousandths. */
const WITHIN = { reach: 5, from: 0.9 }

/** Where cells are cut finely, above a half: skin, and all that lies well within people. */
export function fineWithin(
  { kernels }: ToolEnvironment,
  skin: FloatPlane,
  person: FloatPlane | null,
): Float32Array<ArrayBuffer> {
  if (person === null) return skin.values
  const about = kernels.gaussian(person, WITHIN.reach * unitPxOf(person)).values
  for (let at = 0; at < about.length; at++) {
    if ((about[at] as number) > WITHIN.from) about[at] = 1
    else about[at] = skin.values[at] as number
  }
  return about
}

/** What heads have about them, in their widths from the middle of a face. */
const HEAD = { aside: 0.8, above: 1.1, below: 0.75 }

/** Where heads and their hair are. */
export function headPlaces(
  { widthPx, heightPx }: Pick<FloatPlane, 'widthPx' | 'heightPx'>,
  heads: readonly Head[],
  hairs: readonly (Hair | null)[],
): Uint8Array {
  const isHead = new Uint8Array(widthPx * heightPx)
  for (const head of heads) {
    eachPixel(head, widthPx, (at, _, u, v) => {
      const x = u / HEAD.aside
      const y = v / (v < 0 ? HEAD.above : HEAD.below)
      if (x * x + y * y < 1) isHead[at] = 1
    })
  }
  for (const hair of hairs) {
    if (hair !== null) for (const at of hair.places) isHead[at] = 1
  }
  return isHead
}
