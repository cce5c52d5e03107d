import type { Kernels } from '../../../../kernels/kernels.ts'
import { inParts } from '../../../../pixels/in-parts.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import type { Cel } from '../cel.ts'
import type { Cells } from '../cells/cells.ts'
import { type Boxes, boxesOf, sizeOf } from '../cells/piece-boxes.ts'
import type { DrawnFace } from '../faces/draw-faces.ts'
import { BODY, FEATURE, nearFaces, WITHIN, type ZoneAt } from '../faces/face-zones.ts'
import { unitPxOf } from '../study.ts'

/** Strength of lines, 0..1, from which on they are such, and how far they reach beside that. */
export const LINE = { from: 0.3, besidePx: 2 }
/** Dark skin has fainter lines: they are drawn so many times as strong, by the skin's lightness, OKLab. */
const STRONGER = { least: 1.2, most: 3, lightness: 0.65, power: 1.5 }
/** On skin darker than this, OKLab, ink would not be seen: lines are paint that is so much darker there, where they are so strong. */
const PAINTED = { lightness: 0.5, by: 0.58, least: 0.1, from: 0.55 }
/** Shorter lines are texture of skin, thousandths of the longer side. */
const SHORTEST = 26
/**
 * A line on a face is a hand's if it comes from beyond the face: it lies well within the oval and beyond it, and is so
 * long on either side, face widths.
 */
const HAND = { inLeast: 0.14, outLeast: 0.1 }
/** Hair ends in lines of its own: so far about it, thousandths of the longer side, from so much of it on there are none. */
const HAIR = { reach: 4, share: 0.08 }
/** A beard is full of lines. */
const HAIRY = 0.3

/**
 * Draws lines of fingers and hands, though they part skin from skin, which is painted alike: on arms, hands and
 * necks, and on faces where a hand lies before them.
 * @param cel whose ink is let through there
 * @param lines of the picture, 1 paper to 0 line, as large as the cel
 * @param isSkin whether a place is skin of a body
 * @param faces and what places are to them
 * @param isUnderJaw whether a place lies so close below a jaw that what is dark there is its shade
 * @param scale of the cel
 * @returns the lines, stronger where they are a hand's
 */
export function withHands(
  kernels: Kernels,
  cel: Cel,
  lines: FloatPlane,
  isSkin: (at: number) => boolean,
  isUnderJaw: (x: number, y: number) => boolean,
  { faces, zoneAt }: { readonly faces: readonly DrawnFace[]; readonly zoneAt: ZoneAt },
  scale: number,
): FloatPlane {
  const { widthPx, heightPx } = cel
  const large = nearFaces(faces, cel, scale)
  if (large.length === 0) return lines
  const isHair = hairAbout(kernels, cel)
  const strengthAt = strengthOf(cel, lines.values)
  const hairy = large.map((drawn) => hairyIn(drawn, scale))
  const of = new Uint32Array(lines.values.length)
  const places: number[] = []
  const papers = lines.values
  // However dark the skin, what is so near to paper is no line.
  const paper = 1 - LINE.from / STRONGER.most
  inParts(of.length, (from, until) => {
    for (let at = from; at < until; at++) {
      if ((papers[at] as number) > paper) continue
      // Most lines are not on skin: that is asked first, as it costs least.
      const isOwn = isSkin(at)
      if (!isOwn && cel.bare[at] !== 1) continue
      if ((isHair[at] as number) > HAIR.share || strengthAt(at) < LINE.from) continue
      const zone = zoneAt(at)
      if (zone === FEATURE || (zone === BODY && !isOwn)) continue
      if (zone !== BODY) {
        const x = at % widthPx
        const y = Math.floor(at / widthPx)
        if (hairy.some((isHairy) => isHairy(x, y))) continue
      }
      of[at] = 1
      places.push(at)
    }
  })
  if (places.length === 0) return lines
  const pieces = kernels.connectCells({ widthPx, heightPx, of, total: 2 })
  const isJaw = (at: number) => isUnderJaw(at % widthPx, Math.floor(at / widthPx))
  const hands = handsAmong(pieces, places, zoneAt, isJaw, {
    body: SHORTEST * unitPxOf(cel),
    face: scale * Math.min(...large.map(({ face }) => face.widthPx)),
  })
  const values = lines.values.slice()
  const stroke = cel.newStrokes(1)
  const painted: number[] = []
  for (const at of places) {
    const kind = hands[pieces.of[at] as number]
    if (kind === 0 || (kind === ON_BODY && zoneAt(at) !== BODY)) continue
    if ((cel.colours.lightness[at] as number) < PAINTED.lightness) painted.push(at)
    else letThrough(cel, values, strengthAt, zoneAt, at)
  }
  for (const at of painted) {
    if (strengthAt(at) < PAINTED.from) continue
    const { lightness, a, b } = cel.colours
    const light = Math.max(PAINTED.least, (lightness[at] as number) * PAINTED.by)
    cel.set(at, stroke, light, a[at] as number, b[at] as number)
    cel.bare[at] = 1
  }
  return { ...lines, values }
}

/** How much of what lies about each place is hair, 0..1: where it ends are other lines. */
function hairAbout(kernels: Kernels, cel: Cel): Float32Array {
  const { widthPx, heightPx, cells } = cel
  const hairs = cel.hairs()
  const values = new Float32Array(cells.length)
  inParts(cells.length, (from, until) => {
    for (let at = from; at < until; at++) if (hairs[cells[at] as number] === 1) values[at] = 1
  })
  return kernels.gaussian({ widthPx, heightPx, values }, HAIR.reach * unitPxOf(cel)).values
}

/** How strong a line is drawn, 0..1, by its place. */
function strengthOf({ colours }: Cel, lines: Float32Array): (at: number) => number {
  const { lightness } = colours
  // In single precision, as lines are kept.
  return (at) => Math.fround(lineStrength(lines[at] as number, lightness[at] as number))
}

/** How strong a line is on skin, 0..1. @param paper 1 to 0 line @param lightness of the skin, OKLab */
export function lineStrength(paper: number, lightness: number): number {
  const { least, most, power } = STRONGER
  const dark = STRONGER.lightness / Math.max(0.05, lightness)
  return Math.min(1, (1 - paper) * Math.min(most, least * Math.max(1, dark) ** power))
}

/** Lets ink through about a place of a line. */
function letThrough(
  cel: Cel,
  lines: Float32Array,
  strengthAt: (at: number) => number,
  zoneAt: ZoneAt,
  at: number,
): void {
  const { widthPx } = cel
  const x = at % widthPx
  for (let dy = -LINE.besidePx; dy <= LINE.besidePx; dy++) {
    for (let dx = -LINE.besidePx; dx <= LINE.besidePx; dx++) {
      const to = at + dy * widthPx + dx
      if (x + dx < 0 || x + dx >= widthPx || to < 0 || to >= lines.length) continue
      if (zoneAt(to) === FEATURE) continue
      lines[to] = Math.min(lines[to] as number, 1 - strengthAt(to))
      cel.bare[to] = 0
      cel.folds[to] = 1
      cel.shortest[to] = 0
    }
  }
}

const ON_BODY = 1
const ON_FACE = 2

/** Of each piece of lines, by its number, whether it is a hand's or an arm's, or a hand's before a face. */
function handsAmong(
  pieces: Cells,
  places: readonly number[],
  zoneAt: ZoneAt,
  isUnderJaw: (at: number) => boolean,
  least: { readonly body: number; readonly face: number },
): Uint8Array {
  const boxesIn = (zone: number) =>
    boxesOf(
      pieces,
      places.filter((at) => zoneAt(at) === zone),
    )
  const [within, beyond] = [boxesIn(WITHIN), boxesIn(BODY)]
  const jaws = alongJaws(pieces, places, isUnderJaw)
  return Uint8Array.from({ length: pieces.total }, (_, piece) => {
    const [inside, outside] = [extentOf(within, piece), extentOf(beyond, piece)]
    if (jaws[piece] === 1) return 0
    if (inside > HAND.inLeast * least.face && outside > HAND.outLeast * least.face) return ON_FACE
    return outside > least.body ? ON_BODY : 0
  })
}

function extentOf(boxes: Boxes, piece: number): number {
  const { across, down } = sizeOf(boxes, piece)
  return Math.max(across, down)
}

/** So much of a line lies under a jaw whose shade ends there, and it goes so much farther across than down. */
const UNDER = { share: 0.6, across: 1.2 }

/** 1 for each piece of lines, by its number, that is the edge of a jaw's shade. */
function alongJaws(
  pieces: Cells,
  places: readonly number[],
  isUnderJaw: (at: number) => boolean,
): Uint8Array {
  const [all, under] = [new Uint32Array(pieces.total), new Uint32Array(pieces.total)]
  const boxes = boxesOf(pieces, places)
  for (const at of places) {
    const piece = pieces.of[at] as number
    all[piece] = (all[piece] as number) + 1
    if (isUnderJaw(at)) under[piece] = (under[piece] as number) + 1
  }
  return Uint8Array.from(all, (count, piece) => {
    const { across, down } = sizeOf(boxes, piece)
    const isFlat = across > UNDER.across * down
    return isFlat && (under[piece] as number) > UNDER.share * count ? 1 : 0
  })
}

/** Whether hair grows at a place of a face, in pixels of the cel. */
function hairyIn(
  { skin: { box, beard } }: DrawnFace,
  scale: number,
): (x: number, y: number) => boolean {
  if (beard === null) return () => false
  const { widthPx, heightPx, values } = beard.share
  return (x, y) => {
    const u = Math.floor((((x + 0.5) / scale - box.x) * widthPx) / box.width)
    const v = Math.floor((((y + 0.5) / scale - box.y) * heightPx) / box.height)
    if (u < 0 || v < 0 || u >= widthPx || v >= heightPx) return false
    return (values[v * widthPx + u] as number) > HAIRY
  }
}
