import { giveBack } from '../../give-back.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { paintBackdrop } from './background/backdrop.ts'
import type { Cells } from './cells/cells.ts'
import { fill, filledLightness } from './cells/fill.ts'
import { clearCloth } from './cloth/cloth-light.ts'
import { paintCloth } from './cloth/cloth-paint.ts'
import { openDarkCloth } from './cloth/dark-cloth.ts'
import { paintPatterns } from './cloth/pattern-paint.ts'
import { grade } from './colour/palette.ts'
import type { CutPicture } from './cut-picture.ts'
import { fadeBehindHeads } from './hair/behind-head.ts'
import type { HeadsSeen } from './heads-seen.ts'
import type { AnimeLook } from './looks.ts'
import type { PhotoStudy } from './photo-study.ts'
import { calmBodySkin } from './skin/body-skin.ts'
import type { SkinOfBody } from './skin/skin-of-body.ts'
import type { OkLabPicture } from './study.ts'

/** What is known of faces and hair, which are painted by themselves. */
export interface SeenOfFaces {
  /** Of the skin of all faces, each by its size; null where none is seen. */
  readonly light: number | null
  readonly skins: readonly SkinOfBody[]
  readonly seenHeads: HeadsSeen
}

interface ColouredCells {
  readonly colours: OkLabPicture
  /** The cells, a backdrop in one. */
  readonly cells: Cells
  /** Lightness of the paint before it was graded. */
  readonly before: Float32Array<ArrayBuffer>
  readonly patterns: ReturnType<typeof paintPatterns>
}

/** Gives each cell its colour in a look. */
export async function colourCells(
  env: ToolEnvironment,
  { person, smooth, fine, unsmoothed, skin, kept, night }: PhotoStudy,
  { regions, palette }: AnimeLook,
  { cells, unclothed, cloth, body }: CutPicture,
  { light: skinLight, skins, seenHeads }: SeenOfFaces,
): Promise<ColouredCells> {
  const { kernels } = env
  const colours = fill(kernels, smooth, cells, regions.shade)
  paintCloth(kernels, colours, smooth, fine, cells, cloth)
  const patterns = paintPatterns(kernels, colours, { fine, unsmoothed }, cloth)
  const before = colours.lightness.slice()
  clearCloth(colours, cells, cloth.kinds)
  const seen = filledLightness(kernels, smooth, unclothed, regions.shade)
  await env.checkpoint()
  grade(colours, palette, kept, skinLight, night, seen)
  openDarkCloth(colours, before, cells, cloth.kinds, palette.darkCloth)
  const standing =
    skinLight === null || person === null || night > 0
      ? cells
      : paintBackdrop(kernels, colours, smooth, cells, person.values, palette.backdrop)
  calmBodySkin(kernels, colours, smooth, standing, person?.values ?? skin.values, skins, body)
  if (person !== null) fadeBehindHeads(colours, standing, person.values, seenHeads.hairs)
  giveBack(env, [unclothed.of, seen], [cells.of])
  return { colours, cells: standing, before, patterns }
}
