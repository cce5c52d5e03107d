import { createFloatPlane, smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane, Plane, Raster } from '../../../../pixels/raster.ts'
import { RowSampler } from '../../../../pixels/sample-rows.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'
import { personAt } from '../../../portrait/people.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import { changeByStrips } from '../change-by-strips.ts'
import { blurred, guided } from '../guided.ts'
import { clearBeforeProfiles } from './before-profiles.ts'
import { contoursOnEdges } from './contours-on-edges.ts'
import { missingForPen } from './pen-contours.ts'

/** The rough mask of people is brought to edges of colour within this reach, px of the copy. */
const ALIGNED = { px: 6, epsilon: 0.0008 }
/** How strong a colour (the range of its channels, 0..1) tells people apart in full. */
const STRONG = 0.4
/** A mask is softened by this, px of the copy, before its edge is followed. */
const CONTOUR_PX = 1
/** How dark a pencil draws contours. */
const PENCIL = 0.45
/** Line about a place, and change of shade a pixel, from which it has an edge already. */
const DRAWN = { reachPx: 4.5, from: 0.022, wholly: 0.07 }
const STEEP = { reachPx: 2, from: 0.015, wholly: 0.04 }

/**
 * Reach of hair, px of the copy, and how much of it is near from which it has no contour of the mask's. From such a luma
 * on, farther about, as walls shine through dark curls, it is fair and has one.
 */
const HAIR = {
  reachPx: 5,
  from: 0.08,
  wholly: 0.25,
  fair: { reachPx: 10, from: 0.45, wholly: 0.65 },
}

/** What is known of people in a copy of their picture. */
interface SeenOfPeople {
  /** How likely each pixel of it is hair, and how much of it is skin; null where nobody looked. */
  readonly hair: FloatPlane | null
  readonly skin: FloatPlane | null
  /** In pixels of the copy. */
  readonly faces?: readonly FoundFace[]
}

/**
 * Where people differ from what is behind them: their contour by the mask, brought to the edge of the colours. Hair
 * has none unless it is fair: its strands are its edge, and the mask's lies beside them, a wire.
 * @param small a copy of the picture
 * @returns of its size, 0 to 1 contour
 */
export async function colouredContours(
  env: ToolEnvironment,
  small: Raster,
  mask: Plane,
  { hair, skin, faces = [] }: SeenOfPeople,
): Promise<FloatPlane> {
  const [red, blue, strength] = huesOf(small)
  const light = env.kernels.luma(small).values
  const rough = personAt(env.kernels, mask, small)
  const person = await guided(env, rough, ALIGNED.px, ALIGNED.epsilon, strength)
  clearBeforeProfiles(env.kernels, person, { hair, skin }, faces)
  sharpen(person.values)
  const soft = await blurred(env, person, CONTOUR_PX)
  const contours = await contoursOnEdges(env, soft, { red, blue, light })
  if (hair !== null) {
    // Beside a forehead the network of hair sees hair: what is skin is none.
    const own = skin === null ? hair : bald(hair, skin)
    leaveOut(contours, await blurred(env, own, HAIR.reachPx), await fairOf(env, own, light))
  }
  return contours
}

/** Hair without what is skin; both of one size. */
const bald = (hair: FloatPlane, { values: skin }: FloatPlane): FloatPlane => ({
  ...hair,
  values: hair.values.map((own, i) => own * (1 - (skin[i] as number))),
})

/** How fair hair about each place is, 0..1. */
async function fairOf(
  env: ToolEnvironment,
  hair: FloatPlane,
  light: Float32Array,
): Promise<Float32Array> {
  const { reachPx, from, wholly } = HAIR.fair
  const lit = { ...hair, values: hair.values.map((own, i) => own * (light[i] as number)) }
  const [sum, all] = [await blurred(env, lit, reachPx), await blurred(env, hair, reachPx)]
  return sum.values.map((own, i) =>
    smoothstep(from, wholly, own / Math.max(1e-3, all.values[i] as number)),
  )
}

/** @param hair how much of it is about each place @param fair how fair that is */
function leaveOut({ values }: FloatPlane, { values: hair }: FloatPlane, fair: Float32Array): void {
  for (let i = 0; i < values.length; i++) {
    const own = values[i] as number
    if (own === 0) continue
    const near = smoothstep(HAIR.from, HAIR.wholly, hair[i] as number)
    values[i] = own * (1 - near * (1 - (fair[i] as number)))
  }
}

function sharpen(mask: Float32Array): void {
  for (let i = 0; i < mask.length; i++) mask[i] = smoothstep(0.35, 0.65, mask[i] as number)
}

/** How much more red than green, and more blue than both, there is at each pixel, and the strength of its colour. */
function huesOf({ widthPx, heightPx, rgba }: Raster): [Float32Array, Float32Array, FloatPlane] {
  const strength = createFloatPlane(widthPx, heightPx)
  const count = strength.values.length
  const [red, blue] = [new Float32Array(count), new Float32Array(count)]
  for (let i = 0; i < count; i++) {
    const r = rgba[i * 4] as number
    const g = rgba[i * 4 + 1] as number
    const b = rgba[i * 4 + 2] as number
    red[i] = (r - g) / 255
    blue[i] = (b - (r + g) / 2) / 255
    strength.values[i] = Math.min(1, (Math.max(r, g, b) - Math.min(r, g, b)) / (255 * STRONG))
  }
  return [red, blue, strength]
}

/**
 * Draws contours of people where no line is, and no edge of a shade: as light as what is behind them they have none.
 * @param isPen a pencil, which has greys beside them, draws them faintly
 */
export async function drawContours(
  env: ToolEnvironment,
  { lines, shading }: Record<'lines' | 'shading', FloatPlane>,
  contours: FloatPlane,
  isPen: boolean,
): Promise<void> {
  const { widthPx, heightPx } = contours
  const sampled = (plane: FloatPlane) => new RowSampler(plane, widthPx, heightPx).rows(0, heightPx)
  const drawn = { lines: sampled(lines), shading: sampled(shading) }
  const missing = isPen
    ? await missingForPen(env, contours, drawn)
    : await missingForPencil(env, contours, drawn)
  await changeByStrips(env, lines, missing, darken)
}

/** Contours that no line and no edge of a shade is near to, as faint as a pencil draws them. */
async function missingForPencil(
  env: ToolEnvironment,
  contours: FloatPlane,
  { lines, shading }: Readonly<Record<'lines' | 'shading', FloatPlane>>,
): Promise<FloatPlane> {
  const drawn = await blurred(env, inked(lines), DRAWN.reachPx)
  const shade = (await blurred(env, shading, STEEP.reachPx)).values
  const missing = createFloatPlane(contours.widthPx, contours.heightPx)
  const found = { contours: contours.values, drawn: drawn.values, shade }
  for (let y = 1; y < contours.heightPx - 1; y++) missingOfRow(missing, found, y)
  return missing
}

/** A row of contours that nothing draws. */
function missingOfRow(
  { widthPx, values }: FloatPlane,
  { contours, drawn, shade }: Readonly<Record<'contours' | 'drawn' | 'shade', Float32Array>>,
  y: number,
): void {
  for (let i = y * widthPx + 1, end = (y + 1) * widthPx - 1; i < end; i++) {
    const contour = contours[i] as number
    if (contour === 0) continue
    const across = (shade[i + 1] as number) - (shade[i - 1] as number)
    const down = (shade[i + widthPx] as number) - (shade[i - widthPx] as number)
    const steep = Math.sqrt(across * across + down * down) / 2
    values[i] =
      PENCIL *
      contour *
      (1 - smoothstep(DRAWN.from, DRAWN.wholly, drawn[i] as number)) *
      (1 - smoothstep(STEEP.from, STEEP.wholly, steep))
  }
}

const inked = (lines: FloatPlane): FloatPlane => ({
  ...lines,
  values: lines.values.map((paper) => 1 - paper),
})

function darken(lines: Float32Array, by: Float32Array): void {
  for (let k = 0; k < by.length; k++) {
    const more = by[k] as number
    if (more !== 0) lines[k] = Math.min(lines[k] as number, 1 - more)
  }
}
