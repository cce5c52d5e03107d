import type { JobContext } from '../../../../jobs.ts'
import { createFloatPlane } from '../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import type { BrushStroke } from '../../../brush-strokes.ts'
import { colourModel, likelihood } from './colour-model.ts'
import { mark, markedPieces } from './marks.ts'
import { minCut, type Tie } from './min-cut.ts'
import { groupsOf, type Neighbours, neighboursOf } from './neighbours.ts'
import { atRimOf, type Superpixels, weightOf } from './superpixels.ts'
import { waysFrom } from './ways.ts'

/** Rounds in which colours are learnt anew from what lies inside and outside. */
const ROUNDS = 3
/** What a pixel's colour may say at most, in logarithms of likelihood. */
const COLOUR = 2
/** What it says that the way from one kind of stroke is shorter than from the other. */
const WAY = 7
/** The same where the networks saw somebody, whom strokes only mend. */
const MENDING_WAY = 2
/** How far behind strokes the rim of the picture stands that nobody painted. */
const RIM = 0.3
/** Weight of what the networks saw; they are never surer than this. */
const SEEN = 2.2
const SURE = 0.97
/** Ways from a stroke over which it still outweighs what the networks saw. */
const REACH = 0.35
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
 * @param seen what is known without strokes, 0..1, at the size of the pieces; null where nothing is
 * @returns 1 where the picture stays
 */
export async function flood(
  job: JobContext,
  pieces: Superpixels,
  strokes: readonly BrushStroke[],
  seen: FloatPlane | null = null,
): Promise<FloatPlane> {
  const neighbours = neighboursOf(pieces)
  const marks = markedPieces(pieces, strokes)
  const view: View = {
    pieces,
    neighbours,
    marks,
    rim: atRimOf(pieces),
    seen: meansOf(pieces, seen),
  }
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
  readonly seen: Float64Array | null
}

const placesOf = (values: ArrayLike<number>, value: number): number[] =>
  Array.from({ length: values.length }, (_, at) => at).filter((at) => values[at] === value)

function meansOf({ labels, sizes, count }: Superpixels, plane: FloatPlane | null) {
  if (plane === null) return null
  const sums = new Float64Array(count)
  for (let at = 0; at < labels.length; at++) {
    const piece = labels[at] as number
    sums[piece] = (sums[piece] as number) + (plane.values[at] as number)
  }
  return sums.map((sum, piece) => sum / (sizes[piece] as number))
}

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

/** What strokes and networks say before there is a first border: pieces that colours are learnt from. */
function taughtBy({ marks, rim, seen }: View, inside: Uint8Array | null, side: 1 | 0) {
  const painted = side === 1 ? mark.stays : mark.goes
  return (piece: number): number => {
    if (marks[piece] === painted) return inside === null ? 1 : PAINTED
    if (inside !== null) return inside[piece] === side ? 1 : 0
    if (marks[piece] !== mark.open) return 0
    if (seen === null) return side === 0 && rim[piece] === 1 ? 0.5 : 0
    return Math.abs((seen[piece] as number) - side) < 0.2 ? 0.5 : 0
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
        ? (colour + placeOf(view, ways, piece)) * (pieces.sizes[piece] as number)
        : (marks[piece] as number) * NEVER
    if (gain > 0) costs.outside[piece] = gain
    else costs.inside[piece] = -gain
  }
  return costs
}

/** What a piece's place says: nearer to what stays, or to what goes; and what the networks saw there. */
function placeOf({ seen }: View, ways: Ways, piece: number): number {
  const stays = ways.stays[piece] as number
  const goes = ways.goes[piece] as number
  if (seen === null) {
    const away = Math.min(goes, (ways.rim[piece] as number) + RIM)
    return WAY * (shareOf(away, stays) - 0.5)
  }
  const pull = (way: number) => Math.exp(-((way / REACH) ** 2))
  const sure = Math.min(SURE, Math.max(1 - SURE, seen[piece] as number))
  const known = SEEN * Math.log(sure / (1 - sure))
  return known * (1 - Math.max(pull(stays), pull(goes))) + MENDING_WAY * (pull(stays) - pull(goes))
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

/** Without what hangs together with no stroke and nobody, and without pinholes. */
function whole({ pieces, neighbours, marks, rim, seen }: View, inside: Uint8Array): Uint8Array {
  const isMeant = (piece: number) =>
    marks[piece] === mark.stays || (marks[piece] === mark.open && (seen?.[piece] ?? 0) > 0.5)
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
