import { smoothstep } from '../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../pixels/raster.ts'
import type { InferenceSession, Tensor } from '../tool.ts'
import { meanPoint } from './face-lines.ts'
import { maskOf } from './face-outlines.ts'
import { pointsOf } from './face-points.ts'
import type { FoundFace } from './find-faces.ts'
import { eachRow, type Head, headOf } from './head.ts'
import { headSquare, SQUARE } from './head-square.ts'

/** Long hair goes on below what the network is shown, for so far, face widths. */
const BELOW = 0.6

/** Above what the network is shown the hair at its upper edge goes on so far, face widths, and farther where a wider look has it, too. */
const ABOVE = 0.12

/**
 * Hair that blows or hangs beyond what the network is shown it hardly sees: a second look goes so many times as far.
 * It is the rougher one, which takes ears and sleeves for hair: it says nothing about what is worn, what it doubts is
 * none, and on the rest colours decide. It counts only lower than the mouth, aside of ears, both in face widths, and
 * near the first one's edges, of half the square's width.
 */
const WIDER = {
  room: 1.5,
  sure: { from: 0.4, to: 0.75 },
  most: 0.5,
  below: { from: 0.25, to: 0.6 },
  aside: { from: 0.8, to: 1 },
  top: { from: -0.6, to: -0.1 },
  edge: { from: 0.85, to: 1 },
} as const

/** What is so surely worn on a head is no hair, whatever else the network says; and where a wider look is asked, too. */
const WORN = { from: 0.35, wholly: 0.65, asked: 0.5 } as const

/** Glossy hair looks a little like a cap: a head wears something where the network is so sure of so many of its places. */
const SURE = { chance: 0.95, places: 10 } as const

/** So much surer of hair than of headwear a wider look is where the first one was wrong. */
const FROM_AFAR = 1.2

/** Where less of a face than this is of the mask of people, the mask has lost that head; looked at from its middle to its edge. */
const FACE = { least: 0.75, between: [0.3, 0.55, 0.8] } as const

/** The mask of people about a head; null, as if nobody had looked, where it lacks the face itself. */
export function maskAbout(face: FoundFace, person: FloatPlane | null): FloatPlane | null {
  if (person === null) return null
  const { widthPx, heightPx, values } = person
  const edges = pointsOf(face.points, 'faceOval')
  const middle = meanPoint(edges)
  let [sum, seen] = [0, 0]
  for (const edge of edges) {
    for (const share of FACE.between) {
      const column = Math.floor(middle.x + (edge.x - middle.x) * share)
      const row = Math.floor(middle.y + (edge.y - middle.y) * share)
      if (column < 0 || row < 0 || column >= widthPx || row >= heightPx) continue
      sum += values[row * widthPx + column] as number
      seen++
    }
  }
  return sum < FACE.least * seen ? null : person
}

/** What a network says of a head, for each pixel of the head's box, 0..1, soft. */
export interface HeadChances {
  /** How likely it is hair, and nothing that is worn on it. */
  readonly hair: FloatPlane
  /** How likely it is a hat, a cap, a band or a cloth about the head. */
  readonly worn: FloatPlane
}

/**
 * Asks the network of hair about a head, and looks again at what lies farther about it.
 * @param person where people are, 0..1; null where nobody looked
 * @param goesOn how far hair goes on below what the network is shown, face widths
 */
export async function headChancesOf(...asked: HeadAsked): Promise<HeadChances> {
  const [network, face, picture, person, goesOn = BELOW] = asked
  const first = await askedOf(...asked)
  const wider = await askedOf(network, face, picture, person, goesOn, WIDER.room)
  const { spread } = first
  const isWorn = first.isWorn && !isHairFromAfar(first.seen, wider.seen)
  const hair = isWorn ? first.hair : hairBeside(first, false)
  const worn = isWorn ? first.worn : new Float32Array(first.worn.length)
  const chance = spread(hair)
  addWider(headOf(face, picture), picture, chance, wider.spread(hairBeside(wider, isWorn)))
  return { hair: chance, worn: endedAbove(headOf(face, picture), picture, spread(worn)) }
}

/**
 * Whether a wider look takes for hair what the first one takes for headwear: dark roots of fair hair and short black
 * hair look like a cap to it, as it sees little about them.
 */
function isHairFromAfar(first: HairAndWorn, wider: HairAndWorn): boolean {
  const across = Math.sqrt(first.worn.length)
  const nearer = (at: number) => Math.floor((at + 0.5 - across / 2) / WIDER.room + across / 2)
  let [hair, worn] = [0, 0]
  first.worn.forEach((chance, at) => {
    if (chance < WORN.asked) return
    const to = nearer(Math.floor(at / across)) * across + nearer(at % across)
    hair += wider.hair[to] as number
    worn += wider.worn[to] as number
  })
  return hair > FROM_AFAR * worn
}

/** Ends, in place, what goes on above what the network was shown: of a hat at its upper edge there would be a pillar. */
function endedAbove(head: Head, { widthPx }: Raster, plane: FloatPlane): FloatPlane {
  eachRow(head, widthPx, (_, first, __, top, ___, dv) => {
    for (let x = 0; x < head.box.width; x++) {
      const above = SQUARE.from - top - x * dv
      if (above <= 0) continue
      const at = first + x
      plane.values[at] = (plane.values[at] as number) * (1 - smoothstep(0, ABOVE, above))
    }
  })
  return plane
}

/** Adds, in place, what a wider look says of hair far from a face, and ends what goes on above the first one. */
function addWider(
  head: Head,
  { widthPx }: Raster,
  { values }: FloatPlane,
  wider: FloatPlane,
): void {
  const { below, aside, top: highest, edge, sure, most } = WIDER
  const middle = SQUARE.from + SQUARE.aside
  eachRow(head, widthPx, (_, first, left, top, du, dv) => {
    for (let x = 0; x < head.box.width; x++) {
      const v = top + x * dv
      const own = values[first + x] as number
      const share = wider.values[first + x] as number
      const seen = Math.min(most, share * smoothstep(sure.from, sure.to, share))
      if (v < SQUARE.from) {
        const near = own * (1 - smoothstep(0, ABOVE, SQUARE.from - v))
        values[first + x] = Math.max(near, Math.min(own, seen))
        continue
      }
      const u = Math.abs(left + x * du)
      const out = Math.max(u, v - middle) / SQUARE.aside
      const hangs = smoothstep(below.from, below.to, v)
      const isAside = smoothstep(aside.from, aside.to, u) * smoothstep(highest.from, highest.to, v)
      const counts = Math.max(hangs, isAside, smoothstep(edge.from, edge.to, out))
      values[first + x] = Math.max(own, seen * counts)
    }
  })
}

/** How likely each pixel of a head's box is hair, 0..1, soft: {@link headChancesOf}. */
export async function hairChanceOf(...asked: HeadAsked): Promise<FloatPlane> {
  const { hair, spread } = await askedOf(...asked)
  return spread(hair)
}

type HeadAsked = [
  network: InferenceSession,
  face: FoundFace,
  picture: Raster,
  person: FloatPlane | null,
  goesOn?: number,
]

/** The network's answer, and what makes pixels of the head's box of its places. */
async function askedOf(
  network: InferenceSession,
  face: FoundFace,
  picture: Raster,
  person: FloatPlane | null,
  goesOn = BELOW,
  room = 1,
) {
  const head = headOf(face, picture)
  const { x, y, width, height } = head.box
  const outline = [pointsOf(face.points, 'faceOval')]
  const oval = maskOf(outline, width, height, (p) => ({ x: p.x - x, y: p.y - y }))
  const { sidePx, values } = headSquare(
    head,
    picture,
    [person ?? everywhere(oval), oval],
    undefined,
    room,
  )
  const seen = await network.run({ shape: [1, 5, sidePx, sidePx], values })
  const across = seen.shape[3]
  const spread = (of: Float32Array) =>
    spreadOver(head, picture, { across, values: of }, goesOn, room)
  return { ...toldApart(seen), spread }
}

/** Hair and headwear of an answer, and whether something is surely worn. */
interface ToldApart {
  readonly hair: Float32Array
  readonly worn: Float32Array
  readonly isWorn: boolean
}

/** What is worn is no hair; where too little is surely worn, all of it is hair. */
function toldApart({ shape, values }: Tensor): ToldApart & { readonly seen: HairAndWorn } {
  const count = shape[2] * shape[3]
  const seen = {
    hair: values.slice(0, count),
    worn: shape[1] === 2 ? values.slice(count) : new Float32Array(count),
  }
  const sure = seen.worn.reduce((sum, chance) => sum + (chance > SURE.chance ? 1 : 0), 0)
  const isWorn = sure >= SURE.places
  const worn = isWorn ? seen.worn : new Float32Array(count)
  return { hair: hairBeside({ seen }, isWorn), worn, isWorn, seen }
}

type HairAndWorn = Pick<ToldApart, 'hair' | 'worn'>

/** Hair of an answer, where it is known whether something is worn. */
const hairBeside = (
  { seen: { hair, worn } }: { readonly seen: HairAndWorn },
  isWorn: boolean,
): Float32Array =>
  hair.map((own, at) => {
    const its = worn[at] as number
    return isWorn ? own * (1 - smoothstep(WORN.from, WORN.wholly, its)) : Math.min(1, own + its)
  })

/** Places of the square as pixels of the head's box. */
function spreadOver(
  head: Head,
  { widthPx }: Raster,
  { across, values: rough }: { readonly across: number; readonly values: Float32Array },
  goesOn: number,
  room: number,
): FloatPlane {
  const { width, height } = head.box
  const chance = { widthPx: width, heightPx: height, values: new Float32Array(width * height) }
  const half = SQUARE.aside * room
  const from = SQUARE.from + SQUARE.aside - half
  const scale = across / (2 * half)
  const last = across - 1.001
  eachRow(head, widthPx, (_, first, left, top, du, dv) => {
    for (let x = 0; x < width; x++) {
      const u = left + x * du
      const v = top + x * dv
      if (Math.abs(u) > half) continue
      const column = Math.min(last, Math.max(0, (u + half) * scale - 0.5))
      const row = Math.min(last, Math.max(0, (v - from) * scale - 0.5))
      const corner = Math.floor(row) * across + Math.floor(column)
      const right = column - Math.floor(column)
      const down = row - Math.floor(row)
      const above = (rough[corner] as number) * (1 - right) + (rough[corner + 1] as number) * right
      const next = corner + across
      const below = (rough[next] as number) * (1 - right) + (rough[next + 1] as number) * right
      const share = above * (1 - down) + below * down
      chance.values[first + x] = share * (1 - smoothstep(0, goesOn, v - from - 2 * half))
    }
  })
  return chance
}

const everywhere = ({ values, ...size }: FloatPlane): FloatPlane => ({
  ...size,
  values: new Float32Array(values.length).fill(1),
})
