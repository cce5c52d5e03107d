import { inParts } from '../../../pixels/in-parts.ts'
import type { FloatPlane } from '../../../pixels/raster.ts'
import { eachRow, type Head } from '../../face-points/head.ts'
import type { Cel } from './cel.ts'
import type { Cloth } from './cloth/cloth.ts'
import { garmentOfKind } from './cloth/cloth-kinds.ts'
import { lineGainInDark } from './cloth/dark-cloth.ts'
import type { Hair } from './hair/hair.ts'

/** 1 where people are, but for their heads and for skin that is cut by itself. */
export function ownPlaces(
  person: FloatPlane | null,
  isHead: Uint8Array,
  isBody: (at: number) => boolean,
): Uint8Array {
  const own = new Uint8Array(isHead.length)
  if (person === null) return own
  const { values } = person
  inParts(own.length, (from, until) => {
    for (let at = from; at < until; at++) {
      if ((values[at] as number) > 0.5 && isHead[at] === 0 && !isBody(at)) own[at] = 1
    }
  })
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
  inParts(own.length, (from, until) => {
    for (let at = from; at < until; at++) {
      if (own[at] === 0) continue
      const plain = isPlain[cells[at] as number] ?? 0
      values[at] = plain * lineGainInDark(before[at] as number)
    }
  })
  return { ...skin, values }
}

/** What heads have about them, in their widths from the middle of a face. */
const HEAD = { aside: 0.8, above: 1.1, below: 0.75 }

/** What is so surely worn on a head is painted as a garment. */
const WORN = 0.5

/**
 * Where heads and their hair are, but for what they wear.
 * @param worn how likely something is worn in the box of each head, 0..1; null where nobody looked
 * @param by how much larger heads are taken than they are
 */
export function headPlaces(
  { widthPx, heightPx }: Pick<FloatPlane, 'widthPx' | 'heightPx'>,
  heads: readonly Head[],
  hairs: readonly (Hair | null)[],
  worn: readonly (FloatPlane | null)[],
  by = 1,
): Uint8Array {
  const isHead = new Uint8Array(widthPx * heightPx)
  for (const [n, head] of heads.entries()) {
    const its = worn[n]?.values
    eachRow(head, widthPx, (first, inBox, left, top, du, dv) => {
      for (let k = 0; k < head.box.width; k++) {
        const v = top + k * dv
        const x = (left + k * du) / (by * HEAD.aside)
        const y = v / (by * (v < 0 ? HEAD.above : HEAD.below))
        if (x * x + y * y < 1 && !((its?.[inBox + k] ?? 0) > WORN)) isHead[first + k] = 1
      }
    })
  }
  markHair(isHead, hairs)
  return isHead
}

/** Marks, in place, where somebody's hair is painted by itself. */
export function markHair(marks: Uint8Array, hairs: readonly (Hair | null)[]): void {
  for (const hair of hairs) for (const at of hair?.places ?? []) marks[at] = 1
}
