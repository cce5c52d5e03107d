import { inParts } from '../../../../pixels/in-parts.ts'
import { type Box, smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../pixels/raster.ts'
import { APART, WHOLE } from '../../../hand-parts/hand-edges.ts'
import { type SeenHand, seenHandOf } from '../../../hand-parts/seen-hand.ts'
import type { HandNetworks } from '../../../hand-points/find-hands.ts'
import { handsOfPeople } from '../../../hand-points/hands-of-people.ts'
import { type People, personAt } from '../../../portrait/people.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import { type Drawn, INK } from '../faces/pen/pen-strokes.ts'
import { GAPS, missingForPen } from '../lines/pen-contours.ts'

/** How colours are smoothed in which edges of fingers are sought: thousandths of the longer side, OKLab. */
const SMOOTH = { reach: 5, range: 0.25 }
/** A narrower face's hands are too small for lines between fingers, thousandths of the longer side. */
const FACE_LEAST = 42
/** Width of a hand's outline and of lines between its fingers, thousandths; of a small hand's, against its palm's length. */
const WIDTH = { outline: 1.9, finger: 1.3, least: 0.55, whole: 70 }
/** A line ends softly over so many thousandths, and lines of the photo are cleared so far about it. */
const SOFT = 0.5
const CLEAR = 3
/** A hand whose palm is shorter, thousandths, has no room for lines between its fingers beside the photo's; a longer one has all of its own. */
const ROOM = { none: 44, wholly: 52 }
/** A line of which less is missing so far along it, px, is the photo's own: what a hand had of it would be dashes. */
const DASHES = { alongPx: 14, from: 0.3, wholly: 0.5 }
/** The photo's lines give way to a hand's own as far as they are edges of its parts. */
const TOLD = { from: 0.5, to: 0.7 }

/**
 * The hands of people whose fingers a pen draws.
 * @param picture the faces' own, as large as what is drawn
 * @param small a copy of it, as large as `skin`, which is how much each place is skin, 0..1
 */
export async function penHandsOf(
  env: ToolEnvironment,
  {
    picture,
    small,
    skin,
  }: { readonly picture: Raster; readonly small: Raster; readonly skin: FloatPlane },
  { faces, mask }: People,
  networks: HandNetworks | null,
): Promise<readonly SeenHand[]> {
  const longPx = Math.max(picture.widthPx, picture.heightPx)
  const near = faces.filter(({ widthPx }) => widthPx > (FACE_LEAST * longPx) / 1000)
  if (networks === null || mask === null || near.length === 0) return []
  const { kernels } = env
  const person = personAt(kernels, mask, small)
  const hands = await handsOfPeople(env, { picture, faces: near, skin, person }, networks)
  if (hands.length === 0) return []
  const unitPx = Math.max(small.widthPx, small.heightPx) / 1000
  const fine = kernels.okLab(kernels.domainTransform(small, SMOOTH.reach * unitPx, SMOOTH.range))
  const finer = picture.widthPx / small.widthPx
  return hands.flatMap((hand) => {
    const others = hands.filter((other) => other !== hand)
    return seenHandOf(kernels, { fine, skin, person }, hand, others, finer) ?? []
  })
}

/**
 * Draws the outlines of hands in the place of the photo's, and the edges between their fingers: of small hands those
 * that the photo's own lines leave out, as there is no room for others beside these; of larger ones all.
 */
export async function drawPenHands(
  env: ToolEnvironment,
  drawn: Pick<Drawn, 'lines' | 'shading'>,
  hands: readonly SeenHand[],
): Promise<void> {
  const { lines } = drawn
  const unitPx = Math.max(lines.widthPx, lines.heightPx) / 1000
  for (const hand of hands) {
    const whole = smoothstep(ROOM.none, ROOM.wholly, hand.sizePx / unitPx)
    const own = { lines: partOf(lines, hand.box), shading: partOf(drawn.shading, hand.box) }
    const outline = edgesOf(hand, unitPx, { isOutline: true })
    const fingers = edgesOf(hand, unitPx, { isOutline: false })
    const missing = await missingForPen(env, fingers, own, [GAPS, DASHES])
    const edges = outline.values.map((line, at) => {
      const share = missing.values[at] as number
      return Math.max(line, share + ((fingers.values[at] as number) - share) * whole)
    })
    drawHand(lines, hand, edges, { unitPx, whole })
  }
}

/** A hand's outline, or the edges between its fingers, as a pen has them: 0 to 1 line. */
function edgesOf(
  { box, apart, drawn, isOutline, sizePx }: SeenHand,
  unitPx: number,
  asked: { readonly isOutline: boolean },
): FloatPlane {
  const wide = Math.min(1, Math.max(WIDTH.least, sizePx / unitPx / WIDTH.whole))
  const width = wide * (asked.isOutline ? WIDTH.outline : WIDTH.finger)
  const values = Float32Array.from(apart, (units, own) => {
    if ((isOutline[own] === 1) !== asked.isOutline) return 0
    const share = (drawn[own] as number) / WHOLE
    const half = (width * share) / 2
    const away = (units * APART) / unitPx
    return share * (1 - smoothstep(half - SOFT, half + SOFT, away))
  })
  return { widthPx: box.width, heightPx: box.height, values }
}

/** What of a plane lies in a box within it. */
function partOf({ widthPx, values }: FloatPlane, { x, y, width, height }: Box): FloatPlane {
  const part = new Float32Array(width * height)
  for (let row = 0; row < height; row++) {
    const from = (y + row) * widthPx + x
    part.set(values.subarray(from, from + width), row * width)
  }
  return { widthPx: width, heightPx: height, values: part }
}

/** Draws a hand's lines; what the photo has in their place, and within its parts, gives way. */
function drawHand(
  { values, widthPx }: FloatPlane,
  { box, inside, apart, drawn, told, isOutline }: SeenHand,
  edges: Float32Array,
  { unitPx, whole }: { readonly unitPx: number; readonly whole: number },
): void {
  const isTold = smoothstep(TOLD.from, TOLD.to, told)
  inParts(inside.length, (from, until) => {
    for (let own = from; own < until; own++) {
      const at = (box.y + Math.floor(own / box.width)) * widthPx + box.x + (own % box.width)
      const away = ((apart[own] as number) * APART) / unitPx
      const beyond = smoothstep(CLEAR - 1, CLEAR, away)
      const within = isTold * smoothstep(0.3, 0.5, (inside[own] as number) / WHOLE)
      const all = isOutline[own] === 1 ? 1 : whole
      const rim = all * ((drawn[own] as number) / WHOLE) * (1 - beyond)
      const cleared = Math.max(within * Math.max(beyond, whole), rim)
      const paper = values[at] as number
      values[at] = Math.min(paper + (1 - paper) * cleared, 1 - INK * (edges[own] as number))
    }
  })
}
