import type { Kernels } from '../../../../kernels/kernels.ts'
import { inParts } from '../../../../pixels/in-parts.ts'
import { smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import type { Cel } from '../cel.ts'
import { boxesOf, sizeOf } from '../cells/piece-boxes.ts'
import { BODY, type ZoneAt } from '../faces/face-zones.ts'
import { unitPxOf } from '../study.ts'
import { lineShare } from './hand-places.ts'

/** How much of a line a place is that belongs to one, and how much one is somewhere that is drawn, 0..1. */
const LINE = { least: 0.05, from: 0.25, to: 0.55 }
/** Lines between fingers are short, thousandths of the longer side. */
const LONG = { from: 6, to: 10 }
/** So far about hair lines are where it ends, thousandths. */
const HAIR_REACH = 4

/** Lines between fingers. */
export interface FingerLines {
  readonly places: readonly number[]
  /** Ink of each of them, 0 paper to 1. */
  readonly inks: Float32Array
}

/**
 * Lines between fingers and along knuckles: all of a picture that lie on hands, the short and the faint ones, too.
 * @param cel as it is painted
 * @param lines of the picture, 1 paper to 0 line, as large as the cel
 * @param isHand whether a place is a hand's
 */
export function fingerLines(
  kernels: Pick<Kernels, 'connectCells'>,
  cel: Cel,
  { values: papers }: FloatPlane,
  isHand: (at: number) => boolean,
  zoneAt: ZoneAt,
): FingerLines {
  const { widthPx, heightPx } = cel
  const isNearHair = nearHairOf(cel)
  const of = new Uint32Array(papers.length)
  const places: number[] = []
  const shareAt = (at: number) => lineShare(papers[at] as number)
  inParts(of.length, (from, until) => {
    for (let at = from; at < until; at++) {
      // Most of a picture is no hand.
      if (!isHand(at) || shareAt(at) < LINE.least) continue
      if (zoneAt(at) !== BODY || isNearHair(at)) continue
      of[at] = 1
      places.push(at)
    }
  })
  if (places.length === 0) return { places, inks: new Float32Array(0) }
  const pieces = kernels.connectCells({ widthPx, heightPx, of, total: 2 })
  const boxes = boxesOf(pieces, places)
  const most = new Float32Array(pieces.total)
  for (const at of places) {
    const piece = pieces.of[at] as number
    most[piece] = Math.max(most[piece] as number, shareAt(at))
  }
  const unitPx = unitPxOf(cel)
  const inks = Float32Array.from(places, (at) => {
    const piece = pieces.of[at] as number
    const { across, down } = sizeOf(boxes, piece)
    const isLong = smoothstep(LONG.from, LONG.to, Math.hypot(across + 1, down + 1) / unitPx)
    return isLong * smoothstep(LINE.from, LINE.to, most[piece] as number) * shareAt(at)
  })
  return { places, inks }
}

/** Draws lines between fingers over the ink that is there. @param ink 0 paper to 1, which is written on */
export function drawFingerLines({ values }: FloatPlane, { places, inks }: FingerLines): void {
  places.forEach((at, k) => {
    values[at] = Math.max(values[at] as number, inks[k] as number)
  })
}

/** Whether hair lies so near that a line may be where it ends. */
function nearHairOf(cel: Cel): (at: number) => boolean {
  const { widthPx, cells } = cel
  const hairs = cel.hairs()
  const reachPx = Math.max(1, Math.round(HAIR_REACH * unitPxOf(cel)))
  const about = [0, -reachPx, reachPx, -reachPx * widthPx, reachPx * widthPx]
  return (at) => about.some((by) => hairs[cells[at + by] ?? 0] === 1)
}
