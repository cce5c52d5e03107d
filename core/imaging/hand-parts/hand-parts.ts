import type { FloatPlane } from '../../pixels/raster.ts'
import { ARM, BEYOND, type HandBones, PALM } from './hand-bones.ts'
import type { HandColours } from './hand-colours.ts'
import type { HandGrid } from './hand-grid.ts'
import type { Ways } from './hand-ways.ts'
import { nearestLabels } from './shortest-ways.ts'

/** Seeds, in half widths of flesh: of a part; of what is nothing of the hand, and where nobody is. */
const SEEDS = { within: 0.5, ofArm: 0.8, beyond: 2.5, nobody: 1.5, nobodyFrom: 0.1 }
/** What a step costs: at all, across a colour difference of one, OKLab, across a line, away from flesh, into what is no skin. */
const COST = { least: 0.12, colour: 110, mostColour: 9, line: 2.5, away: 0.7, strange: 4 }
/** Flesh ends about here, in its half widths. */
const ENDS = { own: 0.95, other: 1.1 }
/** Lines of the photo are looked for so far within flesh, in its half widths, and are edges of parts so near to these, squares. */
const TOLD = { within: 0.9, reach: 2, least: 10 }

/** Whether a square lies well within the flesh of fingers and palm. */
export const isOnBones = (ways: Ways, at: number): boolean => ways.within(at) < SEEDS.within

/**
 * The part of which each square is, as its number and one: from the bones of each part, of the arm and of what lies
 * beyond, along the cheapest ways.
 * @param others bones of other hands
 */
export function partsOf(
  ways: Ways,
  colours: HandColours,
  grid: HandGrid,
  person: FloatPlane,
  others: readonly HandBones[],
): Uint8Array {
  const seeds = seedsOf(ways, colours, grid, person, others)
  return nearestLabels(grid, seeds, (label, from, to) => {
    const part = label - 1
    const apart = Math.min(COST.mostColour, COST.colour * colours.apart(from, to))
    const line = COST.line * colours.lineAt(to)
    if (part === BEYOND) {
      const within = Math.max(0, ENDS.other - ways.within(to))
      return COST.least + apart + line + COST.away * within
    }
    const out = Math.max(0, ways.away(part, to) - ENDS.own)
    const strange = part === ARM ? 0 : COST.strange * (1 - colours.skinAt(to))
    return COST.least + apart + line + COST.away * out * out + strange
  })
}

/** Of each square the number of its part and one, where it is sure. */
function seedsOf(
  { away, within }: Ways,
  colours: HandColours,
  { width, height, xAt, yAt }: HandGrid,
  person: FloatPlane,
  others: readonly HandBones[],
): Uint8Array {
  return Uint8Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [xAt(at), yAt(at)]
    let [nearest, least] = [-1, Number.POSITIVE_INFINITY]
    for (let part = 0; part <= PALM; part++) {
      const own = away(part, at)
      if (own < least) [nearest, least] = [part, own]
    }
    const isSkin = colours.skinAt(at) > 0.5
    if (least < SEEDS.within) return isSkin ? nearest + 1 : 0
    const isOther = others.some((bones) =>
      [0, 1, 2, 3, 4, PALM].some((part) => bones.awayFrom(part, x, y) < SEEDS.within),
    )
    if (isOther) return BEYOND + 1
    const ofArm = away(ARM, at)
    if (ofArm < SEEDS.ofArm && least > 1) return ARM + 1
    const isNobody = (person.values[y * person.widthPx + x] as number) < SEEDS.nobodyFrom
    if (ofArm < 1.3) return 0
    const from = isNobody ? SEEDS.nobody : SEEDS.beyond
    return within(at) > from ? BEYOND + 1 : 0
  })
}

/** How much of the lines that the photo has within a hand lies along edges of its parts, 0..1; 1 where it has none. */
export function toldBy(
  labels: Uint8Array,
  { within }: Ways,
  colours: HandColours,
  { width }: HandGrid,
): number {
  const isPart = (label: number | undefined) => label !== undefined && label > 0 && label <= ARM
  let [told, all] = [0, 0]
  labels.forEach((label, at) => {
    const line = colours.lineAt(at)
    if (line === 0 || !isPart(label) || within(at) > TOLD.within) return
    let isAtEdge = false
    for (let dy = -TOLD.reach; dy <= TOLD.reach && !isAtEdge; dy++) {
      for (let dx = -TOLD.reach; dx <= TOLD.reach; dx++) {
        if (labels[at + dy * width + dx] !== label) isAtEdge = true
      }
    }
    all += line
    if (isAtEdge) told += line
  })
  return all < TOLD.least ? 1 : told / all
}
