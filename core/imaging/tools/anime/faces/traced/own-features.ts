import type { Kernels } from '../../../../../kernels/kernels.ts'
import type { OkLab } from '../../../../../pixels/oklab.ts'
import { smoothstep } from '../../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../../pixels/raster.ts'
import { withValues } from '../../../../../pixels/with-values.ts'
import { away, meanPoint } from '../../../../face-points/face-lines.ts'
import { maskOf } from '../../../../face-points/face-outlines.ts'
import type { Point } from '../../../../face-points/face-points.ts'
import { rgbOf } from '../../../../face-points/samples.ts'
import type { Shape } from '../../../../face-points/shapes.ts'
import type { SkinOfFace } from '../../../../face-points/skin-of-face.ts'
import { bareAbout } from '../parts/bare-about.ts'
import type { FaceCover } from '../parts/face-cover.ts'
import { placesIn } from '../parts/places-in-face.ts'
import type { FaceSkin } from '../skin/face-skin.ts'
import { areaOf, rounded, tracedOutlines } from './traced.ts'

/** What is smaller is texture, face widths. */
const FINE = 0.011
/**
 * How much darker than the skin a feature is, and its darkest parts, against that: by shares of how
 * much the darkest places of the face are, between bounds.
 */
const DARK = [
  { share: 0.3, least: 0.06, most: 0.13 },
  { share: 0.45, least: 0.09, most: 0.21 },
  { share: 0.65, least: 0.13, most: 0.32 },
] as const
/** As many pixels of what is looked at are darker than its darkest places. */
const DARKEST = 0.02
/** Features are painted darker by this, so that flat paint reads as they did. */
const STRONGER = 1.3
/** So far within the face features are looked for, face widths: its outline is none. */
const EDGE = 0.03
/**
 * A feature is no larger and no smaller, square face widths; what is faint and smaller than `faint` is a mole or
 * a fold.
 */
const SIZE = { least: 0.0016, faint: 0.0035, most: 0.1 }
/**
 * What is as thick as a stroke, face widths, may be as dark as the photo has it; what is as thick as a nose's
 * shade is no darker than skin in the shade, else it would be a stain.
 */
const THICK = { stroke: 0.036, shade: 0.058, light: { stroke: 0.25, shade: 0.7 } }
/** Colour of a feature against the skin's, at most: brought up from the dark it would be orange. */
const CHROMA_MOST = 1.1
/** What lies along the edge of what is looked at by more of its own pixels is hair, or lies behind the face. */
const ALONG_EDGE = 0.12

/**
 * What is dark in a face against its skin, eyes, brows, nostrils and mouth, as the photo has them, in
 * outlines of few colours: of a face whose points do not tell where they all lie.
 * @param drawn outlines of what is drawn anew
 */
export function ownFeatures(
  kernels: Kernels,
  seen: SkinOfFace,
  skin: Pick<FaceSkin, 'light' | 'beard'>,
  cover: Pick<FaceCover, 'toneAt'>,
  drawn: readonly (readonly Point[])[],
): Shape[] {
  const { lab, facePx, inside } = seen
  const { widthPx, heightPx } = inside
  const own = kernels.gaussian(
    { ...inside, values: lab.light },
    Math.max(0.7, FINE * facePx),
  ).values
  const within = insideOf(kernels, seen, skin, drawn)
  const values = withValues(new Float32Array(own.length), (i) => {
    const share = (own[i] as number) / Math.max(0.05, skin.light.values[i] as number)
    return (1 - share) * (within[i] as number)
  })
  const darker = { widthPx, heightPx, values }
  const { toPicture } = placesIn(seen)
  return levelsOf(values, within).flatMap((level, k) => {
    const kept = featuresOf(kernels, darker, within, facePx, level)
    const least = k === 0 ? SIZE.faint : SIZE.least
    return tracedOutlines(kept, level)
      .filter((outline) => Math.abs(areaOf(outline)) > least * facePx * facePx)
      .sort((one, other) => Math.abs(areaOf(other)) - Math.abs(areaOf(one)))
      .map((outline): Shape => {
        const line = rounded(outline, 2)
        const tone = cover.toneAt(toPicture(meanPoint(outline)))
        const colour =
          areaOf(outline) < 0
            ? tone
            : colourWithin(outline, seen, kept, {
                level,
                tone,
                shade: shadeShareOf(outline, facePx),
              })
        return { outline: line.map(toPicture), colour: rgbOf(colour), opacity: 1 }
      })
  })
}

/** From how much darker on each of its outlines goes, in this face. */
function levelsOf(darker: Float32Array, within: Float32Array): number[] {
  const sorted = darker.filter((_, i) => (within[i] as number) > 0.9).sort()
  const darkest = sorted[Math.floor((1 - DARKEST) * sorted.length)] ?? 0
  return DARK.map(({ share, least, most }) => Math.min(most, Math.max(least, share * darkest)))
}

/** Where features are looked for, 0..1. */
function insideOf(
  kernels: Kernels,
  seen: SkinOfFace,
  { beard }: Pick<FaceSkin, 'beard'>,
  drawn: readonly (readonly Point[])[],
): Float32Array<ArrayBuffer> {
  const { inside, facePx } = seen
  const others = maskOf(drawn, inside.widthPx, inside.heightPx, placesIn(seen).toPlane).values
  const about = kernels.gaussian(inside, EDGE * facePx).values
  const bare = bareAbout(kernels, seen)
  return withValues(
    new Float32Array(about.length),
    (i) =>
      smoothstep(0.75, 0.95, about[i] as number) *
      smoothstep(0.3, 0.45, bare[i] as number) *
      (1 - (others[i] as number)) *
      (1 - (beard?.share.values[i] ?? 0)),
  )
}

/** What is darker, but for what is hair or lies behind the face. */
function featuresOf(
  kernels: Kernels,
  darker: FloatPlane,
  within: Float32Array,
  facePx: number,
  least: number,
): FloatPlane {
  const { values } = darker
  const of = withValues(new Uint32Array(values.length), (i) =>
    (values[i] as number) > least ? 1 : 0,
  )
  const patches = kernels.connectCells({ ...darker, of, total: 2 })
  const [sizes, along] = [new Float32Array(patches.total), new Float32Array(patches.total)]
  patches.of.forEach((patch, i) => {
    sizes[patch] = (sizes[patch] as number) + 1
    if ((within[i] as number) < 0.9) along[patch] = (along[patch] as number) + 1
  })
  const most = SIZE.most * facePx * facePx
  return {
    ...darker,
    values: withValues(new Float32Array(values.length), (i) => {
      const patch = patches.of[i] as number
      const size = sizes[patch] as number
      const isFeature = of[i] === 1 && size < most && (along[patch] as number) < ALONG_EDGE * size
      return isFeature || of[i] === 0 ? (values[i] as number) : 0
    }),
  }
}

/** How much what is within an outline is a shade on skin rather than a stroke, by how thick it is, 0..1. */
function shadeShareOf(outline: readonly Point[], facePx: number): number {
  const round = outline.reduce((sum, p, i) => sum + away(p, outline.at(i - 1)), 0)
  const thick = (2 * Math.abs(areaOf(outline))) / Math.max(1e-6, round * facePx)
  return smoothstep(THICK.stroke, THICK.shade, thick)
}

interface FeaturePaint {
  /** From which on a place belongs to the feature. */
  readonly level: number
  /** Of the skin about it. */
  readonly tone: OkLab
  /** How much it is a shade on that, 0..1. */
  readonly shade: number
}

/** The colour of a feature: the skin's hue moved to the photo's, as dark as it is against it. */
function colourWithin(
  outline: readonly Point[],
  { lab }: SkinOfFace,
  { widthPx, values }: FloatPlane,
  { level, tone, shade }: FeaturePaint,
): OkLab {
  const [xs, ys] = [outline.map(({ x }) => x), outline.map(({ y }) => y)]
  let [dark, light, a, b, count] = [0, 0, 0, 0, 0]
  for (let y = Math.floor(Math.min(...ys)); y <= Math.max(...ys); y++) {
    for (let x = Math.floor(Math.min(...xs)); x <= Math.max(...xs); x++) {
      const i = y * widthPx + x
      if (!((values[i] ?? 0) > level)) continue
      dark += values[i] as number
      light += lab.light[i] as number
      a += lab.a[i] as number
      b += lab.b[i] as number
      count++
    }
  }
  if (count === 0) return tone
  const least = THICK.light.stroke + (THICK.light.shade - THICK.light.stroke) * shade
  const share = Math.max(least, 1 - (STRONGER * dark) / count)
  const own = tone[0] * share
  const chroma = Math.max(1e-6, Math.hypot(a, b) / count)
  const strong = Math.min(
    own / Math.max(0.05, light / count),
    (CHROMA_MOST * Math.hypot(tone[1], tone[2])) / chroma,
  )
  return [own, (a / count) * strong, (b / count) * strong]
}
