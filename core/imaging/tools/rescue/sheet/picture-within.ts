import { decoded, lightToOkLab, type OkLab } from '../../../../pixels/oklab.ts'
import type { Box } from '../../../../pixels/pixels.ts'
import { median } from '../../../../pixels/ranked.ts'
import type { Raster } from '../../../../pixels/raster.ts'

/** Longer side of what is looked at, in steps. */
const LOOKED_AT = 480
/** A rim is no wider than this share of the shorter side, the foot of an instant print no wider than that. */
const WIDEST = 0.12
const WIDEST_FOOT = 0.28
/** Paper in even light: at least so light, at most so coloured, OKLab. */
const PALE = { lightness: 0.8, chroma: 0.06 }
/** What differs by more from the rim's own colour is the picture. */
const UNLIKE = 0.055
/** Places along a side at which it is looked, without the rims of the sides beside it. */
const PLACES = 60
const END = 0.13
/** The colour of a rim is that of the outermost so many steps. */
const OUTERMOST = 2
/** Share of the places that have the rim's colour at the edge, and that see it end. */
const PLAIN_MIN = 0.85
const ENDS_MIN = 0.55
/** A rim ends in one line: all but a fifth of the ends lie so near together, in steps and in its width. */
const WOBBLE = { steps: 3, share: 0.35 }
/** Shares of the ends, the nearest first, that are the line; it is left out to its innermost. */
const LINE = { from: 0.1, to: 0.9 }
/** Of the four sides so many must show their rim; the others are as wide as these. */
const SIDES_MIN = 3
/** What the end of a rim fades over, steps. */
const FADE = 1

/**
 * The part of a straightened sheet that its picture takes, where a pale rim lies about it: on a print that
 * has no room for it the rim is a white line at the edge.
 * @param sheet straight and in even light
 * @returns in fractions of the sheet; null where nothing about it is a rim
 */
export function pictureWithin(sheet: Raster): Box | null {
  const step = Math.max(1, Math.max(sheet.widthPx, sheet.heightPx) / LOOKED_AT)
  const [across, down] = [Math.floor(sheet.widthPx / step), Math.floor(sheet.heightPx / step)]
  if (Math.min(across, down) < 24) return null
  const at = (x: number, y: number) => colourAt(sheet, step, x, y)
  const widest = WIDEST * Math.min(across, down)
  const foot = Math.max(widest, WIDEST_FOOT * down)
  const [left, right, top, bottom] = [
    rimOf(down, widest, (along, deep) => at(deep, along)),
    rimOf(down, widest, (along, deep) => at(across - 1 - deep, along)),
    rimOf(across, widest, (along, deep) => at(along, deep)),
    rimOf(across, foot, (along, deep) => at(along, down - 1 - deep)),
  ]
  const seen = [left, right, top, bottom].filter((rim) => rim !== null)
  if (seen.length < SIDES_MIN) return null
  const usual = seen.toSorted((one, other) => one - other)[1] ?? 0
  const wide = (rim: number | null) => (rim ?? usual) + FADE
  const [x, y] = [wide(left) / across, wide(top) / down]
  return { x, y, width: 1 - x - wide(right) / across, height: 1 - y - wide(bottom) / down }
}

/**
 * How wide the rim at a side is, in steps; null where none is seen.
 * @param length of the side
 * @param colour so far along the side, so deep in the sheet
 */
function rimOf(
  length: number,
  widest: number,
  colour: (along: number, deep: number) => OkLab,
): number | null {
  const places = Array.from({ length: PLACES }, (_, place) =>
    Math.floor(length * (END + ((1 - 2 * END) * (place + 0.5)) / PLACES)),
  )
  const outer = places.map((along) =>
    meanOf(Array.from({ length: OUTERMOST }, (_, deep) => colour(along, deep))),
  )
  const usual = (c: 0 | 1 | 2) => median(outer.map((colour) => colour[c]))
  const own: OkLab = [usual(0), usual(1), usual(2)]
  if (own[0] < PALE.lightness || Math.hypot(own[1], own[2]) > PALE.chroma) return null
  const isUnlike = (other: OkLab) =>
    Math.hypot(...own.map((value, c) => value - (other[c] ?? 0))) > UNLIKE
  if (outer.filter((each) => !isUnlike(each)).length < PLAIN_MIN * PLACES) return null
  const ends = places
    .map((along) => {
      let deep = OUTERMOST
      while (deep <= widest && !isUnlike(colour(along, deep))) deep++
      return deep
    })
    .filter((deep) => deep <= widest)
    .toSorted((one, other) => one - other)
  if (ends.length < ENDS_MIN * PLACES) return null
  const [from = 0, to = 0] = [LINE.from, LINE.to].map(
    (share) => ends[Math.floor(share * (ends.length - 1))],
  )
  return to - from <= Math.max(WOBBLE.steps, WOBBLE.share * to) ? to : null
}

const meanOf = (colours: readonly OkLab[]): OkLab => {
  const mean = (c: 0 | 1 | 2) =>
    colours.reduce((sum, colour) => sum + colour[c], 0) / colours.length
  return [mean(0), mean(1), mean(2)]
}

/** The mean colour of a step's square. */
function colourAt({ rgba, widthPx, heightPx }: Raster, step: number, x: number, y: number): OkLab {
  const [left, top] = [Math.floor(x * step), Math.floor(y * step)]
  const right = Math.min(widthPx, Math.max(left + 1, Math.floor((x + 1) * step)))
  const bottom = Math.min(heightPx, Math.max(top + 1, Math.floor((y + 1) * step)))
  const sums = [0, 0, 0]
  for (let row = top; row < bottom; row++) {
    for (let column = left; column < right; column++) {
      const at = (row * widthPx + column) * 4
      for (let c = 0; c < 3; c++) sums[c] = (sums[c] ?? 0) + decoded(rgba[at + c] ?? 0)
    }
  }
  const count = Math.max(1, (right - left) * (bottom - top))
  const [red = 0, green = 0, blue = 0] = sums.map((sum) => sum / count)
  const colour: OkLab = [0, 0, 0]
  lightToOkLab(red, green, blue, colour)
  return colour
}
