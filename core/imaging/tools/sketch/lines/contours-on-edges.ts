import { createFloatPlane, hypotenuse, smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import { blurred } from '../guided.ts'

/** How far beside a contour colours are compared, px of the copy, and as far to both sides an edge is compared. */
const BESIDE_PX = 4
const EDGE_PX = 1.5
/** So far to both sides of a mask's edge that of the colours is looked for, and how fast one counts less for being far. */
const SOUGHT = { px: 5, sigmaPx: 2.6 }
/** What is looked for is as far away all along this reach, px. */
const ALONG_PX = 5
/**
 * Steepness of a mask's edge, against a hard one, from which it is one, and by how much colours have to differ; light
 * counts for so much more, of which lines alone see no faint or soft edge.
 */
const HARD = { from: 0.2, to: 0.55 }
const OTHER = { from: 0.04, wholly: 0.1, light: 2.5 }
/** A line is so wide, px of the copy, and is drawn within so much of its middle. */
const LINE = { sigmaPx: 1, reachPx: 3 }
/** Nothing is looked for so near to the border of a copy. */
const MARGIN_PX = SOUGHT.px + BESIDE_PX + LINE.reachPx + 2

/** What tells colours apart, each as large as the copy: more red than green, more blue than both, and luma; 0..1. */
export interface TellingColours {
  readonly red: Float32Array
  readonly blue: Float32Array
  readonly light: Float32Array
}

/** A place of a mask's edge, and the way out of what is masked to its inside, of length 1. */
interface EdgePlace {
  readonly x: number
  readonly y: number
  readonly inX: number
  readonly inY: number
  readonly hard: number
}

/**
 * The contour of a mask, where colours on its two sides differ, drawn on their edge: a mask's own lies a little beside it,
 * and there it would be a second line.
 * @param mask sharp, and softened by one pixel
 * @returns 0 to 1 contour
 */
export async function contoursOnEdges(
  env: ToolEnvironment,
  mask: FloatPlane,
  colours: TellingColours,
): Promise<FloatPlane> {
  const { widthPx, heightPx } = mask
  const places = edgeOf(mask)
  const [moves, weights] = [
    createFloatPlane(widthPx, heightPx),
    createFloatPlane(widthPx, heightPx),
  ]
  for (const place of places) {
    const { move, weight } = edgeBeside(colours, place, widthPx)
    const at = Math.floor(place.y) * widthPx + Math.floor(place.x)
    weights.values[at] = weight
    moves.values[at] = weight * move
  }
  const [sum, all] = [await blurred(env, moves, ALONG_PX), await blurred(env, weights, ALONG_PX)]
  const contours = createFloatPlane(widthPx, heightPx)
  for (const place of places) {
    const at = Math.floor(place.y) * widthPx + Math.floor(place.x)
    const move = (sum.values[at] as number) / Math.max(1e-6, all.values[at] as number)
    const other = differenceAt(colours, place, move, BESIDE_PX, widthPx)
    const strength = place.hard * smoothstep(OTHER.from, OTHER.wholly, other)
    const [x, y] = [place.x + move * place.inX, place.y + move * place.inY]
    if (strength > 0) dot(contours, x, y, strength)
  }
  return contours
}

/** Steepness of the edge of a hard mask that was softened by one pixel, against 1. */
const HARD_EDGE = Math.sqrt(2 * Math.PI) / 2

/** Where a soft mask is half, to a part of a pixel. */
function edgeOf({ widthPx, heightPx, values }: FloatPlane): readonly EdgePlace[] {
  const places: EdgePlace[] = []
  for (let y = MARGIN_PX; y < heightPx - MARGIN_PX; y++) {
    for (let x = MARGIN_PX; x < widthPx - MARGIN_PX; x++) {
      const i = y * widthPx + x
      const across = (values[i + 1] as number) - (values[i - 1] as number)
      const down = (values[i + widthPx] as number) - (values[i - widthPx] as number)
      const slope = Math.sqrt(across * across + down * down)
      if (slope * HARD_EDGE < HARD.from) continue
      const away = (0.5 - (values[i] as number)) / (slope / 2)
      if (Math.abs(away) > 1) continue
      const [inX, inY] = [across / slope, down / slope]
      const hard = smoothstep(HARD.from, HARD.to, slope * HARD_EDGE)
      places.push({ x: x + 0.5 + away * inX, y: y + 0.5 + away * inY, inX, inY, hard })
    }
  }
  return places
}

/** How far within a mask's edge that of the colours lies, px, and how clear it is. */
function edgeBeside(
  colours: TellingColours,
  place: EdgePlace,
  widthPx: number,
): { readonly move: number; readonly weight: number } {
  let [sum, weight] = [0, 0]
  for (let move = -SOUGHT.px; move <= SOUGHT.px; move++) {
    const edge = differenceAt(colours, place, move, EDGE_PX, widthPx)
    // The clearest counts alone, nearly; as a mean, so that a decoder's rounding moves it little.
    const own = edge ** 4 * Math.exp(-((move / SOUGHT.sigmaPx) ** 2) / 2)
    sum += own * move
    weight += own
  }
  return { move: weight === 0 ? 0 : sum / weight, weight: Math.sqrt(Math.sqrt(weight)) }
}

/** By how much colours differ `px` to both sides of what lies `move` within a place of an edge. */
function differenceAt(
  { red, blue, light }: TellingColours,
  { x, y, inX, inY }: EdgePlace,
  move: number,
  px: number,
  widthPx: number,
): number {
  const [near, far] = [move - px, move + px]
  const one = Math.floor(y + far * inY) * widthPx + Math.floor(x + far * inX)
  const other = Math.floor(y + near * inY) * widthPx + Math.floor(x + near * inX)
  const hues = hypotenuse(
    (red[one] as number) - (red[other] as number),
    (blue[one] as number) - (blue[other] as number),
  )
  return hues + OTHER.light * Math.abs((light[one] as number) - (light[other] as number))
}

/** A dot of a line: the strongest of those that meet counts. */
function dot({ widthPx, values }: FloatPlane, x: number, y: number, strength: number): void {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  for (let row = top - LINE.reachPx; row <= top + LINE.reachPx; row++) {
    for (let column = left - LINE.reachPx; column <= left + LINE.reachPx; column++) {
      const away = (column + 0.5 - x) ** 2 + (row + 0.5 - y) ** 2
      const own = strength * Math.exp(-away / (2 * LINE.sigmaPx ** 2))
      const at = row * widthPx + column
      if (own > (values[at] as number)) values[at] = own
    }
  }
}
