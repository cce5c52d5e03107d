import type { Veil } from '../../../kernels/light.ts'
import { decoded } from '../../../pixels/oklab.ts'
import { smoothstep } from '../../../pixels/pixels.ts'
import type { Raster } from '../../../pixels/raster.ts'
import { type ColourOfLight, lumaOf } from './colour-of-light.ts'

/** Blocks along each side that a copy is looked at by, and the share of one that is its darkest. */
const BLOCKS = 16
const DARKEST = 0.02
/** Levels that a block spreads over, up to which it tells nothing, and from which it tells all it can. */
const PLAIN_TO = 6
const TEXTURED_FROM = 16
/** Least to most of a darkest's light over the air's, up to which it is a thing's own, and from which the air's. */
const OF_A_THING = 0.4
const OF_AIR = 0.7
/** Share of the blocks that must tell something. */
const TELLING = 0.25
/** Share of a photo that tells how light the air is, and share of its blocks that tells its colour. */
const LIGHTEST = 0.01
const DARKEST_BLOCKS = 0.5
/** Of the colour that these blocks have the air has so much. */
const AIR_COLOUR = 0.6

/** Of the darkest of a block this is air; of all blocks this share lies under the veil. */
const AIR_SHARE = 0.95
const UNDER = 0.12
const LEAST_SEEN = 0.05
/** Rounds of the fit, and what keeps them from a division by nothing and from a slope of nowhere. */
const ROUNDS = 40
const NEAREST = 0.01
const EVENLY = 0.3
const STRAIGHT = 1

/** How much the depth must differ over a photo for its veil to be uneven perhaps, and without a doubt. */
const EVEN = 0.1
const UNEVEN = 0.25

/** Depth in the middle of a photo, from its left to its right, its top to its bottom, and by the square of that. */
type Plane = readonly [middle: number, across: number, down: number, bend: number]

/**
 * What a veil has more of in one part of a photo than in that where it is thinnest: how light the
 * darkest of each part is tells how thick it is there (after He, Sun & Tang 2009), and a plane under
 * nearly all of that is its depth. What is the same everywhere is left: a curve mends that.
 * @param copy of the photo, small
 * @param sure that there is a veil at all, 0..1
 * @returns null where nothing is to be taken off
 */
export function unevenVeilOf(copy: Raster, sure: number): ((size: Size) => Veil) | null {
  if (sure === 0) return null
  const blocks = blocksOf(copy)
  const air = airOf(copy, blocks)
  const depths = blocks.map(({ floor, textured }) => {
    const shares = sharesOf(floor, air)
    const weight = textured * smoothstep(OF_A_THING, OF_AIR, neutralOf(shares))
    return { depth: depthOf(shares), weight }
  })
  const telling = depths.reduce((sum, { weight }) => sum + weight, 0) / depths.length
  if (telling < TELLING) return null
  const plane = planeUnder(depths)
  const places = [-0.5, -0.25, 0, 0.25, 0.5]
  const seen = places.flatMap((u) => places.map((v) => Math.max(0, at(plane, u, v))))
  const least = Math.min(...seen)
  const much = sure * smoothstep(EVEN, UNEVEN, Math.max(...seen) - least)
  if (much === 0) return null
  return ({ widthPx, heightPx }) => {
    const stepX = (much * plane[1]) / widthPx
    const bendY = (much * plane[3]) / heightPx ** 2
    const stepY = (much * (plane[2] - plane[3])) / heightPx + bendY
    const [u, v] = [0.5 / widthPx - 0.5, 0.5 / heightPx - 0.5]
    return { air, depth: { start: much * (at(plane, u, v) - least), stepX, stepY, bendY } }
  }
}

interface Size {
  readonly widthPx: number
  readonly heightPx: number
}

/** The veil of rows from `topPx` on. */
export const veilFrom = ({ air, depth }: Veil, topPx: number): Veil => ({
  air,
  depth: {
    ...depth,
    start: depth.start + (depth.stepY + depth.bendY * topPx) * topPx,
    stepY: depth.stepY + 2 * depth.bendY * topPx,
  },
})

const at = ([middle, across, down, bend]: Plane, u: number, v: number): number =>
  middle + across * u + down * v + bend * v * v

interface Block {
  /** The darkest light of each channel. */
  readonly floor: ColourOfLight
  /** 0 where it is plain: its darkest is then its own colour and tells of no veil. */
  readonly textured: number
}

/** Blocks row by row. */
function blocksOf({ widthPx, heightPx, rgba }: Raster): readonly Block[] {
  const edge = (block: number, sizePx: number) => Math.floor((block * sizePx) / BLOCKS)
  return Array.from({ length: BLOCKS ** 2 }, (_, block) => {
    const [column, row] = [block % BLOCKS, Math.floor(block / BLOCKS)]
    const [left, right] = [edge(column, widthPx), edge(column + 1, widthPx)]
    const [top, bottom] = [edge(row, heightPx), edge(row + 1, heightPx)]
    const ranked = ([0, 1, 2] as const).map((channel) => {
      const levels = new Uint8Array((right - left) * (bottom - top))
      copyChannel(levels, rgba, (top * widthPx + left) * 4 + channel, right - left, widthPx)
      return levels.sort()
    })
    const rank = (levels: Uint8Array, share: number) =>
      levels[Math.floor(share * (levels.length - 1))] ?? 0
    const spreads = ranked.map((levels) => rank(levels, 1 - DARKEST) - rank(levels, DARKEST))
    const [red = 0, green = 0, blue = 0] = ranked.map((levels) => decoded(rank(levels, DARKEST)))
    return {
      floor: [red, green, blue],
      textured: smoothstep(PLAIN_TO, TEXTURED_FROM, Math.max(...spreads)),
    }
  })
}

/** A channel of a block. @param from where it begins @param across pixels of each of its rows */
function copyChannel(
  to: Uint8Array,
  rgba: Raster['rgba'],
  from: number,
  across: number,
  widthPx: number,
): void {
  for (let k = 0; k < to.length; k++) {
    const column = k % across
    const row = (k - column) / across
    to[k] = rgba[from + (row * widthPx + column) * 4] as number
  }
}

/** As light as what is lightest in all channels; of the colour that the darkest blocks have. */
function airOf({ rgba }: Raster, blocks: readonly Block[]): ColourOfLight {
  const count = rgba.length / 4
  const least = Array.from({ length: count }, (_, pixel) =>
    Math.min(rgba[pixel * 4] ?? 0, rgba[pixel * 4 + 1] ?? 0, rgba[pixel * 4 + 2] ?? 0),
  )
  const from = least.toSorted((one, other) => other - one)[Math.floor(LIGHTEST * count)] ?? 0
  const lightest = least.flatMap((level, pixel) => (level >= from ? [lightAt(rgba, pixel)] : []))
  const darkest = blocks
    .map(({ floor }) => floor)
    .toSorted((one, other) => sumOf(one) - sumOf(other))
    .slice(0, Math.ceil(DARKEST_BLOCKS * blocks.length))
  const floor = meanOf(darkest)
  const white = Math.max(1e-6, lumaOf(floor))
  const tint = floor.map((light) => 1 + AIR_COLOUR * (light / white - 1))
  // No channel of it is lighter than what is there: white would look coloured beside it.
  const most = Math.max(...meanOf(lightest)) / Math.max(...tint)
  const [red = 1, green = 1, blue = 1] = tint.map((share) => most * share)
  return [red, green, blue]
}

const lightAt = (rgba: Raster['rgba'], pixel: number): ColourOfLight => [
  decoded(rgba[pixel * 4] ?? 0),
  decoded(rgba[pixel * 4 + 1] ?? 0),
  decoded(rgba[pixel * 4 + 2] ?? 0),
]

const sumOf = ([red, green, blue]: ColourOfLight): number => red + green + blue

function meanOf(lights: readonly ColourOfLight[]): ColourOfLight {
  const of = (channel: 0 | 1 | 2) =>
    lights.reduce((sum, light) => sum + light[channel], 0) / Math.max(1, lights.length)
  return [of(0), of(1), of(2)]
}

/** A floor's light over the air's, channel by channel. */
const sharesOf = (floor: ColourOfLight, air: ColourOfLight): readonly number[] =>
  floor.map((light, channel) => light / Math.max(1e-6, air[channel] ?? 1))

/** How nearly a floor has the air's colour, 1 at most: black behind a veil has. */
const neutralOf = (shares: readonly number[]): number =>
  Math.min(...shares) / Math.max(1e-6, ...shares)

/** The depth of a veil that would make black as light as a floor. */
const depthOf = (shares: readonly number[]): number =>
  -Math.log(Math.max(LEAST_SEEN, 1 - AIR_SHARE * Math.min(1, ...shares)))

/** A plane that a share of the blocks' depths lies under: quantile regression by weighted least squares. */
function planeUnder(blocks: readonly { depth: number; weight: number }[]): Plane {
  const middleOf = (block: number) => (block + 0.5) / BLOCKS - 0.5
  let plane: Plane = [0, 0, 0, 0]
  let weights = blocks.map(({ weight }) => weight)
  for (let round = 0; round < ROUNDS; round++) {
    const rows = [
      [1e-6, 0, 0, 0, 0],
      [0, EVENLY, 0, 0, 0],
      [0, 0, EVENLY, 0, 0],
      [0, 0, 0, STRAIGHT, 0],
    ]
    for (const [block, { depth }] of blocks.entries()) {
      const [u, v] = [middleOf(block % BLOCKS), middleOf(Math.floor(block / BLOCKS))]
      const terms = [1, u, v, v * v, depth]
      for (const [i, row] of rows.entries()) {
        const weight = (weights[block] ?? 0) * (terms[i] ?? 0)
        for (const [j, term] of terms.entries()) row[j] = (row[j] ?? 0) + weight * term
      }
    }
    plane = solved(rows)
    weights = blocks.map(({ depth, weight }, block) => {
      const far = depth - at(plane, middleOf(block % BLOCKS), middleOf(Math.floor(block / BLOCKS)))
      return (weight * (far >= 0 ? UNDER : 1 - UNDER)) / Math.max(NEAREST, Math.abs(far))
    })
  }
  return plane
}

/** Four equations by Gauss's elimination; the matrix is positive definite. */
function solved(rows: readonly number[][]): Plane {
  for (const [i, row] of rows.entries()) {
    for (const other of rows) {
      if (other === row) continue
      const share = (other[i] ?? 0) / (row[i] ?? 1)
      for (const [j, value] of row.entries()) other[j] = (other[j] ?? 0) - share * value
    }
  }
  const of = (i: number) => (rows[i]?.[4] ?? 0) / (rows[i]?.[i] ?? 1)
  return [of(0), of(1), of(2), of(3)]
}
