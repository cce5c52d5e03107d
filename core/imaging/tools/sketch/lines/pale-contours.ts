import { createFloatPlane, smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../pixels/raster.ts'
import { RowSampler } from '../../../../pixels/sample-rows.ts'
import { lightRangeOf } from '../../../light-range.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import { blurred } from '../guided.ts'

/** Edges are looked for as soft as this, px of the copy: white cloth out of focus has no sharper ones. */
const SOFT_PX = 1.2
/** How far beside an edge it has to be less steep, and lights are compared, px of the copy. */
const STEEPEST_PX = 1.5
const BESIDE_PX = 4
/** Luma of the darker side from which an edge is one of pale things. */
const PALE = { from: 0.55, wholly: 0.68 }
/** Change of luma a pixel, and from side to side, from which it is an edge. */
const STEEP = { from: 0.006, wholly: 0.012 }
const OTHER = { from: 0.045, wholly: 0.08 }
/** Where nobody is and nearly all is pale, edges of so much less count: white pots before a grey wall. Skies would have dashes. */
const FAINTER = 0.6
/** By how much of its steepness an edge is steeper than what is beside it. */
const RIDGE = 0.15
/** A contour goes on: so much of one lies about each place of it, and specks have less. */
const LONG = { reachPx: 5, from: 0.04, wholly: 0.085 }
/** Contours about a place have one direction; wool, sand and leaves have all. 0..1. */
const ONE_WAY = { from: 0.55, wholly: 0.8 }

/** A pencil draws them firmer than contours by colour: there is no grey beside them. */
const IN_PENCIL = 1.6

/** Where contours of pale things are looked for, shares of each place, 0..1. */
interface Wanted {
  /** How near to people a place is; null where nobody is known, and all of the picture counts. */
  readonly near: FloatPlane | null
  /** Skin and faces: what is pale on them is a shine, or teeth; null where there is none. */
  readonly skin: FloatPlane | null
  readonly isPen: boolean
}

/**
 * Contours of what is nearly white before what is nearly as white: a hat, a bridal dress, a plate. Their edges are too faint and
 * too soft for lines as thin as the others.
 * @param small a copy of the picture
 * @returns of its size, 0 to 1 contour of a pen, and to {@link IN_PENCIL} of a pencil
 */
export async function paleContours(
  env: ToolEnvironment,
  small: Raster,
  { near, skin, isPen }: Wanted,
): Promise<FloatPlane> {
  const { widthPx, heightPx } = small
  const soft = await blurred(env, env.kernels.luma(small), SOFT_PX)
  const light = soft.values
  const share = near === null && skin === null ? 1 - FAINTER * lightRangeOf(soft).pale : 1
  const [nears, skins] = [near, skin].map(
    (plane) => plane && new RowSampler(plane, widthPx, heightPx).rows(0, heightPx).values,
  )
  const steep = createFloatPlane(widthPx, heightPx)
  for (let y = 1; y < heightPx - 1; y++) measureRow(steep, light, y)
  const found = createFloatPlane(widthPx, heightPx)
  const wantedAt = (i: number) => (nears?.[i] ?? 1) * (1 - (skins?.[i] ?? 0))
  for (let y = BESIDE_PX; y < heightPx - BESIDE_PX; y++)
    edgesOfRow(found.values, { light, steep, share, wantedAt }, y)
  await keepLong(env, found, light, isPen ? 1 : IN_PENCIL)
  return found
}

interface PaleEdges {
  readonly light: Float32Array
  readonly steep: FloatPlane
  /** Of what is asked of an edge. */
  readonly share: number
  readonly wantedAt: (i: number) => number
}

function edgesOfRow(
  found: Float32Array,
  { light, steep, share, wantedAt }: PaleEdges,
  y: number,
): void {
  const { widthPx, values } = steep
  for (let x = BESIDE_PX; x < widthPx - BESIDE_PX; x++) {
    const i = y * widthPx + x
    if ((values[i] as number) <= share * STEEP.from || (light[i] as number) <= PALE.from) continue
    const wanted = wantedAt(i)
    if (wanted > 0) found[i] = wanted * edgeAt(light, steep, share, x, y)
  }
}

function measureRow({ widthPx, values }: FloatPlane, light: Float32Array, y: number): void {
  for (let x = 1; x < widthPx - 1; x++) {
    const i = y * widthPx + x
    const across = (light[i + 1] as number) - (light[i - 1] as number)
    const down = (light[i + widthPx] as number) - (light[i - widthPx] as number)
    values[i] = Math.sqrt(across * across + down * down) / 2
  }
}

/** Leaves of contours what goes on in one direction. @param firm how much of it is drawn */
async function keepLong(
  env: ToolEnvironment,
  { values, widthPx, heightPx }: FloatPlane,
  light: Float32Array,
  firm: number,
): Promise<void> {
  const plane = () => createFloatPlane(widthPx, heightPx)
  const [all, cosines, sines] = [plane(), plane(), plane()]
  for (let i = 0; i < values.length; i++) {
    const own = values[i] as number
    if (own === 0) continue
    const across = (light[i + 1] as number) - (light[i - 1] as number)
    const down = (light[i + widthPx] as number) - (light[i - widthPx] as number)
    // As doubled angles: an edge from light to dark and one from dark to light lie along one line.
    const squared = across * across + down * down
    all.values[i] = own
    cosines.values[i] = (own * (across * across - down * down)) / squared
    sines.values[i] = (own * 2 * across * down) / squared
  }
  const about = async (of: FloatPlane) => (await blurred(env, of, LONG.reachPx)).values
  const [sum, cos, sin] = await Promise.all([about(all), about(cosines), about(sines)])
  for (let i = 0; i < values.length; i++) {
    const own = values[i] as number
    if (own === 0) continue
    const much = sum[i] as number
    const oneWay = Math.hypot(cos[i] as number, sin[i] as number) / much
    values[i] =
      firm *
      own *
      smoothstep(LONG.from, LONG.wholly, much) *
      smoothstep(ONE_WAY.from, ONE_WAY.wholly, oneWay)
  }
}

/** How much of an edge between pale things a place is, where it is steepest. @param share of what is asked of one */
function edgeAt(
  light: Float32Array,
  steep: FloatPlane,
  share: number,
  x: number,
  y: number,
): number {
  const { widthPx, values } = steep
  const i = y * widthPx + x
  const own = values[i] as number
  const across = ((light[i + 1] as number) - (light[i - 1] as number)) / (2 * own)
  const down = ((light[i + widthPx] as number) - (light[i - widthPx] as number)) / (2 * own)
  const [u, v] = [STEEPEST_PX * across, STEEPEST_PX * down]
  const beside = between(values, widthPx, x + u, y + v)
  const other = between(values, widthPx, x - u, y - v)
  const ridge = smoothstep(0, RIDGE, 1 - Math.max(beside, other) / own)
  if (ridge === 0) return 0
  const [far, below] = [BESIDE_PX * across, BESIDE_PX * down]
  const lighter = light[Math.round(y + below) * widthPx + Math.round(x + far)] as number
  const darker = light[Math.round(y - below) * widthPx + Math.round(x - far)] as number
  return (
    ridge *
    smoothstep(STEEP.from, STEEP.wholly, own / share) *
    smoothstep(OTHER.from, OTHER.wholly, (lighter - darker) / share) *
    smoothstep(PALE.from, PALE.wholly, darker)
  )
}

/** A value between four pixels. */
function between(values: Float32Array, widthPx: number, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [u, v] = [x - left, y - top]
  const at = top * widthPx + left
  const upper = (values[at] as number) * (1 - u) + (values[at + 1] as number) * u
  const lower =
    (values[at + widthPx] as number) * (1 - u) + (values[at + widthPx + 1] as number) * u
  return upper * (1 - v) + lower * v
}
