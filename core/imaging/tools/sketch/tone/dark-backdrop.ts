import { createFloatPlane, fittedSize, smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../pixels/raster.ts'
import { type People, personAt } from '../../../portrait/people.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import { changeByStrips } from '../change-by-strips.ts'
import { guided } from '../guided.ts'

const LOOKED_AT_LONG_SIDE_PX = 512
/** Reach in which a backdrop is looked at, in shares of the longer side. */
const REACH = 0.02
/** Luma of a backdrop that is dark, and by how much of it a plain one differs within its reach. */
const DARK = { wholly: 0.1, from: 0.16 }
const PLAIN = { wholly: 0.012, from: 0.03 }
/** How much of what is about people is such a backdrop: lamps and tables in it would be islands. */
const MOSTLY = { from: 0.88, wholly: 0.93 }
/** By how much more luma than the backdrop's mean a place is something before it. */
const LIGHTER = { from: 0.04, span: 0.06, reachPx: 3 }
/** From how much of a person on a place is none of the backdrop. */
const PERSON = { from: 0.25, wholly: 0.6 }
/** Less backdrop than this about a place says nothing of it. */
const TOO_LITTLE = 0.05
/** How dark such a backdrop is shaded. */
const TONE = 0.46

/**
 * Where nothing but a plain dark wall is about people, 0..1: drawn as dark as it is, it would be the
 * grain of the hand alone, and hair would be lost in it. Null where nobody is.
 * @param small a copy of the picture
 */
export async function darkBackdropOf(
  env: ToolEnvironment,
  small: Raster,
  { mask }: People,
): Promise<FloatPlane | null> {
  if (mask === null) return null
  const { kernels } = env
  const { widthPx, heightPx } = fittedSize(small, LOOKED_AT_LONG_SIDE_PX)
  const copy = kernels.resizeArea(small, widthPx, heightPx)
  const luma = kernels.luma(copy)
  const person = await guided(env, personAt(kernels, mask, copy), 4, 0.0008, luma)
  const wall = createFloatPlane(widthPx, heightPx)
  const [first, second] = [createFloatPlane(widthPx, heightPx), createFloatPlane(widthPx, heightPx)]
  for (let i = 0; i < wall.values.length; i++) {
    const share = 1 - smoothstep(PERSON.from, PERSON.wholly, person.values[i] as number)
    const light = luma.values[i] as number
    wall.values[i] = share
    first.values[i] = share * light
    second.values[i] = share * light * light
  }
  const sigmaPx = REACH * Math.max(widthPx, heightPx)
  const [about, sums, squares] = [wall, first, second].map(
    (plane) => kernels.gaussian(plane, sigmaPx).values,
  ) as [Float32Array, Float32Array, Float32Array]
  let [whole, plain, light] = [1e-6, 0, 0]
  for (let i = 0; i < wall.values.length; i++) {
    const share = wall.values[i] as number
    whole += share
    plain += share * plainDark(about[i], sums[i], squares[i])
    light += first.values[i] as number
  }
  const share = smoothstep(MOSTLY.from, MOSTLY.wholly, plain / whole)
  if (share === 0) return null
  const before = kernels.gaussian(
    lighterThan(luma, person, light / whole + LIGHTER.from),
    LIGHTER.reachPx,
  )
  for (let i = 0; i < wall.values.length; i++) {
    const own = 1 - smoothstep(0.08, 0.3, before.values[i] as number)
    wall.values[i] = (wall.values[i] as number) * own * share
  }
  return wall
}

/** What stands before a backdrop and was not taken for a person: a bun in the light, a hairpin. Of people it would be a rim. */
const lighterThan = (luma: FloatPlane, person: FloatPlane, darkest: number): FloatPlane => ({
  ...luma,
  values: luma.values.map((own, i) => {
    const other = 1 - smoothstep(PERSON.from, PERSON.wholly, person.values[i] as number)
    return other * smoothstep(darkest, darkest + LIGHTER.span, own)
  }),
})

/** @param weight how much backdrop is about a place; the others are of its luma and of its square */
function plainDark(weight = 0, sum = 0, square = 0): number {
  if (weight < TOO_LITTLE) return 0
  const mean = sum / weight
  const spread = Math.sqrt(Math.max(0, square / weight - mean * mean))
  const dark = 1 - smoothstep(DARK.wholly, DARK.from, mean)
  return dark * (1 - smoothstep(PLAIN.wholly, PLAIN.from, spread))
}

/** Shades a plain dark backdrop evenly in a middle tone: black hair and clothes stand out before it. */
export const calmBackdrop = (
  env: ToolEnvironment,
  shading: FloatPlane,
  backdrop: FloatPlane,
): Promise<void> => changeByStrips(env, shading, backdrop, calm)

function calm(shades: Float32Array, shares: Float32Array): void {
  for (let k = 0; k < shares.length; k++) {
    const share = shares[k] as number
    if (share === 0) continue
    const own = shades[k] as number
    const wanted = Math.min(own, TONE)
    shades[k] = own + share * (wanted - own)
  }
}
