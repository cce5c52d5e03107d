import type { Kernels } from '../../../kernels/kernels.ts'
import { piecesOfMarks } from '../../../pixels/pieces.ts'
import { createFloatPlane, fittedSize, floatFromPlane, smoothstep } from '../../../pixels/pixels.ts'
import type { FloatPlane, Plane, Raster } from '../../../pixels/raster.ts'
import { type People, personAt } from '../../portrait/people.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { blurred, guided } from './guided.ts'

/** What becomes of all that is about people: drawn as it is, fading out about them, left as paper. */
export type SketchBackground = 'as-it-is' | 'vignette' | 'white'

/** What of a picture is drawn where its background is let go. */
export interface Backdrop {
  /** How much is drawn, paper 0 to 1. */
  readonly drawn: FloatPlane
  /** The contour of people, 0 to 1 line, which their background no longer shows; none where nobody is. */
  readonly outline?: FloatPlane
}

/** Who is in a picture, as well as it is known. */
export interface Subjects {
  /** A copy of the picture. */
  readonly small: Raster
  readonly people: People
  /** The matte of those it is about, at a size of its own; null where only the rough mask is known. */
  readonly matte: Plane | null
}

/** How far a vignette reaches about people, in shares of the longer side, and how much of it is drawn. */
const FADE = { reach: 0.06, most: 0.6, px: 384 }

/**
 * What of a picture is drawn; null for all of it. Where nobody is, a vignette is an oval in the
 * picture's middle, and white lets the dark outside of it go.
 */
export async function backdropOf(
  env: ToolEnvironment,
  subjects: Subjects,
  background: SketchBackground,
): Promise<Backdrop | null> {
  const { kernels } = env
  if (background === 'as-it-is') return null
  const person = await personOf(env, subjects)
  if (person === null) return { drawn: ovalOf(kernels, kernels.luma(subjects.small), background) }
  const outline = await outlineOf(env, person)
  const { values } = person
  const about = background === 'white' ? null : fadeAbout(kernels, person)
  for (let i = 0; i < values.length; i++) {
    const own = Math.max(values[i] as number, outline.values[i] as number)
    values[i] = about === null ? own : Math.max(own, about.values[i] as number)
  }
  return { drawn: person, outline }
}

/** How much of each pixel people are, by the best that is known of them. */
async function personOf(
  env: ToolEnvironment,
  { small, people, matte }: Subjects,
): Promise<FloatPlane | null> {
  if (matte !== null) return floatFromPlane(withoutSpecks(matte))
  if (people.mask === null) return null
  const rough = personAt(env.kernels, people.mask, small)
  const person = await guided(env, rough, 6, 0.0008, env.kernels.luma(small))
  return { ...person, values: person.values.map((share) => smoothstep(0.35, 0.65, share)) }
}

/** A hole in a matte that is smaller than this share of it is no gap beside an arm, but a mistake. */
const SPECK = 0.0015
const SOLID = 250

/** A matte whose small holes are filled: drawn around, they would be blots. */
function withoutSpecks({ widthPx, heightPx, values }: Plane): Plane {
  const open = new Uint8Array(values.length)
  for (let at = 0; at < open.length; at++) open[at] = (values[at] as number) < SOLID ? 1 : 0
  const filled = values.slice()
  for (const { pixels } of piecesOfMarks(open, widthPx)) {
    const isAtSide = (at: number) =>
      at < widthPx ||
      at >= values.length - widthPx ||
      at % widthPx === 0 ||
      (at + 1) % widthPx === 0
    if (pixels.length > SPECK * values.length || pixels.some(isAtSide)) continue
    for (const at of pixels) filled[at] = 255
  }
  return { widthPx, heightPx, values: filled }
}

/** How much is drawn about people: less and less, and nowhere as much as they are. */
function fadeAbout(kernels: Kernels, person: FloatPlane): FloatPlane {
  const { widthPx, heightPx } = fittedSize(person, FADE.px)
  const small = kernels.resizePlane(person, widthPx, heightPx)
  const about = kernels.gaussian(small, FADE.reach * Math.max(widthPx, heightPx))
  const fade = about.values.map((share) => FADE.most * smoothstep(0.05, 0.5, share))
  return kernels.resizePlane({ ...about, values: fade }, person.widthPx, person.heightPx)
}

/** Half the width of a contour, in thousandths of the longer side. */
const CONTOUR = 0.7
/** Steepness of a matte's edge, against a hard one, from which it is a body's and not hair's. */
const HARD = { from: 0.35, to: 0.8 }
/** How dark contours are, and by how much more away from the light, which comes from above on the left. */
const PRESSURE = { middle: 0.82, more: 0.16, x: 0.6, y: 0.8 }

/**
 * The contour of people, drawn where their matte ends in an edge: a pale shirt before a pale wall
 * has no other. Hair, where a matte ends softly, has its own strands.
 */
async function outlineOf(env: ToolEnvironment, person: FloatPlane): Promise<FloatPlane> {
  const { widthPx, heightPx } = person
  const sigma = Math.max(0.8, (CONTOUR * Math.max(widthPx, heightPx)) / 1000)
  const soft = (await blurred(env, person, sigma)).values
  const outline = createFloatPlane(widthPx, heightPx)
  // The slope in the middle of a hard edge that a Gaussian blurred is 1 / (sigma * sqrt(2 pi)).
  const scale = (sigma * Math.sqrt(2 * Math.PI)) / 2
  for (let y = 1; y < heightPx - 1; y++) {
    for (let x = 1; x < widthPx - 1; x++) {
      const i = y * widthPx + x
      const across = (soft[i + 1] as number) - (soft[i - 1] as number)
      const down = (soft[i + widthPx] as number) - (soft[i - widthPx] as number)
      if (across === 0 && down === 0) continue
      const slope = Math.hypot(across, down)
      const away = -(across * PRESSURE.x + down * PRESSURE.y) / slope
      const pressure = PRESSURE.middle + PRESSURE.more * away
      outline.values[i] = pressure * smoothstep(HARD.from, HARD.to, slope * scale)
    }
  }
  return outline
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
