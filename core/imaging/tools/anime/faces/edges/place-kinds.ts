import { between4 } from '../../../../../pixels/between-pixels.ts'
import type { FloatPlane } from '../../../../../pixels/raster.ts'
import { meanPoint } from '../../../../face-points/face-lines.ts'
import { pointsOf } from '../../../../face-points/face-points.ts'
import { type FoundFace, scaledFace } from '../../../../face-points/find-faces.ts'
import { contains } from '../../../../face-points/samples.ts'
import type { Cel } from '../../cel.ts'
import { HAIR_BARE, type Hair } from '../../hair/hair.ts'
import { PART } from '../../hair/hair-tones.ts'
import { chinFrameOf } from '../../skin/chin-frame.ts'
import type { DrawnFace } from '../draw-faces.ts'
import { KIND } from './loose-pieces.ts'

/** Ears and cheeks end so far beyond a face's points, face widths; above and below, from the chin; a beard goes on below it. */
export const ABOUT = { aside: 0.45, above: 1.6, below: -0.12, belowBeard: 0.16 } as const
/** What lies within so much of a face's oval is a hand or a thing before it. */
const WITHIN = 0.85
/** A cell is nobody's of which a smaller share is people's: of a wall some may lie within their mask. */
const NOBODYS = 0.25

/** A cel on which faces, hair and bodies are painted, and what is known of the people on it. */
export interface PaintedPeople {
  readonly cel: Cel
  /** Where people are, 0..1. */
  readonly person: FloatPlane
  /** 1 at each pixel of a head or its hair. */
  readonly isHead: Uint8Array
  /** Whether a place has the tone of a body's skin. */
  readonly isBody: (at: number) => boolean
  /** Cells of faces and hair have this number or a higher one. */
  readonly firstCell: number
}

/** What each place of a cel is to a face. */
export type KindsAbout = (
  drawn: DrawnFace,
  hair: Hair | null,
  scale: number,
) => (at: number) => number

/** Tells what places are beside faces, of all faces of a cel. */
export function kindsAmong(people: PaintedPeople): KindsAbout {
  const { cel, person, isBody, firstCell } = people
  const areStrokes = cel.strokes()
  const areNobodys = nobodysCells(cel, person.values)
  const sureKindAt = (at: number): number | null => {
    const cell = cel.cells[at] as number
    if ((person.values[at] as number) < 0.5 || areNobodys[cell] === 1) return KIND.nobody
    const isStroke = areStrokes[cell] === 1
    const bare = cel.bare[at] as number
    if (bare < HAIR_BARE || isStroke) return isBody(at) && !isStroke ? KIND.skin : null
    // A background out of focus has no ink, either.
    if (cell < firstCell) return KIND.nobody
    return bare < 1 ? KIND.hair : KIND.face
  }
  return (drawn, hair, scale) => {
    const doubted = doubtedIn(hair, cel)
    const isLoose = looseAbout(people, drawn, scaledFace(drawn.face, scale))
    const isBeard = beardIn(drawn, scale)
    return (at) => {
      const kind = sureKindAt(at)
      if (kind === KIND.nobody) return kind
      if (doubted[at] !== 0) return doubted[at] as number
      const x = (at % cel.widthPx) + 0.5
      const y = Math.floor(at / cel.widthPx) + 0.5
      if (kind === null) return isLoose(at, x, y) ? KIND.loose : KIND.other
      return kind === KIND.face && isBeard(x, y) ? KIND.hair : kind
    }
  }
}

/** Whether a place lies about a face, and not within it. */
function looseAbout({ isHead }: PaintedPeople, { isBearded }: DrawnFace, face: FoundFace) {
  const { uAt, vAt } = chinFrameOf(face)
  const oval = pointsOf(face.points, 'faceOval')
  const middle = meanPoint(oval)
  const inner = oval.map(({ x, y }) => ({
    x: middle.x + (x - middle.x) * WITHIN,
    y: middle.y + (y - middle.y) * WITHIN,
  }))
  const us = oval.map(({ x, y }) => uAt(x, y))
  const [left, right] = [Math.min(...us) - ABOUT.aside, Math.max(...us) + ABOUT.aside]
  const lowest = isBearded ? ABOUT.belowBeard : ABOUT.below
  return (at: number, x: number, y: number): boolean => {
    if (isHead[at] === 0) return false
    const u = uAt(x, y)
    const v = vAt(x, y)
    const isNear = u > left && u < right && v > -ABOUT.above && v < lowest
    return isNear && !contains(inner, x, y)
  }
}

/** Whether a face's beard is painted at a place. */
function beardIn({ skin: { beard, box } }: DrawnFace, scale: number) {
  return (x: number, y: number): boolean => {
    if (beard === null) return false
    const { share } = beard
    const u = ((x / scale - box.x) * share.widthPx) / box.width - 0.5
    const v = ((y / scale - box.y) * share.heightPx) / box.height - 0.5
    return between4(share, u, v) > 0.5
  }
}

/** 1 for each cell that is hardly anybody's. */
function nobodysCells({ cells, total }: Cel, person: Float32Array): Uint8Array {
  const [all, own] = [new Uint32Array(total), new Uint32Array(total)]
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at] as number
    all[cell] = (all[cell] as number) + 1
    if ((person[at] as number) >= 0.5) own[cell] = (own[cell] as number) + 1
  }
  return Uint8Array.from(all, (px, cell) => ((own[cell] as number) < NOBODYS * px ? 1 : 0))
}

/** The kind of what is painted as hair and may be skin; 0 elsewhere. */
function doubtedIn(hair: Hair | null, { cells }: Cel): Uint8Array {
  const doubted = new Uint8Array(cells.length)
  if (hair === null) return doubted
  const { places, parts } = hair
  for (let k = 0; k < places.length; k++) {
    doubted[places[k] as number] = parts[k] === PART.light ? KIND.lightHair : KIND.hairTone
  }
  return doubted
}
