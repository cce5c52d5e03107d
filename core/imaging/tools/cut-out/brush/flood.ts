import type { JobContext } from '../../../../jobs.ts'
import { createFloatPlane } from '../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import type { BrushStroke } from '../../../brush-strokes.ts'
import { colourModel, likelihood } from './colour-model.ts'
import { mark, markedPieces } from './marks.ts'
import { minCut, type Tie } from './min-cut.ts'
import { groupsOf, type Neighbours } from './neighbours.ts'
import { atRimOf, type Superpixels, weightOf } from './superpixels.ts'
import { waysFrom } from './ways.ts'

/** Rounds in which colours are learnt anew from what lies inside and outside. */
const ROUNDS = 3
/** What a pixel's colour may say at most, in logarithms of likelihood. */
const COLOUR = 2
/** What it says that the way from one kind of stroke is shorter than from the other. */
const WAY = 7
/** How far behind strokes the rim of the picture stands that nobody painted. */
const RIM = 0.3
/** What a pixel of border costs where both its sides are alike. */
const ALIKE = 14
/** Strokes count more than what follows from them. */
const PAINTED = 3
/** A hole of less than this share of what stays is filled. */
const PINHOLE = 0.04
/** No stroke is ever overruled. */
const NEVER = 1e6

/**
 * Floods a picture from strokes to its edges: the cheapest border around what stays, by colours
 * learnt from the strokes, by the ways to them, and by how sharp an edge the border runs along
 * (interactive graph cuts, Boykov & Jolly 2001, over superpixels as in Lazy Snapping, Li et al. 2004,
 * with geodesic distances, Gulshan et al. 2010).
 * @returns 1 where the picture stays
 */
export async function flood(
  job: JobContext,
  pieces: Superpixels,
  neighbours: Neighbours,
  strokes: readonly BrushStroke[],
): Promise<FloatPlane> {
  const marks = markedPieces(pieces, strokes)
  const view: View = { pieces, neighbours, marks, rim: atRimOf(pieces) }
  const ways = waysOf(view)
  const ties = tiesOf(pieces)
  let inside: Uint8Array | null = null
  for (let round = 0; round < ROUNDS; round++) {
    const costs = costsOf(view, ways, inside)
    inside = minCut(costs.inside, costs.outside, ties)
    await job.checkpoint()
  }
  return planeOf(pieces, whole(view, inside ?? new Uint8Array(pieces.count)))
}

interface View {
  readonly pieces: Superpixels
  readonly neighbours: Neighbours
  readonly marks: Int8Array
  /** 1 for a piece at the picture's rim. */
  readonly rim: Uint8Array
}

const placesOf = (values: ArrayLike<number>, value: number): number[] =>
  Array.from({ length: values.length }, (_, at) => at).filter((at) => values[at] === value)

/** How far each piece lies from strokes of either kind, and from the rim that nobody painted. */
function waysOf({ pieces, neighbours, marks, rim }: View) {
  const unpainted = placesOf(rim, 1).filter((piece) => marks[piece] === mark.open)
  return {
    stays: waysFrom(pieces, neighbours, placesOf(marks, mark.stays)),
    goes: waysFrom(pieces, neighbours, placesOf(marks, mark.goes)),
    rim: waysFrom(pieces, neighbours, unpainted),
  }
}

type Ways = ReturnType<typeof waysOf>

/** What strokes say before there is a first border: pieces that colours are learnt from. */
function taughtBy({ marks, rim }: View, inside: Uint8Array | null, side: 1 | 0) {
  const painted = side === 1 ? mark.stays : mark.goes
  return (piece: number): number => {
    if (marks[piece] === painted) return inside === null ? 1 : PAINTED
    if (inside !== null) return inside[piece] === side ? 1 : 0
    return marks[piece] === mark.open && side === 0 && rim[piece] === 1 ? 0.5 : 0
  }
}

function costsOf(view: View, ways: Ways, inside: Uint8Array | null) {
  const { pieces, marks } = view
  const within = colourModel(pieces, taughtBy(view, inside, 1))
  const without = colourModel(pieces, taughtBy(view, inside, 0))
  const costs = { inside: new Float64Array(pieces.count), outside: new Float64Array(pieces.count) }
  for (let piece = 0; piece < pieces.count; piece++) {
    const one = likelihood(within, pieces.colours, piece)
    const other = likelihood(without, pieces.colours, piece)
    const colour = Math.min(COLOUR, Math.max(-COLOUR, one - other))
    const gain =
      marks[piece] === mark.open
        ? (colour + placeOf(ways, piece)) * (pieces.sizes[piece] as number)
        : (marks[piece] as number) * NEVER
    if (gain > 0) costs.outside[piece] = gain
    else costs.inside[piece] = -gain
  }
  return costs
}

/** What a piece's place says: nearer to what stays, or to what goes. */
function placeOf(ways: Ways, piece: number): number {
  const away = Math.min(ways.goes[piece] as number, (ways.rim[piece] as number) + RIM)
  return WAY * (shareOf(away, ways.stays[piece] as number) - 0.5)
}

/** Of two ways, of which either may be infinite. */
const shareOf = (one: number, other: number): number => {
  if (one === Number.POSITIVE_INFINITY) return other === one ? 0.5 : 1
  return other === Number.POSITIVE_INFINITY ? 0 : one / (one + other + 1e-6)
}

const tiesOf = ({ borders }: Superpixels): readonly Tie[] =>
  borders.map((border) => ({
    one: border.one,
    other: border.other,
    weight: weightOf(border, ALIKE),
  }))

/** Without what hangs together with no stroke, and without pinholes. */
function whole({ pieces, neighbours, marks, rim }: View, inside: Uint8Array): Uint8Array {
  const isMeant = (piece: number) => marks[piece] === mark.stays
  const sizeOf = (group: readonly number[]) =>
    group.reduce((sum, piece) => sum + (pieces.sizes[piece] as number), 0)
  let area = 0
  for (const group of groupsOf(neighbours, (piece) => inside[piece] === 1)) {
    if (group.some(isMeant)) area += sizeOf(group)
    else for (const piece of group) inside[piece] = 0
  }
  for (const hole of groupsOf(neighbours, (piece) => inside[piece] === 0)) {
    const isOpen = hole.some((piece) => rim[piece] === 1 || marks[piece] === mark.goes)
    if (isOpen || sizeOf(hole) > area * PINHOLE) continue
    for (const piece of hole) inside[piece] = 1
  }
  return inside
}

function planeOf({ widthPx, heightPx, labels }: Superpixels, inside: Uint8Array): FloatPlane {
  const plane = createFloatPlane(widthPx, heightPx)
  for (let at = 0; at < labels.length; at++) {
    plane.values[at] = inside[labels[at] as number] as number
  }
  return plane
}
