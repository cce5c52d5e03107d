import { smoothstep } from '../../../../../pixels/pixels.ts'
import { away, midpoint, towards } from '../../../../face-points/face-lines.ts'
import type { Point } from '../../../../face-points/face-points.ts'
import { strokeOutline } from '../../../../face-points/shapes.ts'
import { mean } from './face-light.ts'
import {
  covered,
  type Drawn,
  eachCovered,
  INK,
  ink,
  type Pen,
  partOf,
  placeAt,
  swelling,
  widthOf,
} from './pen-strokes.ts'
import type { SeenMouth } from './seen-mouth.ts'

/** Widths in sizes of the face; no thinner and no thicker than so many thousandths of the picture. */
const LINE = { width: 0.017, least: 1.7, most: 4.6 }
const RIM = { width: 0.015, least: 1.6, most: 4 }
const EDGE = { width: 0.0075, least: 1, most: 2 }
/** Strokes of lips: apart in sizes of the face, in thousandths of the picture, and how wide against that. */
const HATCH = { apart: 0.014, least: 1.9, most: 3.4, slant: 0.9, thin: 0.12, swells: 0.26 }
/** How much darker than skin a lip is from which a pen hatches it, wholly, and from which it is painted. */
const SHADED = {
  upper: { from: 0.08, wholly: 0.45 },
  // An upper lip over teeth would be a moustache.
  stretched: { from: 0.22, wholly: 0.65 },
  lower: { from: 0.2, wholly: 0.62 },
}
const PAINTED = { from: 0.3, wholly: 0.5 }
/** How high an upper lip is that has no room for strokes, and that has, thousandths of the picture. */
const ROOM = { none: 5.5, wholly: 8.5 }
/** The dark of an open mouth against the skin about it. */
const DARK = { from: 0.42, wholly: 0.55 }
/** How high it is where lips are hatched as skin is, and how darkly. */
const LARGE = { from: 10, wholly: 16 }
const HATCHED = { gain: 1.35, most: 0.66 }

/** The middle of a pixel. */
const middleOf = (x: number, y: number): Point => ({ x: x + 0.5, y: y + 0.5 })

/** Draws a mouth as a pen does, on paper that was cleared for it. */
export function drawMouth(drawn: Drawn, mouth: SeenMouth, pen: Pen): void {
  const { top, lipsTop } = mouth
  const high = Math.max(...top.map((p, i) => away(p, lipsTop[i]))) / pen.unitPx
  const roomy = smoothstep(ROOM.none, ROOM.wholly, high)
  if (mouth.open > 0) drawOpening(drawn, mouth, pen)
  if (mouth.open < 1) ink(drawn, [closedLine(mouth, pen)])
  if (roomy < 1) ink(drawn, wedges(mouth, 1 - roomy))
  const large = smoothstep(LARGE.from, LARGE.wholly, high)
  if (large > 0) shadeLips(drawn, mouth, large)
  const strokes = roomy * (1 - large)
  if (strokes > 0) hatchLips(drawn, mouth, pen, strokes)
  ink(drawn, edges(mouth, pen, roomy))
}

/** Where lips meet: wider in its middle and where it is deep, and never quite gone. */
function closedLine({ top, bottom, depths, open }: SeenMouth, pen: Pen): Point[] {
  const px = widthOf(pen, LINE) * (1 - open)
  const line = top.map((p, i) => midpoint(p, bottom[i] ?? p))
  return strokeOutline(line, (share) => {
    const depth = depths[Math.round(share * (depths.length - 1))] ?? 0
    const ends = Math.min(1, 0.35 + 5 * Math.min(share, 1 - share))
    const bow = 1 + 0.25 * Math.exp(-(((share - 0.5) / 0.12) ** 2))
    return px * ends * bow * (0.6 + 0.45 * depth)
  })
}

/** What lies between lips: paper for teeth, black where the photo is, and the rims of both lips. */
function drawOpening(drawn: Drawn, { top, bottom, open, darkAt }: SeenMouth, pen: Pen): void {
  const opening = covered(drawn, [[...top, ...bottom.toReversed()]])
  eachCovered(drawn, opening, (at, share, x, y) => {
    const dark = share * smoothstep(DARK.from, DARK.wholly, darkAt(middleOf(x, y)))
    drawn.lines.values[at] = Math.min(drawn.lines.values[at] as number, 1 - INK * dark)
  })
  ink(drawn, [
    swelling(top, open * widthOf(pen, RIM), 0.6),
    swelling(bottom, open * widthOf(pen, EDGE), 0.4),
  ])
}

/** Shades lips as light and colour have them, without what shines on them: there is room for hatching. */
function shadeLips(drawn: Drawn, mouth: SeenMouth, large: number): void {
  const { lipsTop, lipsBottom, top, bottom, toneAt } = mouth
  const lower = [...bottom, ...lipsBottom.toReversed()]
  const upper = [...lipsTop, ...top.toReversed()]
  const lips = covered(drawn, mouth.isUnderMoustache ? [lower] : [upper, lower])
  eachCovered(drawn, lips, (at, share, x, y) => {
    const tone = Math.min(HATCHED.most, HATCHED.gain * toneAt(middleOf(x, y)))
    const own = drawn.shading.values[at] as number
    drawn.shading.values[at] = own + Math.max(0, tone - own) * share * large
  })
}

/** How dark an upper lip is from which it is shaded, and wholly. */
function shadedUpper({ open }: Pick<SeenMouth, 'open'>) {
  const { upper, stretched } = SHADED
  const between = (one: number, other: number) => one + (other - one) * open
  return {
    from: between(upper.from, stretched.from),
    wholly: between(upper.wholly, stretched.wholly),
  }
}

/** What a pen fills of lips that have no room for strokes: the upper one from its line up, of painted ones the lower from below. */
function wedges(
  { top, bottom, lipsTop, lipsBottom, ...mouth }: SeenMouth,
  share: number,
): Point[][] {
  const { upperDark, lowerDark } = mouth
  const { from, wholly } = shadedUpper(mouth)
  const up = top.map((p, i) => {
    const dark = smoothstep(from, wholly, upperDark[i] ?? 0)
    return towards(p, lipsTop[i] ?? p, share * (0.08 + 0.7 * dark))
  })
  const low = lipsBottom.map((p, i) => {
    const dark = smoothstep(SHADED.lower.from, SHADED.lower.wholly, lowerDark[i] ?? 0)
    return towards(p, bottom[i] ?? p, share * 0.5 * dark)
  })
  const lower = [...lipsBottom, ...low.toReversed()]
  return mouth.isUnderMoustache ? [lower] : [[...top, ...up.toReversed()], lower]
}

/** Hatches lips whose strokes lie nearer to each other than those of skin, as lips are small. */
function hatchLips(drawn: Drawn, mouth: SeenMouth, { sizePx, unitPx }: Pen, much: number): void {
  const { lipsTop, lipsBottom, top, bottom, toneAt } = mouth
  const apart = Math.min(HATCH.most * unitPx, Math.max(HATCH.least * unitPx, HATCH.apart * sizePx))
  const [right, left] = [placeAt(lipsTop, 0), placeAt(lipsTop, 1)]
  const turn = Math.atan2(left.y - right.y, left.x - right.x) + HATCH.slant
  const [across, down] = [Math.cos(turn) / apart, Math.sin(turn) / apart]
  const lower = { outline: [...bottom, ...lipsBottom.toReversed()], ...SHADED.lower }
  const upper = { outline: [...lipsTop, ...top.toReversed()], ...shadedUpper(mouth) }
  const lips = mouth.isUnderMoustache ? [lower] : [upper, lower]
  for (const { outline, from, wholly } of lips) {
    eachCovered(drawn, covered(drawn, [outline]), (at, share, x, y) => {
      const swell = much * smoothstep(from, wholly, toneAt(middleOf(x, y)))
      if (swell === 0) return
      const place = x * across + y * down
      const away = Math.abs(place - Math.round(place))
      const half = HATCH.thin * Math.min(1, swell * 4) + HATCH.swells * swell
      const soft = 0.5 / apart
      const dark = share * smoothstep(half + soft, half - soft, away)
      drawn.lines.values[at] = Math.min(drawn.lines.values[at] as number, 1 - INK * dark)
    })
  }
}

/** Outer edges of lips: the lower one is never left out, both are whole where lips are painted. */
function edges(mouth: SeenMouth, pen: Pen, roomy: number): Point[][] {
  const { lipsTop, lipsBottom, upperDark, lowerDark } = mouth
  const upper = smoothstep(0.08, 0.25, mean(upperDark))
  const painted = smoothstep(PAINTED.from, PAINTED.wholly, mean(lowerDark))
  const px = widthOf(pen, EDGE)
  const low = 0.32 - 0.06 * roomy - 0.2 * painted
  const high = 0.3 - 0.24 * painted
  return [
    swelling(partOf(lipsBottom, low, 1 - low), px * 1.25, 0.15),
    ...(upper * roomy > 0.3 && !mouth.isUnderMoustache
      ? [swelling(partOf(lipsTop, high, 1 - high), px * upper * roomy, 0.15)]
      : []),
  ]
}
