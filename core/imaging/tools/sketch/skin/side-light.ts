import { smoothstep } from '../../../../pixels/pixels.ts'
import { placedFrom, placesOf, underNose } from '../../../face-points/face-places.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'
import type { SkinOfFace } from '../../../face-points/skin-of-face.ts'

/** Skin whose light is looked at lies so far beside the nose and above its base, face widths: no beard grows there. */
const BESIDE = 0.08
const ABOVE = 0.6
/** Between so far on both sides of the nose one side's light goes over into the other's, face widths. */
const OVER = 0.12
const BARE = 0.6
/** Fewer places of a side say nothing of its light. */
const LEAST = 40

/**
 * How light skin is on the darker side of a face, against all of it: in light from one side its stubble is as dark as a
 * beard, and so is its cheek.
 * @param lightness OKLab, of the skin of the whole face
 * @returns by places of the picture, 1 and less
 */
export function sideLightOf(
  face: FoundFace,
  seen: SkinOfFace,
  lightness: number,
): (x: number, y: number) => number {
  const { box, inside, skin, lab } = seen
  const { across, down } = placesOf(face, box, { width: skin.widthPx, height: skin.heightPx })
  const [sums, counts] = [
    [0, 0],
    [0, 0],
  ]
  for (let i = 0; i < across.length; i++) {
    const [u, v] = [across[i] as number, down[i] as number]
    if (Math.abs(u) < BESIDE || v > 0 || v < -ABOVE) continue
    if ((skin.values[i] as number) < BARE || (inside.values[i] as number) < BARE) continue
    const side = u < 0 ? 0 : 1
    sums[side] = (sums[side] as number) + (lab.light[i] as number)
    counts[side] = (counts[side] as number) + 1
  }
  const [one = 1, other = 1] = counts.map((count, side) =>
    count < LEAST ? 1 : Math.min(1, (sums[side] as number) / count / Math.max(0.02, lightness)),
  )
  if (one === 1 && other === 1) return () => 1
  const placed = placedFrom(face, underNose(face))
  return (x, y) => one + (other - one) * smoothstep(-OVER, OVER, placed({ x, y }).u)
}
