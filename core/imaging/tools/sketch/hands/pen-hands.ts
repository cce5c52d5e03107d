import { inParts } from '../../../../pixels/in-parts.ts'
import { smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../pixels/raster.ts'
import { APART, WHOLE } from '../../../hand-parts/hand-edges.ts'
import { type SeenHand, seenHandOf } from '../../../hand-parts/seen-hand.ts'
import type { HandNetworks } from '../../../hand-points/find-hands.ts'
import { handsOfPeople } from '../../../hand-points/hands-of-people.ts'
import { type People, personAt } from '../../../portrait/people.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import { type Drawn, INK } from '../faces/pen/pen-strokes.ts'

/** How colours are smoothed in which edges of fingers are sought: thousandths of the longer side, OKLab. */
const SMOOTH = { reach: 5, range: 0.25 }
/** A narrower face's hands are too small for lines between fingers, thousandths of the longer side. */
const FACE_LEAST = 42
/** Width of a hand's outline and of lines between its fingers, thousandths; of a small hand's, against its palm's length. */
const WIDTH = { outline: 1.9, finger: 1.5, least: 0.55, whole: 70 }
/** A line ends softly over so many thousandths, and other lines are cleared so far about it. */
const SOFT = 0.5
const CLEAR = 3
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

/** Draws the outlines of hands and the edges between their fingers, where a pen has what is dark in the photo. */
export function drawPenHands({ lines }: Pick<Drawn, 'lines'>, hands: readonly SeenHand[]): void {
  const unitPx = Math.max(lines.widthPx, lines.heightPx) / 1000
  for (const hand of hands) drawHand(lines, hand, unitPx)
}

function drawHand(lines: FloatPlane, hand: SeenHand, unitPx: number): void {
  const { box, inside, apart, drawn, isOutline, told, sizePx } = hand
  const wide = Math.min(1, Math.max(WIDTH.least, sizePx / unitPx / WIDTH.whole))
  const isTold = smoothstep(TOLD.from, TOLD.to, told)
  const { values, widthPx } = lines
  inParts(inside.length, (from, until) => {
    for (let own = from; own < until; own++) {
      const at = (box.y + Math.floor(own / box.width)) * widthPx + box.x + (own % box.width)
      const away = ((apart[own] as number) * APART) / unitPx
      const share = (drawn[own] as number) / WHOLE
      const within = isTold * smoothstep(0.3, 0.5, (inside[own] as number) / WHOLE)
      const cleared = Math.max(within, share * (1 - smoothstep(CLEAR - 1, CLEAR, away)))
      const paper = values[at] as number
      const half = (wide * (isOutline[own] === 1 ? WIDTH.outline : WIDTH.finger) * share) / 2
      const line = share * (1 - smoothstep(half - SOFT, half + SOFT, away))
      values[at] = Math.min(paper + (1 - paper) * cleared, 1 - INK * line)
    }
  })
}
