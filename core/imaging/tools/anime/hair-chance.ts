import { smoothstep } from '../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../pixels/raster.ts'
import { maskOf } from '../../face-points/face-outlines.ts'
import { pointsOf } from '../../face-points/face-points.ts'
import type { FoundFace } from '../../face-points/find-faces.ts'
import type { InferenceSession } from '../../tool.ts'
import { eachPixel, headOf } from './head.ts'
import { headSquare, SQUARE } from './head-square.ts'
import type { OkLabPicture } from './study.ts'

/**
 * Asks the network of hair about a head.
 * @param person where people are, 0..1; null where nobody looked
 * @returns how likely each pixel of the head's box is hair, 0..1, soft
 */
export async function hairChanceOf(
  network: InferenceSession,
  face: FoundFace,
  picture: Raster,
  person: FloatPlane | null,
): Promise<FloatPlane> {
  const head = headOf(face, picture)
  const { x, y, width, height } = head.box
  const outline = [pointsOf(face.points, 'faceOval')]
  const oval = maskOf(outline, width, height, (p) => ({ x: p.x - x, y: p.y - y }))
  const { sidePx, values } = headSquare(head, picture, [person ?? everywhere(oval), oval])
  const seen = await network.run({ shape: [1, 5, sidePx, sidePx], values })
  const chance = { widthPx: width, heightPx: height, values: new Float32Array(width * height) }
  const across = seen.shape[3]
  const scale = across / (2 * SQUARE.aside)
  const last = across - 1.001
  const within = (at: number) => Math.min(last, Math.max(0, at))
  eachPixel(head, picture.widthPx, (_, own, u, v) => {
    if (Math.abs(u) > SQUARE.aside) return
    const column = within((u + SQUARE.aside) * scale - 0.5)
    const row = within((v - SQUARE.from) * scale - 0.5)
    const [left, top] = [Math.floor(column), Math.floor(row)]
    const [right, down] = [column - left, row - top]
    const from = top * across + left
    const at = (k: number) => seen.values[k] as number
    chance.values[own] =
      (at(from) * (1 - right) + at(from + 1) * right) * (1 - down) +
      (at(from + across) * (1 - right) + at(from + across + 1) * right) * down
  })
  return chance
}

const everywhere = ({ values, ...size }: FloatPlane): FloatPlane => ({
  ...size,
  values: new Float32Array(values.length).fill(1),
})

/** Steps of lightness and of colour, OKLab. */
const STEP = { light: 0.05, colour: 0.025 }
const SIDE = 20
/** From these chances what is seen is surely hair, or surely none. */
const SURE = { hair: 0.75, none: 0.25 }
/** Colours decide what the network doubts, and nothing of which it is sure. */
const WEIGHT = { colour: 0.9, most: 1.6 }
const LEAST_PX = 40
/** Where skin is painted and this is so surely hair, there is hair. */
const OVER_SKIN = { from: 0.6, to: 0.85 }

type Counts = Float32Array<ArrayBuffer>

/**
 * The network's chance with what colours say of its borders, which are sharp.
 * @param chance of {@link hairChanceOf}
 * @param skin where skin is painted, 0..1
 * @returns of each pixel of the head's box how much it is hair, 0..1
 */
export function settledByColours(
  chance: FloatPlane,
  face: FoundFace,
  picture: Raster,
  { lightness, a, b }: OkLabPicture,
  person: FloatPlane | null,
  skin: Float32Array,
  features: Float32Array,
): Counts {
  const head = headOf(face, picture)
  const binOf = (at: number) =>
    step(lightness[at] as number, STEP.light, 0) * SIDE * SIDE +
    step(a[at] as number, STEP.colour, SIDE / 2) * SIDE +
    step(b[at] as number, STEP.colour, SIDE / 2)
  const [hair, none] = [new Float32Array(SIDE ** 3), new Float32Array(SIDE ** 3)]
  eachPixel(head, picture.widthPx, (at, own) => {
    const inside = person?.values[at] ?? 1
    const share = chance.values[own] as number
    if (inside < 0.3) return
    const bin = binOf(at)
    if (share > SURE.hair) hair[bin] = (hair[bin] as number) + 1
    else if (share < SURE.none) none[bin] = (none[bin] as number) + 1
  })
  const isKnown = sumOf(hair) > LEAST_PX && sumOf(none) > LEAST_PX
  shared(hair)
  shared(none)
  const evidence = hair.map((share, bin) => {
    const odds = Math.log((share + 3e-4) / ((none[bin] as number) + 3e-4))
    return Math.max(-WEIGHT.most, Math.min(WEIGHT.most, WEIGHT.colour * odds))
  })
  const settled = new Float32Array(chance.values.length)
  eachPixel(head, picture.widthPx, (at, own) => {
    const share = chance.values[own] as number
    if (share < 0.02) return
    const prior = Math.log(share / (1.0001 - share))
    const by = isKnown ? (evidence[binOf(at)] as number) : 0
    const likely = 1 / (1 + Math.exp(-prior - by))
    const sure = smoothstep(OVER_SKIN.from, OVER_SKIN.to, likely)
    const bare = Math.max((skin[at] as number) * (1 - sure), features[own] as number)
    settled[own] = likely * (1 - bare) * smoothstep(0.3, 0.7, person?.values[at] ?? 1)
  })
  return settled
}

const step = (value: number, size: number, middle: number): number =>
  Math.min(SIDE - 1, Math.max(0, Math.floor(value / size + middle)))

const sumOf = (counts: Counts): number => counts.reduce((sum, count) => sum + count, 0)

/** Counts as shares of their sum, each with its neighbours: a colour is seldom alone. */
function shared(counts: Counts): void {
  const sum = Math.max(1, sumOf(counts))
  for (const apart of [1, SIDE, SIDE * SIDE]) {
    const before = counts.slice()
    for (let bin = 0; bin < counts.length; bin++) {
      const place = Math.floor(bin / apart) % SIDE
      const lower = place > 0 ? (before[bin - apart] as number) : 0
      const upper = place < SIDE - 1 ? (before[bin + apart] as number) : 0
      counts[bin] = ((before[bin] as number) * 2 + lower + upper) / 4
    }
  }
  for (let bin = 0; bin < counts.length; bin++) counts[bin] = (counts[bin] as number) / sum
}
