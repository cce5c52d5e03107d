import { smoothstep } from '../../../../pixels/pixels.ts'
import type { Corners } from '../corners.ts'
import { type Agreement, type SeenSheet, SheetJudge } from './seen-sheet.ts'

/** What is known of a quadrilateral from the picture's edges. */
export interface Evidence {
  /** In fractions of the picture. */
  readonly corners: Corners
  /** Share of its sides that is an edge, of all and of the least, 0..1. */
  readonly mean: number
  readonly least: number
  /** Share of places past its corners that are edges still. */
  readonly beyond: number
  /** In whole pictures. */
  readonly area: number
  /** Which side the picture's edge cuts off, from the first corner on; of the other three is told then. */
  readonly cutSide: number | null
}

export interface Belief {
  /** The higher, the rather it is taken of several. */
  readonly score: number
  /** How sure it is that it is a sheet, 0..1. */
  readonly confidence: number
}

/** Whether a quadrilateral is a sheet of paper; null where it is not. */
export type Believe = (evidence: Evidence) => Belief | null

const CONFIDENCE_MIN = 0.685
const WHOLE = { areaMin: 0.1, sideMin: 0.5 }
/** What the picture's edge cuts off has a side less to show, and fills the picture as a rule. */
const CUT = { areaMin: 0.2, sideMin: 0.7, score: 0.9, confidence: 0.8 }

/** By edges alone; one that is seen whole is believed before one that is cut off. */
export const believedByEdges: Believe = ({ mean, least, beyond, area, cutSide }) => {
  const isCut = cutSide !== null
  const { areaMin, sideMin } = isCut ? CUT : WHOLE
  if (area < areaMin || least < sideMin) return null
  const ends = 1 - 0.6 * beyond
  const held = (0.5 * mean + 0.5 * least) * ends
  const sure = mean * ends * smoothstep(0.3, 0.8, least)
  const confidence = isCut ? sure * CUT.confidence : sure
  if (confidence < CONFIDENCE_MIN) return null
  return { score: held * area ** 0.3 * (isCut ? CUT.score : 1), confidence }
}

/** Of a sheet that a network sees, too, edges may show less. */
const SEEN = { areaMin: 0.035, sideMin: 0.12, confidenceMin: 0.35 }

/** By edges and by what a network sees. */
export function believedBy(seen: SeenSheet): Believe {
  const judge = new SheetJudge(seen)
  return (evidence) => {
    if (evidence.area < SEEN.areaMin || evidence.least < SEEN.sideMin) return null
    const sure = oddsOf(evidence, judge.agreement(evidence.corners, evidence.cutSide))
    const confidence = 1 / (1 + Math.exp(-sure))
    return confidence < SEEN.confidenceMin ? null : { score: sure, confidence }
  }
}

/** Logarithm of the odds that it is a sheet: logistic regression on made scenes and on photographs without one. */
const oddsOf = ({ mean, least, beyond, area, cutSide }: Evidence, seen: Agreement): number =>
  -6.17 +
  1.99 * mean +
  2.2 * least -
  1.87 * beyond +
  1.26 * Math.log(area) -
  (cutSide === null ? 0 : 2.47) +
  3.48 * seen.inside -
  0.12 * seen.about +
  0.09 * seen.side +
  2.46 * seen.leastSide +
  1.92 * seen.corner
