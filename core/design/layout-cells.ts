import type { LayoutId } from './document.ts'
import { type BoundsMm, centreOf, type RoundedBoxMm } from './geometry.ts'

/** A sheet of paper round a slot; widths in mm beyond the photo's box on each side. */
export interface SlotPaper {
  readonly colour: string
  readonly topMm: number
  readonly sideMm: number
  readonly bottomMm: number
  readonly cornerRadiusMm: number
}

/** One cell of a collage before it becomes a slot; the box is upright, turned about its centre. */
export interface Cell {
  readonly box: BoundsMm
  readonly rotationDeg?: number
  readonly paper?: SlotPaper
  /** Stands on the background, and so is not clipped to the collage's outline. */
  readonly floating?: boolean
}

export interface CellSpace {
  /** What a collage covers. */
  readonly frame: RoundedBoxMm
  /** The part of the trim box, clear of the camera, that prints are laid down on. */
  readonly ground: BoundsMm
  readonly gapMm: number
  readonly round: boolean
}

export const slotCounts: Readonly<Record<LayoutId, number>> = {
  free: 0,
  full: 1,
  'halves-horizontal': 2,
  'halves-vertical': 2,
  thirds: 3,
  'grid-four': 4,
  'hero-and-two': 3,
  'hero-and-three': 4,
  filmstrip: 4,
  'mosaic-five': 5,
  'grid-six': 6,
  polaroids: 3,
}

/** A share of a row or column, and what stands in it; a split is a tree of them. */
type Part = readonly [share: number, inside: Split | null]
interface Split {
  readonly along: 'x' | 'y'
  readonly parts: readonly Part[]
}

const row = (...parts: readonly Part[]): Split => ({ along: 'x', parts })
const column = (...parts: readonly Part[]): Split => ({ along: 'y', parts })
const cell = (share = 1): Part => [share, null]
const inside = (share: number, split: Split): Part => [share, split]

const trees: Readonly<
  Record<
    Exclude<LayoutId, 'free' | 'filmstrip' | 'polaroids'>,
    (tall: boolean, round: boolean) => Split
  >
> = {
  full: () => row(cell()),
  // Named by the cut: a horizontal cut leaves one photo above the other.
  'halves-horizontal': () => column(cell(), cell()),
  'halves-vertical': () => row(cell(), cell()),
  thirds: (tall) => (tall ? column(cell(), cell(), cell()) : row(cell(), cell(), cell())),
  'grid-four': () => column(inside(1, row(cell(), cell())), inside(1, row(cell(), cell()))),
  'hero-and-two': (tall) =>
    tall
      ? column(cell(1.75), inside(1, row(cell(), cell())))
      : row(cell(1.618), inside(1, column(cell(), cell()))),
  'hero-and-three': (tall, round) => {
    const three = round ? column(cell(1.2), cell(1), cell(1.2)) : column(cell(), cell(), cell())
    return tall
      ? column(cell(2.6), inside(1, row(cell(), cell(), cell())))
      : row(cell(round ? 1.3 : 2), inside(1, three))
  },
  'mosaic-five': (tall, round) =>
    tall
      ? column(
          inside(1.15, row(cell(1.5), cell(1))),
          cell(0.95),
          inside(1.15, row(cell(1), cell(1.5))),
        )
      : row(
          // The rim of a round cake would leave a sliver of the smaller ones.
          inside(1, column(cell(round ? 1 : 1.618), cell(1))),
          cell(1.15),
          inside(1, column(cell(1), cell(round ? 1 : 1.618))),
        ),
  'grid-six': (tall) => {
    const two = row(cell(), cell())
    const three = row(cell(), cell(), cell())
    return tall
      ? column(inside(1, two), inside(1, two), inside(1, two))
      : column(inside(1, three), inside(1, three))
  },
}

/** The cells of a layout, in reading order. */
export function cellsOf(layoutId: Exclude<LayoutId, 'free'>, space: CellSpace): readonly Cell[] {
  if (layoutId === 'filmstrip') return filmstrip(space)
  if (layoutId === 'polaroids') return polaroids(space)
  const tall = space.frame.heightMm > space.frame.widthMm * 1.15
  return splitBox(space.frame, trees[layoutId](tall, space.round), space.gapMm).map((box) => ({
    box,
  }))
}

function splitBox(box: BoundsMm, split: Split, gapMm: number): readonly BoundsMm[] {
  const total = split.parts.reduce((sum, [share]) => sum + share, 0)
  const length = split.along === 'x' ? box.widthMm : box.heightMm
  const free = length - gapMm * (split.parts.length - 1)
  let at = split.along === 'x' ? box.xMm : box.yMm
  return split.parts.flatMap(([share, deeper]) => {
    const size = (free * share) / total
    const part: BoundsMm =
      split.along === 'x' ? { ...box, xMm: at, widthMm: size } : { ...box, yMm: at, heightMm: size }
    at += size + gapMm
    return deeper ? splitBox(part, deeper, gapMm) : [part]
  })
}

/** A strip of four frames as from a photo booth: upright on a case, lying on a cake. */
function filmstrip({ ground, gapMm, round }: CellSpace): readonly Cell[] {
  const tall = ground.heightMm > ground.widthMm * 1.15
  const long = (tall ? ground.heightMm : ground.widthMm) * (round ? 0.86 : 0.9)
  const short = tall ? ground.widthMm : ground.heightMm
  const gap = Math.max(gapMm, long * 0.014)
  const edge = gap * 1.5
  const step = (long - 2 * edge - 3 * gap) / 4
  const across = Math.min(step * 1.45, short * 0.62)
  const middle = centreOf(ground)
  return [0, 1, 2, 3].map((index) => {
    const start = -long / 2 + edge + index * (step + gap)
    const box = tall
      ? { xMm: middle.xMm - across / 2, yMm: middle.yMm + start, widthMm: across, heightMm: step }
      : { xMm: middle.xMm + start, yMm: middle.yMm - across / 2, widthMm: step, heightMm: across }
    return { box, floating: true, paper: stripPaper(tall, gap, edge, index) }
  })
}

/** Papers meet in the gaps and make one strip; none may reach over its neighbour's photo. */
const stripPaper = (tall: boolean, gap: number, edge: number, index: number): SlotPaper => ({
  colour: '#ffffff',
  topMm: tall && index > 0 ? gap : edge,
  sideMm: tall ? edge : gap,
  bottomMm: tall && index < 3 ? gap : edge,
  cornerRadiusMm: 0,
})

/** Three instant prints, thrown down so that they lean on one another. */
function polaroids({ ground, round }: CellSpace): readonly Cell[] {
  const { places, shareX, shareY } = throwOf(ground, round)
  const side = Math.min(ground.widthMm * shareX, ground.heightMm * shareY)
  const edge = side * 0.065
  const middle = centreOf(ground)
  return places.map(([x, y, rotationDeg]) => ({
    box: {
      xMm: middle.xMm + x * ground.widthMm - side / 2,
      yMm: middle.yMm + y * ground.heightMm - side / 2 - edge,
      widthMm: side,
      heightMm: side,
    },
    rotationDeg,
    floating: true,
    paper: {
      colour: '#ffffff',
      topMm: edge,
      sideMm: edge,
      bottomMm: edge * 3.4,
      cornerRadiusMm: edge * 0.25,
    },
  }))
}

type Place = readonly [x: number, y: number, rotationDeg: number]

/** Where the prints fall, as shares of the ground from its middle, and how large they are. */
interface Throw {
  readonly places: readonly Place[]
  readonly shareX: number
  readonly shareY: number
}

function throwOf(ground: BoundsMm, round: boolean): Throw {
  if (ground.heightMm > ground.widthMm * 1.15) return tallThrow
  if (ground.widthMm > ground.heightMm * 1.25) return wideThrow
  return round ? roundThrow : squareThrow
}

const tallThrow: Throw = {
  places: [
    [-0.15, -0.28, -7],
    [0.16, -0.01, 6],
    [-0.12, 0.255, -4],
  ],
  shareX: 0.56,
  shareY: 0.34,
}
const wideThrow: Throw = {
  places: [
    [-0.3, -0.03, -6],
    [0.005, 0.02, 4],
    [0.3, -0.04, -3],
  ],
  shareX: 0.27,
  shareY: 0.62,
}
const squareThrow: Throw = {
  places: [
    [-0.21, -0.2, -8],
    [0.22, -0.16, 7],
    [0, 0.2, -3],
  ],
  shareX: 0.38,
  shareY: 0.38,
}
const roundThrow: Throw = {
  places: [
    [-0.19, -0.15, -9],
    [0.195, -0.13, 8],
    [0, 0.19, -3],
  ],
  shareX: 0.31,
  shareY: 0.31,
}
