import { type Adjustments, isNeutral } from '../design/adjustments.ts'
import type { Crop } from '../design/document.ts'
import type { Kernels } from '../kernels/kernels.ts'
import type { AdjustPass, Surroundings } from '../kernels/light.ts'
import type { Raster } from '../pixels/raster.ts'
import { colourCube } from './colour-cube.ts'
import { grainTile } from './grain.ts'
import { lookOf } from './looks.ts'

/** Texels of grain along the side of a square as large as the photo's frame. */
const GRAIN_TEXELS = 960
/** Standard deviation of the strongest grain, of 1, in the middle tones. */
const GRAIN_MOST = 0.07
/** What the strongest vignette leaves of a corner's sRGB values. */
const VIGNETTE_MOST = 0.68
/** By how many doublings of sRGB values the darkest and the lightest are moved at their sliders' ends. */
const SHADOW_STOPS = 1.9
const HIGHLIGHT_STOPS = 2.1
const CLARITY_MOST = 1.15
const SOFTNESS_MOST = 0.75

/** What is known of a photo and of the part of it that its frame shows. */
export interface AdjustedFrame {
  readonly surroundings: Surroundings
  /** What the frame shows, as fractions of the photo. */
  readonly crop: Crop
  /** The frame's width by its height. */
  readonly aspect: number
}

/** Pixels that show some rows of a part of a photo. */
export interface PhotoPart {
  /** What the whole part shows, as fractions of the photo. */
  readonly part: Crop
  readonly widthPx: number
  readonly heightPx: number
}

/** Adjustments made ready to be applied to any pixels. */
interface Recipe {
  readonly cube: Float32Array<ArrayBuffer>
  readonly shadows: number
  readonly highlights: number
  readonly clarity: number
  readonly vignette: number
  readonly grain: number
}

/** Whether adjustments change what is drawn: looks that nobody knows do not. */
export const changesPixels = (adjustments: Adjustments | null): adjustments is Adjustments =>
  adjustments !== null &&
  !isNeutral(
    adjustments.look !== null && lookOf(adjustments.look.lookId) === null
      ? { ...adjustments, look: null }
      : adjustments,
  )

/** Adjustments are plain values that never change: each is made ready once. */
const recipes = {
  coarse: new WeakMap<Adjustments, Recipe>(),
  fine: new WeakMap<Adjustments, Recipe>(),
}
let tile: Float32Array<ArrayBuffer> | null = null

/**
 * Adjusts rows of a picture in place. Everything depends on the place within the photo and its
 * frame alone, so rows agree with the whole, and a small picture with a large one.
 * @param topPx where the rows begin in the picture of `place`
 * @param grading `coarse` for what is seen for a moment: within some 4 of 255 of `fine`, within 45 in the
 *   fullest colours, at the edge of sRGB
 */
export function adjustPixels(
  kernels: Kernels,
  adjustments: Adjustments,
  frame: AdjustedFrame,
  place: PhotoPart,
  rows: Raster,
  topPx: number,
  grading: 'coarse' | 'fine' = 'fine',
): void {
  const known = recipes[grading].get(adjustments)
  const recipe = known ?? recipeOf(adjustments, grading === 'coarse')
  if (known === undefined) recipes[grading].set(adjustments, recipe)
  tile ??= grainTile()
  kernels.adjust(rows, passOf(recipe, frame, place, topPx, tile), rows)
}

function recipeOf(adjustments: Adjustments, coarse: boolean): Recipe {
  const { look } = adjustments
  const found = look === null ? null : lookOf(look.lookId)
  const sum = (name: 'clarity' | 'vignette' | 'grain' | 'highlights' | 'shadows') =>
    adjustments[name] + (look?.amount ?? 0) * (found?.settings[name] ?? 0)
  const clarity = Math.max(-1, Math.min(1, sum('clarity')))
  return {
    cube: colourCube(adjustments, coarse),
    shadows: 2 ** (SHADOW_STOPS * sum('shadows')) - 1,
    highlights: 2 ** (HIGHLIGHT_STOPS * sum('highlights')) - 1,
    clarity: clarity * (clarity > 0 ? CLARITY_MOST : SOFTNESS_MOST),
    vignette: Math.min(1, sum('vignette')) * VIGNETTE_MOST,
    grain: Math.min(1, sum('grain')) * GRAIN_MOST,
  }
}

function passOf(
  recipe: Recipe,
  { surroundings, crop, aspect }: AdjustedFrame,
  { part, widthPx, heightPx }: PhotoPart,
  topPx: number,
  grainTexels: Float32Array<ArrayBuffer>,
): AdjustPass {
  // Fractions of the photo at the first pixel's middle, and from one pixel to the next.
  const across = { start: part.x + part.width / widthPx / 2, step: part.width / widthPx }
  const down = {
    start: part.y + ((topPx + 0.5) * part.height) / heightPx,
    step: part.height / heightPx,
  }
  const scaled = ({ start, step }: typeof across, from: number, by: number, shift: number) => ({
    start: (start - from) * by + shift,
    step: step * by,
  })
  const root = Math.sqrt(aspect)
  const grainX = scaled(across, crop.x, (GRAIN_TEXELS * root) / crop.width, 0)
  const grainY = scaled(down, crop.y, GRAIN_TEXELS / root / crop.height, 0)
  const { widthPx: aroundW, heightPx: aroundH } = surroundings.follow
  return {
    cube: recipe.cube,
    surroundings,
    clarity: recipe.clarity,
    shadows: recipe.shadows,
    highlights: recipe.highlights,
    around: { x: scaled(across, 0, aroundW, -0.5), y: scaled(down, 0, aroundH, -0.5) },
    vignette: recipe.vignette,
    frame: {
      x: scaled(across, crop.x, 2 / crop.width, -1),
      y: scaled(down, crop.y, 2 / crop.height, -1),
    },
    grainTexels,
    // A pixel that covers several grains shows their mean: measured, the more the less.
    grain: recipe.grain / (1 + (0.31 * Math.max(grainX.step, grainY.step)) ** 2),
    grainAt: { x: grainX, y: grainY },
  }
}
