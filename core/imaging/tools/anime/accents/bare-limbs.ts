import { inParts } from '../../../../pixels/in-parts.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import type { Cells } from '../cells/cells.ts'
import type { Cloth } from '../cloth/cloth.ts'
import { garmentOfKind } from '../cloth/cloth-kinds.ts'
import type { SkinOfBody } from '../skin/skin-of-body.ts'
import type { OkLabPicture } from '../study.ts'

/** So much of a limb has the hue of skin. */
const SKIN = 0.95
/**
 * Its colour against its light, times the face's: skin is the stronger in colour the less light falls on it, and cloth of
 * its hue is mostly fainter, leather stronger.
 */
const STRENGTH = { from: 0.95, to: 1.9 }
/** A limb is no larger, square face widths: coats are. */
const LARGEST = 4

interface Sums {
  count: number
  skin: number
  light: number
  a: number
  b: number
}

/**
 * Arms and legs far from a face are brought together as garments are: tells which of these are skin.
 * @param cloth whose plain garments are asked: fur has texture
 * @param skin how much each place has the hue of skin, 0..1
 * @returns numbers of garments
 */
export function bareLimbs(
  cells: Pick<Cells, 'of'>,
  { kinds, isCalm }: Pick<Cloth, 'kinds' | 'isCalm'>,
  picture: OkLabPicture,
  skin: FloatPlane,
  skins: readonly SkinOfBody[],
): ReadonlySet<number> {
  const garments = sumsOfGarments(cells, kinds, picture, skin)
  const faces = skins.map(({ tone: [light, a, b], face }) => ({
    strength: Math.hypot(a, b) / light,
    square: face.widthPx ** 2,
  }))
  const bare = new Set<number>()
  for (const [garment, { count, skin: share, light, a, b }] of garments) {
    const strength = Math.hypot(a, b) / Math.max(1e-6, light)
    if (isCalm[garment] !== 1) continue
    const isLimb = faces.some(
      (face) =>
        count <= LARGEST * face.square &&
        strength >= STRENGTH.from * face.strength &&
        strength <= STRENGTH.to * face.strength,
    )
    if (isLimb && share >= SKIN * count) bare.add(garment)
  }
  return bare
}

function sumsOfGarments(
  { of }: Pick<Cells, 'of'>,
  kinds: Uint32Array,
  picture: OkLabPicture,
  skin: FloatPlane,
): ReadonlyMap<number, Sums> {
  const garmentAt = Uint32Array.from(kinds, garmentOfKind)
  const all = Array.from(
    { length: garmentAt.reduce((most, garment) => Math.max(most, garment), 0) + 1 },
    (): Sums => ({ count: 0, skin: 0, light: 0, a: 0, b: 0 }),
  )
  inParts(of.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const garment = garmentAt[of[at] as number] ?? 0
      const sums = all[garment]
      if (garment === 0 || sums === undefined) continue
      sums.count++
      sums.skin += skin.values[at] as number
      sums.light += picture.lightness[at] as number
      sums.a += picture.a[at] as number
      sums.b += picture.b[at] as number
    }
  })
  return new Map([...all.entries()].slice(1))
}
