import { REACHES_PER_PX } from '../../../../kernels/cells.ts'
import { inParts } from '../../../../pixels/in-parts.ts'
import { giveBack } from '../../../give-back.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import type { Cel } from '../cel.ts'
import { PART } from '../cloth/cloth-kinds.ts'
import type { AnimeLook } from '../looks.ts'
import { type OkLabPicture, unitPxOf } from '../study.ts'

/** What has edges of its own and keeps them all: skin of faces, hair, patterns and what is drawn anew. */
export const KEPT = 0
/** What lies behind people, or all of a picture without any. */
export const GROUND = 1
/** From here on garments and bodies. */
const PEOPLE = 2

/** Edges are looked for in the photo blurred so far, thousandths of the longer side: those of a grain and a weave are none. */
const BLUR = 2
/** It is as sure all along as it is over so much about each place, or it would be lost in pieces. */
const ABOUT = 2.5
/** Edges are looked for in a copy so many times smaller. */
const SMALLER = 2
/** At such a slope, OKLab for each thousandth, an edge is half lost. */
const SLOPE = { ground: 0.0055, people: 0.0075 }
/** Shorter reaches are none. */
const LEAST_PX = 1

/**
 * Tells of each cell, by its number, what it is a tone of.
 * @param things of each cell the garment or body that it is a tone of; 0 for none
 * @param cloth of each cell what it is of cloth
 * @param isFree 1 for each cell of the background
 * @param ground the cell of all that is out of focus, if any
 */
export function paintKinds(
  things: Uint32Array,
  cloth: Uint32Array,
  isFree: Uint8Array,
  ground: number | null,
): Uint32Array {
  const kinds = new Uint32Array(isFree.length + 1)
  for (let cell = 0; cell < isFree.length; cell++) {
    const thing = things[cell] ?? 0
    if (isFree[cell] === 1) kinds[cell] = GROUND
    else if (thing !== 0 && cloth[cell] !== PART) kinds[cell] = PEOPLE - 1 + thing
  }
  if (ground !== null) kinds[ground] = GROUND
  return kinds
}

/**
 * Loses the edges of paint where the photo has none: what fades there fades in the paint, as on wet paper, and is no
 * puddle with a border.
 * @param cel which is written on
 * @param photo its colours, unsmoothed
 * @param kinds of each cell what it is a tone of: nothing runs from one to the other
 * @param by how far paint runs on the ground and on people, thousandths
 */
export function loseEdges(
  env: ToolEnvironment,
  cel: Cel,
  photo: OkLabPicture,
  kinds: Uint32Array,
  by: AnimeLook['lostEdges'],
): void {
  if (by.ground === 0 && by.people === 0) return
  const { cells } = cel
  const kindAt = new Uint32Array(cells.length)
  inParts(cells.length, (from, until) => {
    for (let at = from; at < until; at++) kindAt[at] = kinds[cells[at] as number] ?? KEPT
  })
  const reaches = reachesOf(env, cel, photo, kindAt, by)
  cel.soften(env, reaches, kindAt)
  giveBack(env, [kindAt])
}

/** How far paint runs where the photo has no edge at all, and the squared slope at which it runs half so far. */
interface Runs {
  readonly most: number
  readonly half: number
}

/** How far paint runs at each place, in quarters of a pixel. */
function reachesOf(
  env: ToolEnvironment,
  cel: Cel,
  photo: OkLabPicture,
  kindAt: Uint32Array,
  by: AnimeLook['lostEdges'],
): Uint8Array {
  const unitPx = unitPxOf(cel)
  const slopes = squareSlopes(env, photo)
  const reaches = new Uint8Array(kindAt.length)
  const runsOn = (where: keyof typeof SLOPE): Runs => ({
    most: by[where] * unitPx * REACHES_PER_PX,
    half: (SLOPE[where] / unitPx) ** 2,
  })
  const [ground, people] = [runsOn('ground'), runsOn('people')]
  inParts(reaches.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const kind = kindAt[at] as number
      if (kind === KEPT) continue
      const { most, half } = kind < PEOPLE ? ground : people
      const against = (slopes[at] as number) / half
      const reach = most / (1 + against * against)
      if (reach >= LEAST_PX * REACHES_PER_PX) reaches[at] = Math.min(255, reach)
    }
  })
  return reaches
}

/** Squares of how much the colours of a picture change from one pixel to the next, each with those about it. */
function squareSlopes({ kernels }: ToolEnvironment, picture: OkLabPicture): Float32Array {
  const { widthPx, heightPx } = picture
  const unitPx = unitPxOf(picture) / SMALLER
  const [acrossPx, downPx] = [Math.ceil(widthPx / SMALLER), Math.ceil(heightPx / SMALLER)]
  const slopesOf = (values: Float32Array<ArrayBuffer>) => {
    const plane = kernels.resizePlane({ widthPx, heightPx, values }, acrossPx, downPx)
    return kernels.blockSlopes(kernels.gaussian(plane, BLUR * unitPx), 1, null).square
  }
  const light = slopesOf(picture.lightness)
  const [red, yellow] = [slopesOf(picture.a).values, slopesOf(picture.b).values]
  const values = light.values.map(
    (square, at) => (square + (red[at] as number) + (yellow[at] as number)) / SMALLER ** 2,
  )
  const about = kernels.gaussian({ ...light, values }, ABOUT * unitPx)
  return kernels.resizePlane(about, widthPx, heightPx).values
}
