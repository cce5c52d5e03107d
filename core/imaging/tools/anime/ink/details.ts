import type { Kernels } from '../../../../kernels/kernels.ts'
import { inParts } from '../../../../pixels/in-parts.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import type { Cel } from '../cel.ts'
import type { Cells } from '../cells/cells.ts'
import { boxesOf, sizeOf } from '../cells/piece-boxes.ts'
import { gainInDark } from '../cloth/dark-cloth.ts'
import { knitAmong } from '../cloth/knit.ts'
import { type OkLabPicture, unitPxOf } from '../study.ts'

/** Lengths are thousandths of the picture's longer side. */
const SOFT = 0.7
/** Changes of light wider than this are shade, which the paint flattens on purpose. */
const SHADE_REACH = 9
/** How much lightness a place has lost to be drawn darker or lighter, and by how much that is. */
const TONES = [
  { from: -0.115, by: -0.27 },
  { from: -0.045, by: -0.13 },
] as const
const LIGHT = { from: 0.075, by: 0.13 }
/** By how much lit edges of dark cloth are lighter; where its lines are light ones they would be twice the lines. */
const LIT_EDGE = 0.06
/** The kind of what is darkest. */
const DARKEST = 1
/** The kind of what is lighter. */
const LIT = TONES.length + 1

/** Where pieces that are shorter than this are left out there is cloth, thousandths; on bodies shorter ones are drawn. */
const CLOTH = 20

/** A piece of cloth of which so much is thicker than this, thousandths to either side, is a blot and no line. */
const THICK = { px: 2, share: 0.08 }

/** Lines, 1 paper to 0 line, that are such on dark cloth, and how far from its end they lie, thousandths. */
const LINE = 0.5
const INSIDE = 5
/** Where paint changes by more, OKLab, a shadow ends: what light does there is no line. */
const ONE_TONE = 0.01

/** Folds and seams of dark cloth, on which ink would not be seen. */
interface DarkLines {
  /** 1 paper to 0 line. */
  readonly lines: Float32Array
  /** Not 0 at each pixel of dark cloth. */
  readonly isDark: Uint8Array
  /** The number of the garment at each pixel of one whose shade no edge of the photo ends; 0 elsewhere. */
  readonly shadedAt: Uint16Array
  /** How much lighter than their cloth they are, OKLab. */
  readonly by: number
  /** 1 where an edge of it is lit. */
  readonly isLit: Uint8Array
}

/**
 * Draws what paint has lost that makes people themselves, the eyes, brows and lips of a small or a
 * turned face, as dark and light cells.
 * @param people where people are, 0..1
 * @param shortest where pieces shorter than this are texture, thousandths; 0 where all are drawn
 * @param isShade where what is dark is the shade of a jaw, and no part of anybody
 * @param dark lines on dark cloth
 * @param isSure whether any detail here is one; elsewhere a piece is one that is darkest somewhere
 * @param before lightness of the paint as it was before it was graded
 */
export function drawDetails(
  env: ToolEnvironment,
  cel: Cel,
  fine: OkLabPicture,
  before: Float32Array<ArrayBuffer>,
  people: FloatPlane,
  shortest: (at: number) => number,
  isShade: (x: number, y: number) => boolean,
  dark: DarkLines,
  isSure: (at: number) => boolean = () => true,
): void {
  const unitPx = unitPxOf(cel)
  const kinds = env.kernels.lostDetails(fine.lightness, before, people, {
    widePx: SHADE_REACH * unitPx,
    softPx: SOFT * unitPx,
    darkest: TONES[0].from,
    dark: TONES[1].from,
    light: LIGHT.from,
  })
  addLines(
    kinds,
    cel.widthPx,
    before,
    dark,
    Math.round(INSIDE * unitPx),
    isShade,
    (at) => shortest(at) >= CLOTH,
  )
  const places = keptPlaces(env.kernels, kinds, people, shortest, isSure, dark, unitPx)
  const first = cel.newStrokes(TONES.length + 1)
  const { lightness, a, b } = cel.colours
  inParts(places.length, (from, until) => {
    for (let k = from; k < until; k++) {
      const at = places[k] as number
      const kind = kinds[at] as number
      const usual = TONES[kind - 1]?.by ?? (dark.isLit[at] === 1 ? LIT_EDGE : LIGHT.by)
      const by = kind <= TONES.length && dark.isDark[at] !== 0 ? dark.by : usual
      const light = Math.min(0.98, Math.max(0.08, (lightness[at] as number) + by))
      cel.set(at, first + kind - 1, light, a[at] as number, b[at] as number)
      cel.bare[at] = 1
    }
  })
}

/** Where details are, without the pieces that are shorter than is asked for there, across and down, and without knit. */
function keptPlaces(
  kernels: Kernels,
  kinds: Uint8Array,
  { widthPx, heightPx }: FloatPlane,
  shortest: (at: number) => number,
  isSure: (at: number) => boolean,
  { isDark }: DarkLines,
  unitPx: number,
): Uint32Array {
  const isDrawn = new Uint32Array(kinds.length)
  const drawn: number[] = []
  inParts(kinds.length, (from, until) => {
    for (let at = from; at < until; at++) {
      if (kinds[at] === 0) continue
      isDrawn[at] = 1
      drawn.push(at)
    }
  })
  const count = drawn.length
  if (count === 0) return new Uint32Array(0)
  // Most of a picture is no detail: its pieces are gone through by their own places.
  const places = Uint32Array.from(drawn)
  const pieces = kernels.connectCells({ widthPx, heightPx, of: isDrawn, total: 2 })
  const { of, total } = pieces
  const boxes = boxesOf(pieces, places)
  const [isCloth, isSeen] = [new Uint8Array(total), new Uint8Array(total)]
  inParts(count, (from, until) => {
    for (let k = from; k < until; k++) {
      const at = places[k] as number
      if (shortest(at) >= CLOTH) isCloth[of[at] as number] = 1
      if (kinds[at] === DARKEST || isSure(at)) isSeen[of[at] as number] = 1
    }
  })
  const isKnit = knitAmong(boxes, isCloth, unitPx)
  const isBlot = blotsAmong(
    pieces,
    places,
    // Seams of dark cloth are lines already, and what is lighter there is its print.
    (at) => shortest(at) >= CLOTH && isDark[at] === 0,
    Math.round(THICK.px * unitPx),
  )
  let kept = 0
  for (let k = 0; k < count; k++) {
    const at = places[k] as number
    const piece = of[at] as number
    const { across, down } = sizeOf(boxes, piece)
    if (isSeen[piece] === 0 || isKnit[piece] === 1 || isBlot[piece] === 1) continue
    if (Math.max(across, down) >= shortest(at) * unitPx) places[kept++] = at
  }
  return places.subarray(0, kept)
}

/**
 * Which pieces on cloth are no lines, as so much of them is thick.
 * @param isAsked whether a place may be of a blot
 * @param thickPx half of how thick
 */
function blotsAmong(
  { of, total, widthPx }: Cells,
  places: Uint32Array,
  isAsked: (at: number) => boolean,
  thickPx: number,
): Uint8Array {
  const [sizes, thick] = [new Uint32Array(total), new Uint32Array(total)]
  const ways = [thickPx, -thickPx, thickPx * widthPx, -thickPx * widthPx]
  inParts(places.length, (from, until) => {
    for (let k = from; k < until; k++) {
      const at = places[k] as number
      const piece = of[at] as number
      if (!isAsked(at)) continue
      sizes[piece] = (sizes[piece] as number) + 1
      let within = 0
      for (let way = 0; way < ways.length; way++) {
        if (of[at + (ways[way] as number)] === piece) within++
      }
      if (within === ways.length) thick[piece] = (thick[piece] as number) + 1
    }
  })
  return Uint8Array.from(sizes, (size, piece) =>
    (thick[piece] as number) > THICK.share * size ? 1 : 0,
  )
}

/**
 * Takes out the shade of jaws. Of dark cloth marks the lines that lie well within one of its tones and takes out
 * others: along its outline there is ink.
 * @param before lightness of the paint
 * @param isCloth whether a place is somebody's clothes
 */
function addLines(
  kinds: Uint8Array,
  widthPx: number,
  before: Float32Array,
  { lines, isDark, isLit, shadedAt, by }: DarkLines,
  insidePx: number,
  isShade: (x: number, y: number) => boolean,
  isCloth: (at: number) => boolean,
): void {
  const ways = [insidePx, -insidePx, insidePx * widthPx, -insidePx * widthPx]
  // As far as what changes there is taken for light, and halfway.
  const about = [...ways, ...ways.map((way) => 2 * way)]
  // Loops: a function for each way of each place would be garbage.
  const isOneTone = (at: number) => {
    const [own, garment] = [before[at] as number, shadedAt[at] as number]
    for (let k = 0; k < about.length; k++) {
      const there = at + (about[k] as number)
      if (garment !== 0 && shadedAt[there] === garment) continue
      if (!(Math.abs((before[there] as number) - own) < ONE_TONE)) return false
    }
    return true
  }
  const isWithin = (at: number) => {
    for (let k = 0; k < ways.length; k++) if (!isDark[at + (ways[k] as number)]) return false
    return true
  }
  inParts(kinds.length, (from, until) => {
    for (let at = from; at < until; at++) {
      let kind = kinds[at] as number
      // Most of a picture is neither a detail nor dark cloth.
      if (kind === 0 && isDark[at] === 0) continue
      const isDim = kind !== 0 && gainInDark(before[at] as number) > 1 && isCloth(at)
      if (isDim && !isOneTone(at)) {
        kinds[at] = 0
        continue
      }
      if (kind === LIT) continue
      if (kind !== 0 && isShade(at % widthPx, Math.floor(at / widthPx))) kind = 0
      if (isDark[at] !== 0) {
        const isLine = (lines[at] as number) < LINE && isWithin(at) && isOneTone(at)
        kind = isLine ? DARKEST : 0
      }
      if (kind === 0 && by < 0 && isLit[at] === 1 && isWithin(at) && isOneTone(at)) {
        kind = LIT
      }
      kinds[at] = kind
    }
  })
}
