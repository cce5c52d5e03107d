import type { Kernels } from '../../../../kernels/kernels.ts'
import { boxOf, meanIn } from '../../../../pixels/pieces.ts'
import { type Box, grownBox, planeRows, rasterRows, smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../pixels/raster.ts'
import { distanceTo } from '../distance.ts'
import type { HeadPlace } from '../people/heads/head-place.ts'
import { isPortrait } from '../people/looks/body-votes.ts'
import { bulkyPieces } from '../people/measures/deep-pieces.ts'
import { detailOf } from '../people/measures/sharp-borders.ts'

/** Fog is what colours took for so much of hair where the looks saw less than the second of anybody. */
const FOG = { from: 0.2, seen: 0.2 } as const
/** A piece is less than this on average, by colours and by the looks: hair itself is more of either. */
const MOST = { alpha: 0.5, seen: 0.09 } as const
/** It is so deep somewhere, in sizes of the largest head, and has so much of that size's square: strands are thin. */
const DEEP = 0.02
const AREA = 0.002
/**
 * It has less than so many times the detail of what lies behind it, and of who stands there: wisps before a sky,
 * and feathers, have more.
 */
const FINER = { behind: 3, people: 2 } as const
/** Hair is looked for so far above and below heads, in sizes of the largest. */
const REACH = 2.5
/** How far about a piece that is measured, in sizes of the largest head, and what is taken for behind. */
const ABOUT = 0.17
const BEHIND = { alpha: 0.05, seen: 0.1 } as const
/** What the looks hold by more is people's. */
const PEOPLE = 0.8
/** What is left of fog about a piece fades over this, px. */
const FADE_PX = 4

/**
 * Clears, in place, fog beside hair: broad pieces that colours half take for hair where no look saw any, as a
 * blurred post or beam behind somebody. Only of people seen whole; in a portrait such a piece is hair as often.
 * @param matte as colours and neighbours have it
 * @param mask what the looks say, at the same size
 */
export function clearFog(
  kernels: Kernels,
  picture: Raster,
  matte: FloatPlane,
  mask: FloatPlane,
  heads: readonly HeadPlace[],
): void {
  if (heads.length === 0 || isPortrait(matte, heads)) return
  const largest = Math.max(...heads.map((head) => head.size))
  const [top, heightPx] = rowsAbout(heads, REACH * largest, matte.heightPx)
  if (heightPx <= 0) return
  clearRows(
    kernels,
    rasterRows(picture, top, heightPx),
    planeRows(matte, top, heightPx),
    planeRows(mask, top, heightPx),
    largest,
  )
}

/** The first of the rows in which heads have hair, and how many they are. */
function rowsAbout(
  heads: readonly HeadPlace[],
  reachPx: number,
  heightPx: number,
): readonly [number, number] {
  const places = heads.map(({ y }) => y)
  const top = Math.max(0, Math.floor(Math.min(...places) - reachPx))
  const bottom = Math.min(heightPx, Math.ceil(Math.max(...places) + reachPx))
  return [top, bottom - top]
}

/** @param largest size of the largest head */
function clearRows(
  kernels: Kernels,
  picture: Raster,
  matte: FloatPlane,
  mask: FloatPlane,
  largest: number,
): void {
  const size = { areaPx: AREA * largest ** 2, deepPx: DEEP * largest }
  const faint = bulkyPieces(matte, fogIn(matte, mask), size).filter(
    (pixels) =>
      meanIn(matte.values, pixels) < MOST.alpha && meanIn(mask.values, pixels) < MOST.seen,
  )
  if (faint.length === 0) return
  const { fine } = detailOf(kernels, picture)
  const fog = faint.filter((pixels) => {
    const about = detailAbout(fine, matte, mask, boxAbout(pixels, matte, ABOUT * largest))
    const own = meanIn(fine, pixels)
    return own < FINER.behind * about.behind && own < FINER.people * about.people
  })
  if (fog.length > 0) clear(matte, mask, fog)
}

const boxAbout = (pixels: Int32Array, plane: FloatPlane, marginPx: number): Box =>
  grownBox(boxOf(pixels, plane.widthPx), Math.ceil(marginPx), plane)

function fogIn({ values }: FloatPlane, mask: FloatPlane): Uint8Array {
  const fog = new Uint8Array(values.length)
  for (let at = 0; at < fog.length; at++) {
    if ((values[at] as number) > FOG.from && (mask.values[at] as number) < FOG.seen) fog[at] = 1
  }
  return fog
}

/** Mean detail in a box of what is nobody's, and of the people; 0 where there is nothing of them. */
function detailAbout(
  fine: Float32Array,
  matte: FloatPlane,
  mask: FloatPlane,
  { x, y, width, height }: Box,
): Readonly<Record<'behind' | 'people', number>> {
  let [behind, behindPx, people, peoplePx] = [0, 0, 0, 0]
  for (let row = y; row < y + height; row++) {
    const end = row * matte.widthPx + x + width
    for (let at = end - width; at < end; at++) {
      const seen = mask.values[at] as number
      if (seen > PEOPLE) {
        people += fine[at] as number
        peoplePx++
      } else if (seen < BEHIND.seen && (matte.values[at] as number) < BEHIND.alpha) {
        behind += fine[at] as number
        behindPx++
      }
    }
  }
  return { behind: behind / Math.max(1, behindPx), people: people / Math.max(1, peoplePx) }
}

function clear(matte: FloatPlane, mask: FloatPlane, fog: readonly Int32Array[]): void {
  const { values } = matte
  const isFog = new Uint8Array(values.length)
  for (const pixels of fog) for (const at of pixels) isFog[at] = 1
  const away = distanceTo(matte, isFog, FADE_PX).values
  for (let at = 0; at < values.length; at++) {
    const far = away[at] as number
    if (far >= FADE_PX || (mask.values[at] as number) >= FOG.seen) continue
    values[at] = (values[at] as number) * smoothstep(0, FADE_PX, far)
  }
}
