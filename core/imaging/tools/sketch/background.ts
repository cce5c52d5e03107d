import type { Kernels } from '../../../kernels/kernels.ts'
import { createFloatPlane, smoothstep } from '../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../pixels/raster.ts'
import { type People, personAt } from '../../portrait/people.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { guided } from './guided.ts'

/** What becomes of all that is about people: drawn as it is, fading out about them, left as paper. */
export type SketchBackground = 'as-it-is' | 'vignette' | 'white'

/** How far a vignette reaches about people, in shares of the longer side. */
const FADE_REACH = 0.05

/**
 * How much of a picture is drawn, 0 paper to 1; null for all of it. Where nobody is, a vignette is
 * an oval in the picture's middle, and white lets the dark outside of it go.
 * @param small a copy of the picture
 */
export async function drawnShare(
  env: ToolEnvironment,
  small: Raster,
  { mask }: People,
  background: SketchBackground,
): Promise<FloatPlane | null> {
  const { kernels } = env
  if (background === 'as-it-is') return null
  const luma = kernels.luma(small)
  if (mask === null) return ovalOf(kernels, luma, background)
  const { widthPx, heightPx } = small
  const rough = personAt(kernels, mask, small)
  const person = await guided(env, rough, 6, 0.0008, luma)
  const own = person.values.map((share) => smoothstep(0.35, 0.65, share))
  if (background === 'white') return { ...person, values: own }
  const about = kernels.gaussian(rough, FADE_REACH * Math.max(widthPx, heightPx)).values
  return { ...person, values: own.map((v, i) => Math.max(v, smoothstep(0.1, 0.5, about[i] ?? 0))) }
}

function ovalOf(kernels: Kernels, luma: FloatPlane, background: SketchBackground): FloatPlane {
  const { widthPx, heightPx } = luma
  const light = kernels.gaussian(luma, Math.max(1, Math.max(widthPx, heightPx) / 100))
  const drawn = createFloatPlane(widthPx, heightPx)
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const i = y * widthPx + x
      const away = Math.hypot((2 * x) / widthPx - 1, (2 * y) / heightPx - 1)
      const outside = smoothstep(0.6, 1, away)
      const dark = background === 'white' ? 1 - smoothstep(0.25, 0.55, light.values[i] ?? 0) : 1
      drawn.values[i] = 1 - outside * dark
    }
  }
  return drawn
}
