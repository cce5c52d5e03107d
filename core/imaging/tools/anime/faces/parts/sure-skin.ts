import type { SkinOfFace } from '../../../../face-points/skin-of-face.ts'

/** What is less than this skin, or lies nearer to the face's edge, is not skin for sure. */
const SURE = { skin: 0.6, inside: 0.9 }

/** Whether a pixel of a face's planes is skin for sure. */
export const isSureSkin = (
  { skin, inside }: Pick<SkinOfFace, 'skin' | 'inside'>,
  at: number,
): boolean =>
  (skin.values[at] as number) >= SURE.skin && (inside.values[at] as number) >= SURE.inside
