import type { Kernels } from '../../../../kernels/kernels.ts'
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

/**
 * Arms and legs far from a face are brought together as garments are: tells which of these are skin.
 * @param cloth whose plain garments are asked: fur has texture
 * @param skin how much each place has the hue of skin, 0..1
 * @returns numbers of garments
 */
export function bareLimbs(
  kernels: Kernels,
  cells: Cells,
  { kinds, isCalm }: Pick<Cloth, 'kinds' | 'isCalm'>,
  picture: OkLabPicture,
  skin: FloatPlane,
  skins: readonly SkinOfBody[],
): ReadonlySet<number> {
  const garments = garmentsOf(kernels, cells, kinds, picture, skin)
  const faces = skins.map(({ tone: [light, a, b], face }) => ({
    strength: Math.hypot(a, b) / light,
    square: face.widthPx ** 2,
  }))
  const bare = new Set<number>()
  for (const [garment, { count, skin: share, light, a, b }] of garments) {
    if (isCalm[garment] !== 1) continue
    const strength = Math.hypot(a, b) / Math.max(1e-6, light)
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

interface Garment {
  count: number
  skin: number
  light: number
  a: number
  b: number
}

/** Sums over each garment, by its number. */
function garmentsOf(
  kernels: Kernels,
  cells: Cells,
  kinds: Uint32Array,
  picture: OkLabPicture,
  skin: FloatPlane,
): ReadonlyMap<number, Garment> {
  const { sizes, lightness, a, b } = kernels.cellMeans(picture, cells)
  const shares = kernels.sumOverCells(skin.values, cells)
  const garments = new Map<number, Garment>()
  for (let cell = 0; cell < cells.total; cell++) {
    const garment = garmentOfKind(kinds[cell] ?? 0)
    if (garment === 0) continue
    const sums = garments.get(garment) ?? { count: 0, skin: 0, light: 0, a: 0, b: 0 }
    const size = sizes[cell] as number
    sums.count += size
    sums.skin += shares[cell] as number
    sums.light += size * (lightness[cell] as number)
    sums.a += size * (a[cell] as number)
    sums.b += size * (b[cell] as number)
    garments.set(garment, sums)
  }
  return garments
}
