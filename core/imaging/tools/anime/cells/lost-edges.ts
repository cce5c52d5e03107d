import { inParts } from '../../../../pixels/in-parts.ts'
import { giveBack } from '../../../give-back.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import type { Cel } from '../cel.ts'
import { PART } from '../cloth/cloth-kinds.ts'
import type { AnimeLook } from '../looks.ts'
import { type OkLabPicture, unitPxOf } from '../study.ts'

/** What has edges of its own and keeps them all: skin of faces, hair, patterns and what is drawn anew. */
export const KEPT = 0
/** What lies behind people, or all of a picture without any. From here on garments and bodies. */
export const GROUND = 1

/** Edges are looked for in the photo blurred so far, thousandths of the longer side: those of a grain and a weave are none. */
const BLUR = 2
/** At such a slope, OKLab for each thousandth, an edge is half lost. */
const SLOPE = { ground: 0.008, people: 0.011 }
/** Reaches are bytes, in quarters of a pixel; shorter ones, px, are none. */
const PER_PX = 4
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
    else if (thing !== 0 && cloth[cell] !== PART) kinds[cell] = GROUND + thing
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
  const { colours, cells } = cel
  const kindAt = new Uint32Array(cells.length)
  inParts(cells.length, (from, until) => {
    for (let at = from; at < until; at++) kindAt[at] = kinds[cells[at] as number] ?? KEPT
  })
  const reaches = reachesOf(env, cel, photo, kindAt, by)
  const soft = env.kernels.softenPaint(colours, reaches, kindAt)
  for (const plane of ['lightness', 'a', 'b'] as const) colours[plane].set(soft[plane])
  giveBack(env, [soft.lightness, soft.a, soft.b, kindAt])
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
  const slopes = squareSlopes(env, photo, BLUR * unitPx)
  const reaches = new Uint8Array(kindAt.length)
  const perPx = [0, by.ground, by.people].map((reach) => reach * unitPx * PER_PX)
  const half = [1, SLOPE.ground, SLOPE.people].map((slope) => (slope / unitPx) ** 2)
  const least = LEAST_PX * PER_PX
  inParts(reaches.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const kind = Math.min(2, kindAt[at] as number)
      if (kind === KEPT) continue
      const against = (slopes[at] as number) / (half[kind] as number)
      const reach = (perPx[kind] as number) / (1 + against * against)
      if (reach >= least) reaches[at] = Math.min(255, reach)
    }
  })
  giveBack(env, [slopes])
  return reaches
}

/** Squares of how much the colours of a picture change from one pixel to the next. */
function squareSlopes(
  { kernels }: ToolEnvironment,
  picture: OkLabPicture,
  blurPx: number,
): Float32Array<ArrayBuffer> {
  const { widthPx, heightPx } = picture
  const squares = new Float32Array(widthPx * heightPx)
  for (const plane of ['lightness', 'a', 'b'] as const) {
    const { values } = kernels.gaussian({ widthPx, heightPx, values: picture[plane] }, blurPx)
    for (let y = 0, at = 0; y < heightPx; y++) {
      const above = y > 0 ? widthPx : 0
      const below = y < heightPx - 1 ? widthPx : 0
      for (let x = 0; x < widthPx; x++, at++) {
        const left = x > 0 ? 1 : 0
        const right = x < widthPx - 1 ? 1 : 0
        const across = (values[at + right] as number) - (values[at - left] as number)
        const down = (values[at + below] as number) - (values[at - above] as number)
        squares[at] = (squares[at] as number) + 0.25 * (across * across + down * down)
      }
    }
  }
  return squares
}
