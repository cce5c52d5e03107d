import type { Kernels } from '../../kernels/kernels.ts'
import { piecesOfMarks } from '../../pixels/pieces.ts'
import { smoothstep } from '../../pixels/pixels.ts'
import { ARM, BEYOND, beyondRoot, FINGERS, PALM } from './hand-bones.ts'
import type { HandColours } from './hand-colours.ts'
import { eachPixelOf, finerBox, type HandGrid } from './hand-grid.ts'
import type { Ways } from './hand-ways.ts'

/** Where a hand and the edges of its parts are, by the pixels of its box; shares as 0 to {@link WHOLE}. */
export interface HandEdges {
  /** How much each is the hand's skin, and that of the arm that it grows from. */
  readonly inside: Uint8Array
  readonly arm: Uint8Array
  /** How far each lies from the nearest edge of a part, in {@link APART} of a pixel, 16 px at most, and how surely that is drawn. */
  readonly apart: Uint8Array
  readonly drawn: Uint8Array
  /** 1 where that edge is the hand's own outline. */
  readonly isOutline: Uint8Array
}

export const APART = 1 / 16
export const WHOLE = 255

/** A larger hole of a hand, of its squares, shows what lies behind it. */
const HOLE = 0.015
/** How far edges of parts are smoothed, squares. */
const SMOOTH = 1.3
/** An outline that lies elsewhere is none of a hand, in half widths of flesh. */
const OUTLINE = { least: [0.35, 0.55], most: [1.7, 2.1] } as const
/** Towards the arm a palm's outline fades, in lengths of a palm from the wrist. */
const WRIST = { from: -0.05, to: 0.25 }
/** A thumb's edge before its palm begins, along it. */
const THUMB = { from: 1.35, to: 1.8 }

/** How far each pixel of a hand's box lies from the smoothed edge between the two parts that it is most of. */
export function edgesOf(
  kernels: Pick<Kernels, 'gaussian'>,
  labels: Uint8Array,
  ways: Ways,
  colours: HandColours,
  grid: HandGrid,
  { sizePx, finer }: { readonly sizePx: number; readonly finer: number },
): HandEdges {
  const { width, height } = grid
  const box = finerBox(grid.box, finer)
  const eachPx = grid.eachPx * finer
  const shares = Array.from({ length: BEYOND + 1 }, (_, part) => {
    const values = Float32Array.from(labels, (label) => (label === part + 1 ? 1 : 0))
    return kernels.gaussian({ widthPx: width, heightPx: height, values }, SMOOTH).values
  })
  const skin = withoutHoles(labels, colours, width)
  const count = box.width * box.height
  const edges = {
    inside: new Uint8Array(count),
    arm: new Uint8Array(count),
    apart: new Uint8Array(count),
    drawn: new Uint8Array(count),
    isOutline: new Uint8Array(count),
  }
  eachPixelOf(grid, [...shares, skin], finer, (at, square, values) => {
    let [first, second, own] = [0, 1, 0]
    for (let part = 0; part <= BEYOND; part++) {
      const share = values[part] as number
      if (part < ARM) own += share
      if (part > 0 && share > (values[first] as number)) [first, second] = [part, first]
      else if (part > 1 && share > (values[second] as number)) second = part
    }
    const isSkin = values[BEYOND + 1] as number
    edges.inside[at] = Math.round(WHOLE * own * isSkin)
    edges.arm[at] = Math.round(WHOLE * (values[ARM] as number) * isSkin)
    // Across a straight edge the difference is an error function of the way to it.
    const difference = (values[first] as number) - (values[second] as number)
    const apartPx = 1.18 * SMOOTH * eachPx * Math.atanh(Math.min(0.9999, Math.max(0, difference)))
    edges.apart[at] = Math.min(255, Math.round(apartPx / APART))
    if (difference > 0.999) return
    const [one, other] = [Math.min(first, second), Math.max(first, second)]
    edges.isOutline[at] = other === BEYOND ? 1 : 0
    // Fingers that lie over each other are parted by a guess where the photo shows no edge.
    const isSeen = other === BEYOND ? 1 : colours.edgeAbout(square)
    const drawn = isSeen * drawnBetween(one, other, square, ways, sizePx)
    edges.drawn[at] = Math.round(WHOLE * colours.skinAbout(square) * drawn)
  })
  return edges
}

/** How much each square is skin; small holes in the middle of a hand, rings and moles, are no holes of its paint. */
function withoutHoles(
  labels: Uint8Array,
  colours: HandColours,
  width: number,
): Float32Array<ArrayBuffer> {
  const skin = Float32Array.from(labels, (_, at) => colours.skinAt(at))
  const isOwn = Uint8Array.from(labels, (label) => (label > 0 && label <= ARM ? 1 : 0))
  const squares = isOwn.reduce((sum, own) => sum + own, 0)
  const holes = Uint8Array.from(isOwn, (own, at) =>
    own === 1 && (skin[at] as number) < 0.5 ? 1 : 0,
  )
  for (const { pixels } of piecesOfMarks(holes, width)) {
    if (pixels.length > HOLE * squares) continue
    const isWithin = pixels.every((at) =>
      [1, -1, width, -width].every((by) => isOwn[at + by] === 1),
    )
    if (isWithin) for (const at of pixels) skin[at] = 1
  }
  return skin
}

/** How surely the edge between two parts is drawn, 0..1. @param one the lower number */
function drawnBetween(one: number, other: number, at: number, ways: Ways, sizePx: number): number {
  if (one === ARM || other === ARM || one === other) return 0
  if (other < FINGERS) return 1
  if (other === PALM) {
    const along = ways.alongFinger(one, at)
    return one === 0 ? smoothstep(THUMB.from, THUMB.to, along) : beyondRoot(along)
  }
  const away = ways.away(one, at)
  const { least, most } = OUTLINE
  const isThere = smoothstep(least[0], least[1], away) * (1 - smoothstep(most[0], most[1], away))
  if (one !== PALM) return isThere
  return isThere * smoothstep(WRIST.from, WRIST.to, ways.beyondWrist(at) / sizePx)
}
