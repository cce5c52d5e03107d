import type { Kernels } from '../../kernels/kernels.ts'
import type { Box } from '../../pixels/pixels.ts'
import type { HandPoints } from '../hand-points/hand-points.ts'
import { bonesOf } from './hand-bones.ts'
import { HandColours, type SeenAboutHands } from './hand-colours.ts'
import { edgesOf, type HandEdges } from './hand-edges.ts'
import { finerBox, gridAbout } from './hand-grid.ts'
import { isOnBones, partsOf, toldBy } from './hand-parts.ts'
import { waysOf } from './hand-ways.ts'

/** A hand as it is drawn. */
export interface SeenHand extends HandEdges {
  readonly box: Box
  /** Length of its palm. */
  readonly sizePx: number
  /** How much of the photo's lines within it are edges of its parts, 0..1. */
  readonly told: number
}

/** A hand that is far away is drawn whatever lines it has; of a near one, palms long, thousandths, so much must be told. */
const NEAR = { from: 60, to: 150, least: 0.3, most: 0.5 }
/** One whose palm is longer, thousandths, fills the picture: that shows more of it than points tell. */
const LARGEST = 300
/** Under so much skin on its bones it is a glove, or nothing is. */
const SKIN_LEAST = 0.4

/**
 * Parts a hand in its fingers and its palm, along what edges the photo has between and about them.
 * @param hand in pixels of the picture
 * @param others whose bones are none of its
 * @param finer how many times as large the picture is in which it is drawn
 * @returns null where it has too little skin, fills the picture, or where a near one's fingers are not where they were told
 */
export function seenHandOf(
  kernels: Pick<Kernels, 'gaussian'>,
  seen: SeenAboutHands,
  hand: HandPoints,
  others: readonly HandPoints[],
  finer = 1,
): SeenHand | null {
  const bones = bonesOf(hand)
  const { sizePx } = bones
  const size = (1000 * sizePx) / Math.max(seen.skin.widthPx, seen.skin.heightPx)
  if (size > LARGEST) return null
  const grid = gridAbout(bones, seen.skin)
  if (grid === null) return null
  const ways = waysOf(bones, grid)
  const colours = new HandColours(kernels, seen, grid, (at) => isOnBones(ways, at))
  if (colours.skinShare < SKIN_LEAST) return null
  const parts = partsOf(ways, colours, grid, seen.person, others.map(bonesOf))
  const told = toldBy(parts, ways, colours, grid)
  if (told < leastTold(size)) return null
  const edges = edgesOf(kernels, parts, ways, colours, grid, { sizePx, finer })
  return { box: finerBox(grid.box, finer), sizePx: sizePx * finer, told, ...edges }
}

const leastTold = (size: number): number =>
  NEAR.least +
  (NEAR.most - NEAR.least) * Math.min(1, Math.max(0, (size - NEAR.from) / (NEAR.to - NEAR.from)))
