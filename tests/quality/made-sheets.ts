import type { Corners } from '#core/imaging/tools/rescue/corners.ts'
import { homographyOf, placeIn } from '#core/imaging/tools/rescue/homography.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { randomOf } from '../fixtures/random-of.ts'
import {
  type Drawing,
  photographed,
  type Rgb,
  seenByCamera,
} from '../unit/imaging/rescue-pictures.ts'

const PHOTO = { widthPx: 720, heightPx: 540 }
/** White about a print, in its longer sides. */
const RIM = 0.03
/** Of 255, in each channel alike. */
const NOISE = 3

/** How much of a sheet a photo shows. */
export const views = ['whole', 'a side cut off', 'larger than the photo'] as const
export type View = (typeof views)[number]

export interface MadeSheet {
  readonly photo: Raster
  /** The sheet's own; beyond 0..1 where the photo cuts it off. */
  readonly corners: Corners
  /** Of what is printed on it. */
  readonly printed: Corners
}

const tables: readonly ((x: number, y: number) => Rgb)[] = [
  (x, y) => {
    const grain = 14 * Math.sin(y / 6 + 2 * Math.sin(x / 80)) + 5 * Math.sin(y / 1.7)
    return [128 + grain, 90 + grain, 60 + grain]
  },
  (x, y) => {
    const weave = 9 * Math.sin(x * 1.3) * Math.sin(y * 1.3)
    return [52 + weave, 60 + weave, 84 + weave]
  },
  () => [226, 222, 210],
  (x, y) => {
    const isJoint = x % 90 < 3 || y % 90 < 3
    return isJoint ? [150, 146, 140] : [188, 180, 170]
  },
]

/** A print with a white rim on a table, in uneven light, noisy. */
export function madeSheet(print: Raster, view: View, seed: number): MadeSheet {
  const next = randomOf(seed)
  for (let at = 0; at < 8; at++) next()
  const between = (from: number, to: number) => from + (to - from) * next()
  const turn = { x: between(-0.45, 0.45), y: between(-0.45, 0.45), z: between(-0.3, 0.3) }
  const proportions = print.widthPx / print.heightPx
  const size = Math.min(1.1, 1.3 / proportions)
  const seen = seenByCamera(proportions, turn, PHOTO, view === whole ? 0.7 * size : 0.95 * size)
  const corners = moved(seen, view, between)
  const photo = photographed({
    ...PHOTO,
    corners,
    drawing: printed(print),
    table: tables[seed % tables.length] ?? (() => [128, 128, 128]),
    light: lightFrom(between(-0.5, 0.5), between(-0.4, 0.4)),
  })
  for (let at = 0; at < photo.rgba.length; at += 4) {
    const noise = (next() + next() + next() - 1.5) * 2 * NOISE
    for (let c = 0; c < 3; c++) photo.rgba[at + c] = (photo.rgba[at + c] ?? 0) + noise
  }
  return { photo, corners, printed: within(corners, rimOf(print)) }
}

const [whole] = views

function moved(
  corners: Corners,
  view: View,
  between: (from: number, to: number) => number,
): Corners {
  const edge = Math.min(...corners.map(({ x }) => x))
  const past = view === 'a side cut off' ? -edge - between(0.08, 0.2) : 0
  const grown = view === 'larger than the photo' ? 1.35 : 1
  const [a, b, c, d] = corners.map(({ x, y }) => ({
    x: 0.5 + (x - 0.5) * grown + past,
    y: 0.5 + (y - 0.5) * grown,
  }))
  return a && b && c && d ? [a, b, c, d] : corners
}

const lightFrom = (across: number, down: number) => (x: number, y: number) =>
  0.85 + across * (x - 0.5) + down * (y - 0.5)

/** The rim in shares of the sheet's width and height. */
function rimOf({ widthPx, heightPx }: Raster) {
  const across = RIM * Math.max(1, heightPx / widthPx)
  return { across, down: (across * widthPx) / heightPx }
}

function within(corners: Corners, { across, down }: ReturnType<typeof rimOf>): Corners {
  const to = homographyOf(corners, { widthPx: 1, heightPx: 1 })
  return [
    placeIn(to, across, down),
    placeIn(to, 1 - across, down),
    placeIn(to, 1 - across, 1 - down),
    placeIn(to, across, 1 - down),
  ]
}

function printed(print: Raster): Drawing {
  const { rgba, widthPx, heightPx } = print
  const rim = rimOf(print)
  return (u, v) => {
    const inX = (u - rim.across) / (1 - 2 * rim.across)
    const inY = (v - rim.down) / (1 - 2 * rim.down)
    if (inX < 0 || inY < 0 || inX >= 1 || inY >= 1) return [243, 240, 230]
    const at = (Math.floor(inY * heightPx) * widthPx + Math.floor(inX * widthPx)) * 4
    return [rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0]
  }
}
