import { type OkLab, okLabAt } from '../../pixels/oklab.ts'
import type { Raster } from '../../pixels/raster.ts'
import { away, browLine, lidsOf, meanPoint, moved, sides, towards } from './face-lines.ts'
import type { Point } from './face-points.ts'
import type { FoundFace } from './find-faces.ts'
import { lowerHalf } from './rims.ts'
import { coloursWithin, meanOf } from './samples.ts'
import type { SeenFace } from './seen-face.ts'

/**
 * A thin frame is mixed with the skin beside it, and lenses take the middle of that for brown: it is as dark as
 * the darkest quarter of its places, where it is thickest.
 */
const THICKEST = { from: 0.05, to: 0.25 }
/** Less of a rim tells nothing by its darkest quarter. */
const SHOWN_LEAST = 0.2
/** Of rims that can hardly be seen: the darker half of what is there. */
const FAINT = { from: 0.05, to: 0.5 }
/** What lies so near to a brow may be one, face widths. */
const BROW = 0.045
/** A coloured frame is so much more colourful than cheeks at so many of its places, OKLab; there is skin in its colour, too. */
const COLOURED = { more: 0.02, share: 0.2, chroma: 1.2 }
/** Below the lower lids lie cheeks, face widths. */
const CHEEK = { from: 0.2, to: 0.3 }

/** The colour of a frame, by those places of both rims at which it shows most of it. */
export function frameColourOf(
  seen: SeenFace,
  picture: Raster,
  face: FoundFace,
  rims: readonly (readonly Point[])[],
): OkLab {
  const brows = sides.flatMap((side) => browLine(face, side).line)
  const isBare = (p: Point) => brows.every((q) => away(p, q) > BROW * face.widthPx)
  const places = rims.flatMap((rim) => {
    const [isLine, colours] = [seen.areLines(rim), seen.darkest(rim)]
    return rim.flatMap((p, i) => {
      const colour = colours[i]
      return colour && isLine[i] && isBare(p) ? [colour] : []
    })
  })
  const all = rims.reduce((sum, rim) => sum + rim.length, 0)
  if (places.length < SHOWN_LEAST * all) {
    const lower = rims.flatMap((rim) => seen.darkest(lowerHalf(rim)))
    return meanOf(lower.toSorted(byLight), FAINT.from, FAINT.to)
  }
  const cheek = chromaOf(cheekOf(picture, face))
  const coloured = places.filter((own) => chromaOf(own) > cheek + COLOURED.more)
  if (coloured.length > COLOURED.share * places.length) {
    const [light, a, b] = meanOf(coloured)
    return [light, a * COLOURED.chroma, b * COLOURED.chroma]
  }
  return meanOf(places.toSorted(byLight), THICKEST.from, THICKEST.to)
}

const byLight = (one: OkLab, other: OkLab) => one[0] - other[0]
const chromaOf = ([, a, b]: OkLab) => Math.hypot(a, b)

/** About dark glass a coloured frame is more colourful than skin by so much, OKLab, at so many places of its edge. */
const COLOURED_EDGE = { more: 0.02, share: 0.3 }
/** So far within the outline of dark glass its frame may lie, face widths. */
const WITHIN = [0, 0.015, 0.03] as const

/** The colour of a coloured frame about dark glass; null where it has none. @param skin its mean */
export function colouredEdgeOf(
  picture: Raster,
  { widthPx }: FoundFace,
  rims: readonly (readonly Point[])[],
  skin: OkLab,
): OkLab | null {
  const places = rims.flatMap((rim) => {
    const middle = meanPoint(rim)
    return rim.map((p) => {
      const seen = WITHIN.map((by) => colourAt(picture, pxTowards(p, middle, by * widthPx)))
      return seen.reduce((most, own) => (chromaOf(own) > chromaOf(most) ? own : most))
    })
  })
  const least = chromaOf(skin) + COLOURED_EDGE.more
  const coloured = places.filter((own) => chromaOf(own) > least)
  return coloured.length > COLOURED_EDGE.share * places.length ? meanOf(coloured) : null
}

/**
 * About dark glass a white frame is lighter than skin by so much, OKLab, and has so little of its colour, at so many places of
 * a line beyond the edge of the glass: from so far on, in such steps, and no thicker than this, face widths.
 */
const WHITE = { lighter: 0.06, chroma: 0.6, share: 0.45, from: 0.028, step: 0.012, most: 0.09 }

/** A white frame about dark glass: its colour, and how thick it is; null where there is none. @param skin its mean */
export function whiteFrameOf(
  picture: Raster,
  { widthPx }: FoundFace,
  rims: readonly (readonly Point[])[],
  skin: OkLab,
): { readonly colour: OkLab; readonly widthPx: number } | null {
  const isWhite = (own: OkLab) =>
    own[0] > skin[0] + WHITE.lighter && chromaOf(own) < WHITE.chroma * chromaOf(skin)
  const seen: OkLab[] = []
  let thick = 0
  for (let by = WHITE.from; by < WHITE.most; by += WHITE.step) {
    const ring = rims.flatMap((rim) => {
      const middle = meanPoint(rim)
      return rim.map((p) => colourAt(picture, pxTowards(p, middle, -by * widthPx)))
    })
    const white = ring.filter(isWhite)
    if (white.length < WHITE.share * ring.length) break
    seen.push(...white)
    thick = by
  }
  return thick === 0 ? null : { colour: meanOf(seen), widthPx: thick * widthPx }
}

/** So many px nearer to another place; farther below 0. */
const pxTowards = (p: Point, to: Point, px: number): Point =>
  towards(p, to, px / Math.max(px, 1e-6, away(p, to)))

function colourAt(picture: Raster, { x, y }: Point): OkLab {
  const column = Math.min(picture.widthPx - 1, Math.max(0, Math.floor(x)))
  const row = Math.min(picture.heightPx - 1, Math.max(0, Math.floor(y)))
  const colour: OkLab = [0, 0, 0]
  okLabAt(picture, (row * picture.widthPx + column) * 4, colour)
  return colour
}

function cheekOf(picture: Raster, face: FoundFace): OkLab {
  const colours = sides.flatMap((side) => {
    const { lower } = lidsOf(face, side)
    const line = (by: number) => lower.map((p) => moved(p, face, 0, by * face.widthPx))
    return coloursWithin(picture, [...line(CHEEK.from), ...line(CHEEK.to).toReversed()])
  })
  return colours.length === 0 ? [0, 0, 0] : meanOf(colours.sort(byLight), 0.3, 0.7)
}
