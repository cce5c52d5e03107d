import { smoothstep } from '../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../pixels/raster.ts'
import { giveBack } from '../../give-back.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { paintBackdrop } from './backdrop.ts'
import { fadeBehindHeads } from './behind-head.ts'
import { calmBodySkin, type SkinOfBody } from './body-skin.ts'
import type { Cells } from './cells.ts'
import { clearCloth } from './cloth-light.ts'
import { paintCloth } from './cloth-paint.ts'
import type { CutPicture } from './cut-picture.ts'
import { openDarkCloth } from './dark-cloth.ts'
import { fill, filledLightness } from './fill.ts'
import type { Hair } from './hair.ts'
import type { AnimeLook } from './looks.ts'
import { grade } from './palette.ts'
import { paintPatterns } from './pattern-paint.ts'
import type { PhotoStudy } from './photo-study.ts'
import type { OkLabPicture } from './study.ts'

/** What is known of faces and hair, which are painted by themselves. */
export interface SeenOfFaces {
  /** Of the skin of all faces, each by its size; null where none is seen. */
  readonly light: number | null
  readonly skins: readonly SkinOfBody[]
  /** 1 at each pixel of a head or its hair. */
  readonly isHead: Uint8Array
  readonly hairs: readonly (Hair | null)[]
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
  { person, smooth, fine, skin, night }: PhotoStudy,
  { regions, palette }: AnimeLook,
  { cells, unclothed, cloth, isBody, unsmoothed }: CutPicture,
  { light: skinLight, skins, hairs }: SeenOfFaces,
): Promise<ColouredCells> {
  const { kernels } = env
  const colours = fill(kernels, smooth, cells, regions.shade)
  paintCloth(kernels, colours, smooth, fine, cells, cloth)
  const patterns = paintPatterns(kernels, colours, { fine, unsmoothed }, cloth)
  if (unsmoothed !== fine) giveBack(env, [unsmoothed.lightness, unsmoothed.a, unsmoothed.b])
  const before = colours.lightness.slice()
  clearCloth(colours, cells, cloth.kinds)
  const seen = filledLightness(kernels, smooth, unclothed, regions.shade)
  const protection = protectedBy(person, skin)
  await env.checkpoint()
  grade(colours, palette, protection, skinLight, night, seen)
  openDarkCloth(colours, before, cells, cloth.kinds, palette.darkCloth)
  const standing =
    skinLight === null || person === null || night > 0
      ? cells
      : paintBackdrop(kernels, colours, smooth, cells, person.values, palette.backdrop)
  calmBodySkin(kernels, colours, smooth, standing, person?.values ?? skin.values, skins, isBody)
  if (person !== null) fadeBehindHeads(colours, standing, person.values, hairs)
  giveBack(env, [unclothed.of, seen, protection], [cells.of])
  return { colours, cells: standing, before, patterns }
}

/** Where nobody was found there may be hands and backs: their skin keeps some of its tone. */
const SKIN_OF_NOBODY = 0.5

function protectedBy(person: FloatPlane | null, skin: FloatPlane): Float32Array<ArrayBuffer> {
  const { values } = person ?? skin
  const shares = new Float32Array(values.length)
  for (let at = 0; at < shares.length; at++) {
    const own = values[at] as number
    if (person === null) shares[at] = own * SKIN_OF_NOBODY
    else if (own > 0.2) shares[at] = own >= 0.6 ? 1 : smoothstep(0.2, 0.6, own)
  }
  return shares
}
