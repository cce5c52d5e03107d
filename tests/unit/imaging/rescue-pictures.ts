import type { Corners } from '#core/imaging/tools/rescue/corners.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { paint } from './made-pictures.ts'

export type Rgb = readonly [number, number, number]
/** What is drawn on a sheet, at a place 0..1 each way. */
export type Drawing = (u: number, v: number) => Rgb

interface Photographed {
  readonly widthPx: number
  readonly heightPx: number
  readonly corners: Corners
  readonly drawing: Drawing
  readonly table?: (x: number, y: number) => Rgb
  /** Share of light that falls on a place of the photo, 0..1 each way. */
  readonly light?: (x: number, y: number) => number
}

const wood = (x: number, y: number): Rgb => {
  const grain = 8 * Math.sin(y / 7 + 2 * Math.sin(x / 90))
  return [118 + grain, 84 + grain, 58 + grain]
}

/** A sheet on a table as a camera sees it; four samples a pixel, as a lens has no stair-steps. */
export function photographed(photo: Photographed): Raster {
  const { widthPx, heightPx, corners, drawing, table = wood, light = () => 1 } = photo
  const place = inverseOf(corners)
  const colourAt = (x: number, y: number): Rgb => {
    const { u, v } = place(x / widthPx, y / heightPx)
    return u >= 0 && v >= 0 && u <= 1 && v <= 1 ? drawing(u, v) : table(x, y)
  }
  const offsets = [0.25, 0.75]
  return paint(widthPx, heightPx, (x, y) => {
    const seen = offsets.flatMap((dy) => offsets.map((dx) => colourAt(x + dx, y + dy)))
    const share = light(x / widthPx, y / heightPx)
    const mean = (c: 0 | 1 | 2) =>
      encode(share * (seen.reduce((sum, colour) => sum + decode(colour[c]), 0) / seen.length))
    return [mean(0), mean(1), mean(2)]
  })
}

const decode = (value: number) => (value / 255) ** 2.2
const encode = (light: number) => 255 * Math.min(1, Math.max(0, light)) ** (1 / 2.2)

/** Solves for the place of the sheet by the eight equations of its corners. */
function inverseOf(corners: Corners) {
  const sheet = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ] as const
  const rows = corners.flatMap(({ x, y }, at) => {
    const [u, v] = sheet[at] ?? [0, 0]
    return [
      [x, y, 1, 0, 0, 0, -x * u, -y * u, u],
      [0, 0, 0, x, y, 1, -x * v, -y * v, v],
    ]
  })
  const k = solved(rows)
  const at = (index: number) => k[index] ?? 0
  return (x: number, y: number) => {
    const depth = at(6) * x + at(7) * y + 1
    return {
      u: (at(0) * x + at(1) * y + at(2)) / depth,
      v: (at(3) * x + at(4) * y + at(5)) / depth,
    }
  }
}

function solved(rows: number[][]): readonly number[] {
  for (let i = 0; i < rows.length; i++) {
    let best = i
    for (let j = i; j < rows.length; j++) {
      if (Math.abs(rows[j]?.[i] ?? 0) > Math.abs(rows[best]?.[i] ?? 0)) best = j
    }
    const lead = rows[best] ?? []
    rows[best] = rows[i] ?? []
    const row = lead.map((value) => value / (lead[i] ?? 1))
    rows[i] = row
    rows.forEach((other, j) => {
      const by = other[i] ?? 0
      if (j !== i) rows[j] = other.map((value, at) => value - by * (row[at] ?? 0))
    })
  }
  return rows.map((row) => row.at(-1) ?? 0)
}

/** A grid of dark lines on paper, `cells` each way. */
export const grid =
  (cells: number, paper: Rgb = [238, 238, 238]): Drawing =>
  (u, v) => {
    const near = (share: number) => Math.abs(share * cells - Math.round(share * cells)) < 0.06
    const inside = u > 0.03 && v > 0.03 && u < 0.97 && v < 0.97
    return inside && (near(u) || near(v)) ? [40, 40, 60] : paper
  }

/** A sheet of these proportions as a camera with this focal length (in longer sides) sees it. */
export function seenByCamera(
  proportions: number,
  turn: { readonly x: number; readonly y: number; readonly z: number },
  photo: { readonly widthPx: number; readonly heightPx: number },
  focal = 0.8,
): Corners {
  const longSide = Math.max(photo.widthPx, photo.heightPx)
  const project = (sx: number, sy: number) => {
    const [x0, y0] = [(sx * proportions) / 2, sy / 2]
    const [x1, y1] = [
      x0 * Math.cos(turn.z) - y0 * Math.sin(turn.z),
      x0 * Math.sin(turn.z) + y0 * Math.cos(turn.z),
    ]
    const [y2, z2] = [y1 * Math.cos(turn.x), y1 * Math.sin(turn.x)]
    const [x3, z3] = [
      x1 * Math.cos(turn.y) + z2 * Math.sin(turn.y),
      -x1 * Math.sin(turn.y) + z2 * Math.cos(turn.y),
    ]
    const depth = 1.9 + z3
    const px = { x: (focal * longSide * x3) / depth, y: (focal * longSide * y2) / depth }
    return { x: 0.5 + px.x / photo.widthPx, y: 0.5 + px.y / photo.heightPx }
  }
  return [project(-1, -1), project(1, -1), project(1, 1), project(-1, 1)]
}
