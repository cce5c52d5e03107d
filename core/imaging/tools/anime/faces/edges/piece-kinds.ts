import type { OkLab } from '../../../../../pixels/oklab.ts'
import { smoothstep } from '../../../../../pixels/pixels.ts'
import { asNeighbour, isDoubtedHair, KIND, KINDS, type Pieces } from './loose-pieces.ts'

/** Hair's colour, and how far it spreads. */
export interface HairTone {
  readonly tone: OkLab
  readonly spread: number
}

/** How far a colour may lie from skin's: hue, radians; its strength against its light; its light against the face's; gloss adds light, OKLab. */
const SKIN = {
  hue: { redder: 0.4, yellower: 0.22 },
  faint: { from: 0.75, by: 0.25 },
  fadedBy: 0.3,
  strong: { from: 1.8, by: 0.6 },
  dark: { from: 0.5, by: 0.14 },
  light: { from: 0.2, by: 0.07 },
} as const
/** A skin of less colour is told by light alone, OKLab. */
const COLOURLESS = { from: 0.012, to: 0.03 }
/** How far hair's colour spreads at least, OKLab: light and colour. */
const HAIR = { light: 0.07, colour: 0.03 }
/** What is neither is so unlike both; a crumb must be one of both. Square face widths. */
const OTHER = { cost: 1.5, crumb: 2.5, size: { from: 0.004, to: 0.012 } }
/** So much less is what is painted as hair skin, and so unlike hair it is at most; where it is not light, it is no larger, square face widths; within skin alone it is, however unlike, up to so large a piece; light on hair that is darker against the face is the sun's. */
const DOUBTED = { cost: 0.8, most: 2.5, largest: 0.012, island: 0.03, lit: 0.85 } as const
/** How much it counts what lies beside a piece. */
const BESIDE = 1.6
const ROUNDS = 6

/**
 * Tells of each loose piece beside a face what it is, by its colour and by what it meets (iterated conditional modes:
 * Besag 1986).
 * @param skin mean of the face in the photo
 * @param hair of its head and its beard
 * @returns kinds of all pieces
 */
export function toldKinds(
  pieces: Pieces,
  skin: OkLab,
  hair: readonly HairTone[],
  facePx: number,
): Uint8Array {
  const kinds = pieces.kinds.slice()
  const { seen, beside } = pieces
  const costs = new Map<number, readonly number[]>()
  for (const piece of beside.keys()) costs.set(piece, costsOf(pieces, piece, skin, hair, facePx))
  for (let round = 0; round < ROUNDS; round++) {
    let isChanged = false
    for (const [piece, own] of costs) {
      const met = beside.get(piece) ?? new Map()
      const isSmall = (seen.sizes[piece] as number) < DOUBTED.island * facePx ** 2
      const isIsland = isSmall && isDoubtedHair(pieces.kinds[piece]) && isWithinSkin(met, kinds)
      const next = isIsland ? KIND.skin : cheapest(own, sharesBeside(met, kinds))
      if (next === kinds[piece]) continue
      kinds[piece] = next
      isChanged = true
    }
    if (!isChanged) break
  }
  return kinds
}

/** How unlike a piece is to each kind, whatever lies beside it. */
function costsOf(
  { seen, kinds, isOver }: Pieces,
  piece: number,
  skin: OkLab,
  hair: readonly HairTone[],
  facePx: number,
): readonly number[] {
  const colour: OkLab = [
    seen.lightness[piece] as number,
    seen.a[piece] as number,
    seen.b[piece] as number,
  ]
  const size = (seen.sizes[piece] as number) / facePx ** 2
  const crumb = 1 - smoothstep(OTHER.size.from, OTHER.size.to, size)
  const costs = Array.from({ length: KINDS }, () => Number.POSITIVE_INFINITY)
  costs[KIND.skin] = skinCost(colour, skin)
  costs[KIND.hair] = Math.min(...hair.map((one) => hairCost(colour, one)))
  // Where no hair is known a dark crumb may be some.
  costs[KIND.other] = OTHER.cost + (hair.length === 0 ? 0 : OTHER.crumb * crumb)
  if (!isDoubtedHair(kinds[piece])) return costs
  const isSure =
    kinds[piece] === KIND.hairTone
      ? isOver(piece) || size > DOUBTED.largest
      : colour[0] < DOUBTED.lit * skin[0]
  costs[KIND.other] = Number.POSITIVE_INFINITY
  costs[KIND.skin] = isSure ? Number.POSITIVE_INFINITY : DOUBTED.cost + (costs[KIND.skin] as number)
  costs[KIND.hair] = Math.min(DOUBTED.most, costs[KIND.hair] as number)
  return costs
}

const isWithinSkin = (met: ReadonlyMap<number, number>, kinds: Uint8Array): boolean =>
  [...met.keys()].every((other) => asNeighbour(kinds[other] as number) === KIND.skin)

function sharesBeside(met: ReadonlyMap<number, number>, kinds: Uint8Array): number[] {
  const shares = Array.from({ length: KINDS }, () => 0)
  let all = 0
  for (const [other, px] of met) {
    const kind = asNeighbour(kinds[other] as number)
    if (kind === KIND.nobody) continue
    shares[kind] = (shares[kind] as number) + px
    all += px
  }
  return shares.map((share) => share / Math.max(1, all))
}

function cheapest(costs: readonly number[], shares: readonly number[]): number {
  let [best, least] = [KIND.other as number, Number.POSITIVE_INFINITY]
  for (const kind of [KIND.other, KIND.skin, KIND.hair]) {
    const share = shares[kind] as number
    const cost = (costs[kind] as number) - BESIDE * share
    if (cost < least) [best, least] = [kind, cost]
  }
  return best
}

const beyond = (value: number, from: number, by: number): number => Math.max(0, value - from) / by

/** How unlike a colour is to the skin of a face in any light, 0 alike. */
export function skinCost([light, a, b]: OkLab, tone: OkLab): number {
  const share = light / Math.max(0.05, tone[0])
  const [chroma, own] = [Math.hypot(a, b), Math.hypot(tone[1], tone[2])]
  const strong = chroma / Math.max(0.02, light) / (Math.max(1e-3, own) / Math.max(0.05, tone[0]))
  const turned = wrapped(Math.atan2(b, a) - Math.atan2(tone[2], tone[1]))
  // Light shines red through an ear; what is yellower is something else.
  const hue = turned / (turned < 0 ? SKIN.hue.redder : SKIN.hue.yellower)
  const faint = SKIN.faint.from - SKIN.fadedBy * smoothstep(1, 1.15, share)
  const colour =
    hue ** 2 * smoothstep(COLOURLESS.from, COLOURLESS.to, chroma) +
    beyond(-strong, -faint, SKIN.faint.by) ** 2 +
    beyond(strong, SKIN.strong.from, SKIN.strong.by) ** 2
  const lit =
    beyond(-share, -SKIN.dark.from, SKIN.dark.by) ** 2 +
    beyond(light - tone[0], SKIN.light.from, SKIN.light.by) ** 2
  return colour * smoothstep(COLOURLESS.from, COLOURLESS.to, own) + lit
}

const wrapped = (angle: number): number =>
  angle > Math.PI ? angle - 2 * Math.PI : angle < -Math.PI ? angle + 2 * Math.PI : angle

/** How unlike a colour is to hair, 0 alike. */
function hairCost([light, a, b]: OkLab, { tone, spread }: HairTone): number {
  const lit = (light - tone[0]) / (2 * Math.max(HAIR.light, spread))
  const colour = Math.hypot(a - tone[1], b - tone[2]) / (2 * HAIR.colour)
  return lit ** 2 + colour ** 2
}
