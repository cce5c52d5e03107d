import type { OkLab } from '../../../pixels/oklab.ts'
import { smoothstep } from '../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../pixels/raster.ts'
import { eachPixel, type Head } from './head.ts'
import type { OkLabPicture } from './study.ts'

/** Hair lies over the forehead and beside the face, in face widths from the middle of its oval. */
const OVER = { aside: 0.6, from: -1.0, to: -0.6 }
const BESIDE = { from: 0.5, to: 0.85, above: -0.66, below: 0.2 }
/** What a person wears begins here, and what lies behind the head ends here. */
const WORN = { below: 0.95, aside: 0.4 }
const BEHIND = 1.5
/** Steps of lightness and of colour, OKLab. */
const STEP = { light: 0.05, colour: 0.025 }
const SIDE = 20
/** The person mask says already what is behind. */
const LESS = { behind: 0.5, worn: 1 }
/** A colour that fewer of the looked at places have is noise; how much more likely it is hair than not. */
const SEEN = { from: 0.002, to: 0.006 }
const ODDS = { from: 0.55, to: 0.7 }
const LEAST_PX = 60
/** Less of the looked at place that is no skin, and the head is bald. */
const LEAST = 0.3
/** Skin in the light is no darker than this against the face's, and of its colour against its light. */
const LIT = { least: 0.62, colour: 0.05 }
/** Hair in a second colour is brown, red or fair, or dark: no flower, no gloss on a forehead, no sky. */
const NATURAL = { yellow: 0.025, red: 1.2, dark: 0.38, faint: 0.06 }

type Counts = Float32Array<ArrayBuffer>

/**
 * How likely a colour is one of a head's hair, which may have several: dark roots and fair ends, or light
 * and shade. It is learned from what lies about the face, against skin, clothes and what is behind.
 * @param width of the picture
 * @returns of the pixel of an index in the picture, 0..1; null where too little is seen
 */
export function hairOddsOf(
  head: Head,
  width: number,
  { lightness, a, b }: OkLabPicture,
  person: FloatPlane | null,
  skin: Float32Array,
): ((at: number) => number) | null {
  const binOf = (at: number) =>
    step(lightness[at] as number, STEP.light, 0) * SIDE * SIDE +
    step(a[at] as number, STEP.colour, SIDE / 2) * SIDE +
    step(b[at] as number, STEP.colour, SIDE / 2)
  let looked = 0
  const counts = () => new Float32Array(SIDE ** 3)
  const [hair, bare, worn, behind] = [counts(), counts(), counts(), counts()]
  const add = (to: Counts, at: number) => {
    const bin = binOf(at)
    to[bin] = (to[bin] as number) + 1
  }
  eachPixel(head, width, (at, _, u, v) => {
    const inside = person?.values[at] ?? 1
    const isAbout = isAboutFace(Math.abs(u), v)
    if (isAbout) looked++
    const isIn = (skin[at] as number) < 0.3 && inside > 0.6
    if ((skin[at] as number) > 0.6) add(bare, at)
    else if (isIn && isAbout) add(hair, at)
    else if (isIn && v > WORN.below && Math.abs(u) < WORN.aside) add(worn, at)
    else if (inside < 0.3 && u * u + v * v < BEHIND ** 2) add(behind, at)
  })
  if (sumOf(hair) < Math.max(LEAST_PX, LEAST * looked)) return null
  const isSkin = skinOf(bare)
  for (const each of [hair, bare, worn, behind]) shared(each)
  const odds = hair.map((share, bin) => {
    if (!isNatural(colourOf(bin)) || isSkin(bin)) return 0
    const other = Math.max(
      bare[bin] as number,
      LESS.worn * (worn[bin] as number),
      LESS.behind * (behind[bin] as number),
    )
    const seen = smoothstep(SEEN.from, SEEN.to, share)
    return seen * smoothstep(ODDS.from, ODDS.to, share / Math.max(1e-9, share + other))
  })
  return (at) => odds[binOf(at)] as number
}

const isAboutFace = (aside: number, v: number): boolean =>
  (aside < OVER.aside && v > OVER.from && v < OVER.to) ||
  (aside > BESIDE.from && aside < BESIDE.to && v > BESIDE.above && v < BESIDE.below)

/** The colour of a bin's middle. */
const colourOf = (bin: number): OkLab => [
  (Math.floor(bin / SIDE / SIDE) + 0.5) * STEP.light,
  ((Math.floor(bin / SIDE) % SIDE) - SIDE / 2 + 0.5) * STEP.colour,
  ((bin % SIDE) - SIDE / 2 + 0.5) * STEP.colour,
]

/** Whether a colour is that of the face's skin in the light: hands and ears lie beside hair. */
function skinOf(bare: Counts): (bin: number) => boolean {
  const sum = Math.max(1, sumOf(bare))
  const mean: OkLab = [0, 0, 0]
  bare.forEach((count, bin) => {
    if (count === 0) return
    const colour = colourOf(bin)
    for (const c of [0, 1, 2] as const) mean[c] += (colour[c] * count) / sum
  })
  const [tone, red, yellow] = mean
  return (bin) => {
    const [light, a, b] = colourOf(bin)
    const apart = Math.hypot(a / light - red / tone, b / light - yellow / tone)
    return light > LIT.least * tone && apart < LIT.colour
  }
}

/** Whether hair has such a colour, if it is not dyed or white. */
export function isNatural([light, red, yellow]: OkLab): boolean {
  const isWarm = yellow > NATURAL.yellow && red > -0.2 * yellow && red < NATURAL.red * yellow
  return isWarm || (light < NATURAL.dark && red * red + yellow * yellow < NATURAL.faint ** 2)
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
