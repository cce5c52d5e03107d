import type { Kernels } from '../../../../kernels/kernels.ts'
import { type Box, clampBox, smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import type { HandPoints } from '../../../hand-points/hand-points.ts'
import { type OkLabPicture, unitPxOf } from '../study.ts'
import { ARM, BEYOND, beyondRoot, bonesOf, FINGERS, type HandBones, PALM } from './hand-bones.ts'
import { HandColours } from './hand-colours.ts'
import { nearestLabels } from './shortest-ways.ts'

/** A hand as it is drawn, by the pixels of its box; shares as 0 to 255. */
export interface SeenHand {
  readonly box: Box
  /** How much each is the hand's skin, and that of the arm that it grows from. */
  readonly inside: Uint8Array
  readonly arm: Uint8Array
  /** How far each lies from the nearest edge of a part, in {@link APART} of a pixel, 16 px at most, and how surely that is drawn. */
  readonly apart: Uint8Array
  readonly drawn: Uint8Array
  /** 1 where that edge is the hand's own outline. */
  readonly isOutline: Uint8Array
  /** Length of its palm. */
  readonly sizePx: number
  /** How much of the photo's lines within it are edges of its parts, 0..1. */
  readonly told: number
}

export const APART = 1 / 16
export const WHOLE = 255

/** What hands are seen in. */
export interface SeenAboutHands {
  readonly fine: OkLabPicture
  readonly skin: FloatPlane
  readonly person: FloatPlane
  /** Of the picture, 1 paper to 0 line. */
  readonly lines: FloatPlane
}

/** A hand is looked at with so much about it, in lengths of its palm, and in so many squares of its longer side at most. */
const ABOUT = 0.5
const MOST_SQUARES = 150
/** Seeds, in half widths of flesh: of a part; of what is nothing of the hand, and where nobody is. */
const SEEDS = { within: 0.5, ofArm: 0.8, beyond: 2.5, nobody: 1.5, nobodyFrom: 0.1 }
/** What a step costs: at all, across a colour difference of one, OKLab, across a line, away from flesh, into what is no skin. */
const COST = { least: 0.12, colour: 110, mostColour: 9, line: 2.5, away: 0.7, strange: 4 }
/** Flesh ends about here, in its half widths. */
const ENDS = { own: 0.95, other: 1.1 }
/** How far edges of parts are smoothed, squares. */
const SMOOTH = 1.3
/** An outline that lies elsewhere is none of a hand, in half widths of flesh. */
const OUTLINE = { least: [0.35, 0.55], most: [1.7, 2.1] } as const
/** Towards the arm a palm's outline fades, in lengths of a palm from the wrist. */
const WRIST = { from: -0.05, to: 0.25 }
/** A thumb's edge before its palm begins, along it. */
const THUMB = { from: 1.35, to: 1.8 }
/** Lines of the photo are looked for so far within flesh, in its half widths, and are edges of parts so near to these, squares. */
const TOLD = { within: 0.9, reach: 2, least: 10 }
/** A hand that is far away is drawn whatever lines it has; of a near one, palms long, thousandths, so much must be told. */
const NEAR = { from: 60, to: 180, least: 0.25, most: 0.65 }
/** Under so much skin on its bones it is a glove, or nothing is. */
const SKIN_LEAST = 0.4

/**
 * Parts a hand in its fingers and its palm, along what edges the photo has between and about them.
 * @param hand in pixels of the picture
 * @param others whose bones are none of its
 * @returns null where it has too little skin, or where a near one's fingers are not where they were told
 */
export function seenHandOf(
  kernels: Pick<Kernels, 'gaussian'>,
  seen: SeenAboutHands,
  hand: HandPoints,
  others: readonly HandPoints[],
): SeenHand | null {
  const bones = bonesOf(hand)
  const grid = gridAbout(bones, seen.skin)
  if (grid === null) return null
  const ways = waysOf(bones, grid)
  const colours = new HandColours(kernels, seen, grid, (at) => ways.within(at) < SEEDS.within)
  if (colours.skinShare < SKIN_LEAST) return null
  const seeds = seedsOf(ways, colours, grid, seen.person, others.map(bonesOf))
  const labels = nearestLabels(grid, seeds, (label, from, to) => {
    const part = label - 1
    const apart = Math.min(COST.mostColour, COST.colour * colours.apart(from, to))
    const line = COST.line * colours.lineAt(to)
    const away = ways.away(part, to)
    if (part === BEYOND) {
      const within = Math.max(0, ENDS.other - ways.within(to))
      return COST.least + apart + line + COST.away * within
    }
    const out = Math.max(0, away - ENDS.own)
    const strange = part === ARM ? 0 : COST.strange * (1 - colours.skinAt(to))
    return COST.least + apart + line + COST.away * out * out + strange
  })
  const told = toldBy(labels, ways, colours, grid)
  if (told < leastTold(bones.sizePx / unitPxOf(seen.skin))) return null
  return {
    box: grid.box,
    sizePx: bones.sizePx,
    told,
    ...edgesOf(kernels, labels, ways, colours, grid, bones),
  }
}

/** The squares about a hand. */
export interface HandGrid {
  readonly box: Box
  readonly eachPx: number
  readonly width: number
  readonly height: number
  /** The middle of a square, px of the picture. */
  readonly xAt: (at: number) => number
  readonly yAt: (at: number) => number
}

function gridAbout({ points, sizePx }: HandBones, picture: FloatPlane): HandGrid | null {
  const room = ABOUT * sizePx
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [left, top] = [Math.min(...xs) - room, Math.min(...ys) - room]
  const whole = {
    x: left,
    y: top,
    width: Math.max(...xs) + room - left,
    height: Math.max(...ys) + room - top,
  }
  const box = clampBox(whole, picture.widthPx, picture.heightPx)
  if (box.width < 4 || box.height < 4) return null
  const eachPx = Math.max(1, Math.ceil(Math.max(box.width, box.height) / MOST_SQUARES))
  const [width, height] = [Math.ceil(box.width / eachPx), Math.ceil(box.height / eachPx)]
  const middle = (eachPx - 1) / 2
  const within = (place: number, from: number, length: number) =>
    Math.min(from + length - 1, Math.round(from + place * eachPx + middle))
  return {
    box,
    eachPx,
    width,
    height,
    xAt: (at) => within(at % width, box.x, box.width),
    yAt: (at) => within(Math.floor(at / width), box.y, box.height),
  }
}

/** How far each square lies from the parts of a hand, in half widths of their flesh. */
interface Ways {
  readonly away: (part: number, at: number) => number
  /** From fingers and palm, whichever is nearest. */
  readonly within: (at: number) => number
  readonly alongFinger: (finger: number, at: number) => number
  readonly beyondWrist: (at: number) => number
}

function waysOf(bones: HandBones, { width, height, xAt, yAt }: HandGrid): Ways {
  const count = width * height
  const aways = Array.from({ length: ARM + 1 }, (_, part) =>
    Float32Array.from({ length: count }, (__, at) => bones.awayFrom(part, xAt(at), yAt(at))),
  )
  const within = new Float32Array(count).fill(Number.POSITIVE_INFINITY)
  for (const away of aways.slice(0, ARM)) {
    away.forEach((own, at) => {
      within[at] = Math.min(own, within[at] as number)
    })
  }
  return {
    away: (part, at) => aways[part]?.[at] ?? Number.POSITIVE_INFINITY,
    within: (at) => within[at] as number,
    alongFinger: (finger, at) => bones.alongFinger(finger, xAt(at), yAt(at)),
    beyondWrist: (at) => bones.beyondWrist(xAt(at), yAt(at)),
  }
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

const leastTold = (size: number): number =>
  NEAR.least +
  (NEAR.most - NEAR.least) * Math.min(1, Math.max(0, (size - NEAR.from) / (NEAR.to - NEAR.from)))

/** How much of the lines that the photo has within a hand lies along edges of its parts, 0..1; 1 where it has none. */
function toldBy(
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

type Edges = Pick<SeenHand, 'inside' | 'arm' | 'apart' | 'drawn' | 'isOutline'>

/** How far each pixel of a hand's box lies from the smoothed edge between the two parts that it is most of. */
function edgesOf(
  kernels: Pick<Kernels, 'gaussian'>,
  labels: Uint8Array,
  ways: Ways,
  colours: HandColours,
  grid: HandGrid,
  { sizePx }: HandBones,
): Edges {
  const { box, eachPx, width, height } = grid
  const shares = Array.from({ length: BEYOND + 1 }, (_, part) => {
    const values = Float32Array.from(labels, (label) => (label === part + 1 ? 1 : 0))
    return kernels.gaussian({ widthPx: width, heightPx: height, values }, SMOOTH).values
  })
  const skin = Float32Array.from(labels, (_, at) => colours.skinAt(at))
  const count = box.width * box.height
  const edges = {
    inside: new Uint8Array(count),
    arm: new Uint8Array(count),
    apart: new Uint8Array(count),
    drawn: new Uint8Array(count),
    isOutline: new Uint8Array(count),
  }
  eachPixelOf(grid, [...shares, skin], (at, square, values) => {
    let [first, second, own] = [0, 1, 0]
    for (let part = 0; part <= BEYOND; part++) {
      const share = values[part] as number
      if (part < ARM) own += share
      if (part > 0 && share > (values[first] as number)) [first, second] = [part, first]
      else if (part > 1 && share > (values[second] as number)) second = part
    }
    const isSkin = values[BEYOND + 1] as number
    edges.inside[at] = Math.round(WHOLE * own * isSkin)
    edges.arm[at] = Math.round(WHOLE * (values[ARM] as number) * isSkin)
    // Across a straight edge the difference is an error function of the way to it.
    const difference = (values[first] as number) - (values[second] as number)
    const apartPx = 1.18 * SMOOTH * eachPx * Math.atanh(Math.min(0.9999, Math.max(0, difference)))
    edges.apart[at] = Math.min(255, Math.round(apartPx / APART))
    if (difference > 0.999) return
    const [one, other] = [Math.min(first, second), Math.max(first, second)]
    edges.isOutline[at] = other === BEYOND ? 1 : 0
    // Fingers that lie over each other are parted by a guess where the photo shows no edge.
    const isSeen = other === BEYOND ? 1 : colours.edgeAbout(square)
    const drawn = isSeen * drawnBetween(one, other, square, ways, sizePx)
    edges.drawn[at] = Math.round(WHOLE * colours.skinAbout(square) * drawn)
  })
  return edges
}

/**
 * Calls `visit` with each pixel of a hand's box, the square in which it lies, and what planes of squares are there, between
 * squares.
 */
function eachPixelOf(
  { box, eachPx, width, height }: HandGrid,
  planes: readonly Float32Array[],
  visit: (at: number, square: number, values: Float64Array) => void,
): void {
  const values = new Float64Array(planes.length)
  const visitRow = (row: number) => {
    const v = Math.min(height - 1, Math.max(0, (row + 0.5) / eachPx - 0.5))
    const top = Math.floor(v)
    const [down, upper] = [v - top, top * width]
    const lower = Math.min(height - 1, top + 1) * width
    const squares = Math.min(height - 1, Math.floor(row / eachPx)) * width
    for (let column = 0; column < box.width; column++) {
      const u = Math.min(width - 1, Math.max(0, (column + 0.5) / eachPx - 0.5))
      const left = Math.floor(u)
      const [across, right] = [u - left, Math.min(width - 1, left + 1)]
      for (let k = 0; k < planes.length; k++) {
        const plane = planes[k] as Float32Array
        const [a, b] = [plane[upper + left] as number, plane[upper + right] as number]
        const [c, d] = [plane[lower + left] as number, plane[lower + right] as number]
        const above = a + (b - a) * across
        values[k] = above + (c + (d - c) * across - above) * down
      }
      const square = squares + Math.min(width - 1, Math.floor(column / eachPx))
      visit(row * box.width + column, square, values)
    }
  }
  for (let row = 0; row < box.height; row++) visitRow(row)
}

/** How surely the edge between two parts is drawn, 0..1. @param one the lower number */
function drawnBetween(one: number, other: number, at: number, ways: Ways, sizePx: number): number {
  if (one === ARM || other === ARM || one === other) return 0
  if (other < FINGERS) return 1
  if (other === PALM) {
    const along = ways.alongFinger(one, at)
    return one === 0 ? smoothstep(THUMB.from, THUMB.to, along) : beyondRoot(along)
  }
  const away = ways.away(one, at)
  const { least, most } = OUTLINE
  const isThere = smoothstep(least[0], least[1], away) * (1 - smoothstep(most[0], most[1], away))
  if (one !== PALM) return isThere
  return isThere * smoothstep(WRIST.from, WRIST.to, ways.beyondWrist(at) / sizePx)
}
