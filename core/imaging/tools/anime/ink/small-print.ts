import type { Cel } from '../cel.ts'
import type { Cells } from '../cells/cells.ts'
import { boxesOf, sizeOf } from '../cells/piece-boxes.ts'
import { type OkLabPicture, unitPxOf } from '../study.ts'

/** From which difference in lightness from its cloth a thing's most unlike place makes it print, OKLab. */
const UNLIKE = 0.32
/** A place of print is as unlike as this share of its most unlike one. */
const CORE = 0.5
/** How large a letter or a button is, thousandths: less is a speck, more is a fold or a thing of its own. */
export const PRINT_SIZE = { least: 3, most: 26 }
/** So far from where plain cloth ends, thousandths, lies all but this share of it: else it is what is seen beyond an edge. */
const INSIDE = { reach: 5, share: 0.9 }
/** A cell of which this share is print was a letter: what is left of it is paper. */
const LETTER = 0.2

/** Places that may be print, and by how much each is lighter than its cloth, OKLab. */
interface Found {
  readonly places: readonly number[]
  readonly lost: Float32Array
  /** Whether any is unlike enough to be print. */
  readonly isAny: boolean
}

/** What a piece of print is painted in: sums over its places. */
interface Tone {
  count: number
  lost: number
  a: number
  b: number
  /** Lightness of the paint that it lies on. */
  readonly paper: number
}

/**
 * Draws small letters and buttons on plain cloth as they are seen: cells as small as they are would be dots.
 * @param fine what is seen
 * @param before lightness of the paint as it was before it was graded
 * @param papers of {@link printPapers}
 */
export function drawSmallPrint(
  cel: Cel,
  fine: OkLabPicture,
  before: Float32Array,
  papers: Uint32Array,
): void {
  const { widthPx, heightPx, colours } = cel
  const found = foundOn(fine, before, papers)
  if (!found.isAny) return
  const pieces = piecesOf(found, widthPx, heightPx)
  const most = mostOf(pieces.of, pieces.total, found)
  const boxes = boxesOf(pieces, found.places)
  const unitPx = unitPxOf(cel)
  const inside = sharesInside(pieces.of, pieces.total, found, papers, {
    reachPx: Math.max(1, Math.round(INSIDE.reach * unitPx)),
    widthPx,
  })
  const isPrint = Uint8Array.from(most, (unlike, piece) => {
    if (Math.abs(unlike) < UNLIKE) return 0
    const { across, down } = sizeOf(boxes, piece)
    const longest = Math.max(across, down) / unitPx
    const isSized = longest >= PRINT_SIZE.least && longest <= PRINT_SIZE.most
    return isSized && (inside[piece] as number) >= INSIDE.share ? 1 : 0
  })
  const tones = new Map<number, Tone>()
  const drawn = found.places.filter((at) => {
    const piece = pieces.of[at] as number
    const lost = found.lost[at] as number
    if (isPrint[piece] === 0 || lost / (most[piece] as number) < CORE) return false
    const paper = colours.lightness[(papers[at] as number) - 1] as number
    const tone = tones.get(piece) ?? { count: 0, lost: 0, a: 0, b: 0, paper }
    tone.count++
    tone.lost += lost
    tone.a += fine.a[at] as number
    tone.b += fine.b[at] as number
    tones.set(piece, tone)
    return true
  })
  if (drawn.length === 0) return
  cleanPaper(cel, papers, drawn)
  const stroke = cel.newStrokes(1)
  for (const at of drawn) {
    const tone = tones.get(pieces.of[at] as number)
    if (tone === undefined) continue
    const own = tone.paper + tone.lost / tone.count
    const light = Math.min(0.98, Math.max(0.08, own))
    cel.set(at, stroke, light, tone.a / tone.count, tone.b / tone.count)
    cel.bare[at] = 1
  }
}

function foundOn(fine: OkLabPicture, before: Float32Array, papers: Uint32Array): Found {
  const lost = new Float32Array(papers.length)
  const places: number[] = []
  const least = UNLIKE * CORE
  let isAny = false
  for (let at = 0; at < papers.length; at++) {
    const paper = papers[at] as number
    if (paper === 0) continue
    const own = (fine.lightness[at] as number) - (before[paper - 1] as number)
    if (own < least && own > -least) continue
    lost[at] = own
    places.push(at)
    if (own > UNLIKE || own < -UNLIKE) isAny = true
  }
  return { places, lost, isAny }
}

/** Places that hang together and are all darker, or all lighter: so few of all are gone through by themselves. */
function piecesOf({ places, lost }: Found, widthPx: number, heightPx: number): Cells {
  const of = new Uint32Array(lost.length)
  let total = 1
  const pixels: number[] = []
  for (const start of places) {
    if (of[start] !== 0) continue
    of[start] = total
    pixels.push(start)
    for (let at = pixels.pop(); at !== undefined; at = pixels.pop()) {
      const x = at % widthPx
      // A row's end lies beside the next row's start in memory only.
      const before = x > 0 ? at - 1 : -1
      const after = x < widthPx - 1 ? at + 1 : -1
      for (const to of [before, after, at - widthPx, at + widthPx]) {
        if (of[to] !== 0 || (lost[to] as number) * (lost[at] as number) <= 0) continue
        of[to] = total
        pixels.push(to)
      }
    }
    total++
  }
  return { of, total, widthPx, heightPx }
}

/** Of each piece by how much its most unlike place is lighter than its cloth. */
function mostOf(of: Uint32Array, total: number, { places, lost }: Found): Float32Array {
  const most = new Float32Array(total)
  for (const at of places) {
    const piece = of[at] as number
    if (Math.abs(lost[at] as number) > Math.abs(most[piece] as number))
      most[piece] = lost[at] as number
  }
  return most
}

/** Which share of each piece lies well within plain cloth. */
function sharesInside(
  of: Uint32Array,
  total: number,
  { places }: Found,
  papers: Uint32Array,
  { reachPx, widthPx }: { readonly reachPx: number; readonly widthPx: number },
): Float32Array {
  const [all, inside] = [new Uint32Array(total), new Uint32Array(total)]
  const ways = [reachPx, -reachPx, reachPx * widthPx, -reachPx * widthPx]
  for (const at of places) {
    const piece = of[at] as number
    all[piece] = (all[piece] as number) + 1
    const x = at % widthPx
    const isInRow = x >= reachPx && x < widthPx - reachPx
    if (isInRow && ways.every((way) => (papers[at + way] ?? 0) !== 0))
      inside[piece] = (inside[piece] as number) + 1
  }
  return Float32Array.from(inside, (count, piece) => count / Math.max(1, all[piece] as number))
}

/** Paints cells that were letters as the cloth about them. @param drawn where print is drawn next */
function cleanPaper(cel: Cel, papers: Uint32Array, drawn: readonly number[]): void {
  const { cells, colours } = cel
  const [inked, sizes] = [new Map<number, number>(), new Map<number, number>()]
  const count = (counts: Map<number, number>, at: number) => {
    const cell = cells[at] as number
    if (papers[at] !== at + 1) counts.set(cell, (counts.get(cell) ?? 0) + 1)
  }
  for (const at of drawn) count(inked, at)
  if (inked.size === 0) return
  for (let at = 0; at < cells.length; at++) {
    if (papers[at] !== 0 && papers[at] !== at + 1) count(sizes, at)
  }
  const isLetter = (cell: number) =>
    (inked.get(cell) ?? 0) > LETTER * (sizes.get(cell) ?? Number.POSITIVE_INFINITY)
  for (let at = 0; at < cells.length; at++) {
    const paper = (papers[at] as number) - 1
    if (paper < 0 || paper === at || !isLetter(cells[at] as number)) continue
    const { lightness, a, b } = colours
    const colour = [lightness[paper], a[paper], b[paper]] as [number, number, number]
    cel.set(at, cells[paper] as number, ...colour)
  }
}
