import { between4 } from '../../../../../pixels/between-pixels.ts'
import { inParts } from '../../../../../pixels/in-parts.ts'
import type { Box } from '../../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../../pixels/raster.ts'
import { pointsOf } from '../../../../face-points/face-points.ts'
import { type FoundFace, scaledFace } from '../../../../face-points/find-faces.ts'
import type { Cel } from '../../cel.ts'
import { HAIR_BARE, type Hair } from '../../hair/hair.ts'
import { PART } from '../../hair/hair-tones.ts'
import { chinFrameOf } from '../../skin/chin-frame.ts'
import type { DrawnFace } from '../draw-faces.ts'
import { KIND, type KindsAbout } from './loose-pieces.ts'

/** Ears and cheeks end so far beyond a face's points, face widths; and so far below the chin; a beard goes on below it, and what goes on still farther is a collar. */
export const ABOUT = {
  aside: 0.45,
  above: 0.35,
  below: -0.12,
  belowBeard: 0.16,
  belowBox: 0.3,
} as const
/** What lies within so much of a face's oval is a hand or a thing before it; its forehead goes on above its points, which makes the upper half so much higher. */
const OVAL = { within: 0.85, forehead: 1.4 } as const
/** Above so much of a face's height, from its top, no neck is: what has a body's tone there is a piece of forehead. */
const BROWS = 0.25
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

/** What of a face tells of what lies beside it. */
type FaceBeside = Pick<DrawnFace, 'face' | 'isBearded'> & {
  readonly skin: Pick<DrawnFace['skin'], 'beard' | 'box'>
}

/** Tells what places are beside faces, of all faces of a cel. */
export function kindsAmong(
  people: PaintedPeople,
): (drawn: FaceBeside, hair: Hair | null, scale: number) => KindsAbout {
  const { cel, person } = people
  const { cells, widthPx } = cel
  const { values } = person
  const areStrokes = cel.strokes()
  const areNobodys = nobodysCells(cel, person.values)
  return (drawn, hair, scale) => {
    const doubted = doubtedIn(hair, cel)
    const isBeard = beardIn(drawn, scale)
    const { isOverBrows, ...places } = placesAbout(people, drawn, scaledFace(drawn.face, scale))
    const kindsIn = ({ x: left, y: top, width, height }: Box) => {
      const kinds = new Uint8Array(width * height)
      const alongRow = (row: number) => {
        for (let x = 0, at = (top + row) * widthPx + left; x < width; x++, at++) {
          const cell = cells[at] as number
          if ((values[at] as number) < 0.5 || areNobodys[cell] === 1) continue
          const own = row * width + x
          const hairs = doubted[at] as number
          const kind = hairs !== 0 ? hairs : paintedIn(people, areStrokes[cell] === 1, at)
          const [u, v] = [left + x + 0.5, top + row + 0.5]
          const isHairy = kind === KIND.face && isBeard !== null && isBeard(u, v)
          const isForehead = kind === KIND.skin && isOverBrows(u, v)
          kinds[own] = isHairy ? KIND.hair : isForehead ? KIND.loose : kind
        }
      }
      for (let row = 0; row < height; row++) alongRow(row)
      return kinds
    }
    return { kindsIn, ...places }
  }
}

/** The kind of a place of people by what is painted there. */
function paintedIn(
  { cel, isBody, firstCell }: PaintedPeople,
  isStroke: boolean,
  at: number,
): number {
  if (isStroke) return KIND.loose
  const bare = cel.bare[at] as number
  if (bare < HAIR_BARE) return isBody(at) ? KIND.skin : KIND.loose
  // A background out of focus has no ink, either.
  if ((cel.cells[at] as number) < firstCell) return KIND.nobody
  return bare < 1 ? KIND.hair : KIND.face
}

/** Tells of places whether they lie about a face, and on it. */
function placesAbout(
  { isHead }: PaintedPeople,
  { isBearded }: FaceBeside,
  face: FoundFace,
): Omit<KindsAbout, 'kindsIn'> & { readonly isOverBrows: (x: number, y: number) => boolean } {
  const { uAt, vAt } = chinFrameOf(face)
  const oval = pointsOf(face.points, 'faceOval')
  const [us, vs] = [oval.map(({ x, y }) => uAt(x, y)), oval.map(({ x, y }) => vAt(x, y))]
  const [right, left] = [Math.min(...us), Math.max(...us)]
  const [top, bottom] = [Math.min(...vs), Math.max(...vs)]
  const lowest = isBearded ? ABOUT.belowBeard : ABOUT.below
  /** Whether a place lies in the oval made so much larger, and higher above its middle. */
  const isWithin = (u: number, v: number, by: number, up: number): boolean => {
    const aside = (2 * u - right - left) / (by * (left - right))
    const below = (2 * v - top - bottom) / (bottom - top)
    const down = below / (below < 0 ? up : by)
    return aside * aside + down * down < 1
  }
  const { within, forehead } = OVAL
  return {
    isAbout: (at, x, y) => {
      if (isHead[at] === 0) return false
      const u = uAt(x, y)
      const v = vAt(x, y)
      const isBeside = u > right - ABOUT.aside && u < left + ABOUT.aside
      return isBeside && v > top - ABOUT.above && v < lowest && !isWithin(u, v, within, within)
    },
    isOnFace: (x, y) => isWithin(uAt(x, y), vAt(x, y), 1, 1),
    isOnForehead: (x, y) => isWithin(uAt(x, y), vAt(x, y), 1, forehead),
    isOverBrows: (x, y) => {
      const [u, v] = [uAt(x, y), vAt(x, y)]
      return v < top + BROWS * (bottom - top) && isWithin(u, v, 1, forehead)
    },
  }
}

/** Whether a face's beard is painted at a place; null where none grows. */
function beardIn({ skin: { beard, box } }: FaceBeside, scale: number) {
  if (beard === null) return null
  const { share } = beard
  return (x: number, y: number): boolean => {
    const u = ((x / scale - box.x) * share.widthPx) / box.width - 0.5
    const v = ((y / scale - box.y) * share.heightPx) / box.height - 0.5
    return between4(share, u, v) > 0.5
  }
}

/** 1 for each cell that is hardly anybody's. */
function nobodysCells({ cells, total }: Cel, person: Float32Array): Uint8Array {
  const [all, own] = [new Uint32Array(total), new Uint32Array(total)]
  inParts(cells.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const cell = cells[at] as number
      all[cell] = (all[cell] as number) + 1
      if ((person[at] as number) >= 0.5) own[cell] = (own[cell] as number) + 1
    }
  })
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
