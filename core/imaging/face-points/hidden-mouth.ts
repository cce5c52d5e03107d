import type { Kernels } from '../../kernels/kernels.ts'
import type { Raster } from '../../pixels/raster.ts'
import { evenly, meanPoint, mouthLines, moved, turnOf } from './face-lines.ts'
import { type Point, pointsOf } from './face-points.ts'
import type { FoundFace } from './find-faces.ts'
import { followed } from './followed-line.ts'
import { SeenFace } from './seen-face.ts'
import { ellipse } from './shapes.ts'

/** In a smaller or a turned face the line of a mouth is too short to say. */
const WIDTH_MIN_PX = 100
const FRONTAL_MIN = 0.1
/** The line is looked for at so many places, without its ends, and so far beside, face widths. */
const LINE = { places: 30, ends: 0.1, aside: 0.05, steps: 21, smooth: 0.006 }
const BESIDE = [0.02, 0.035, 0.05]
/** How deep the line of a mouth is, and at what share of its places: fingers have lines across it. */
const SEEN = { depth: 0.03, share: 0.85 }
/** How deep the gaps between fingers are, and at how many places of the line at least. */
const GAPS = { depth: 0.05, least: 2 }
/** What a hand covers about a mouth, face widths. */
const HAND = { across: 0.3, down: 0.4, low: 0.19 }

/**
 * What lies about a mouth that is behind a hand: its points are a guess, and no dark line goes along
 * them, but gaps between fingers go across. Null where there is none.
 */
export function hiddenMouthOf(kernels: Kernels, picture: Raster, face: FoundFace): Point[] | null {
  if (face.widthPx < WIDTH_MIN_PX || face.frontal < FRONTAL_MIN) return null
  const seen = new SeenFace(kernels, picture, face, LINE.smooth)
  const reach = LINE.aside * face.widthPx
  const lines = mouthLines(face).map((line) => {
    const ends = Math.floor(line.length * LINE.ends)
    const guide = evenly(line.slice(ends, line.length - ends), LINE.places)
    const strip = { guide, from: -reach, to: reach, steps: LINE.steps }
    const { depths } = followed(strip, (p, beside) => seen.depth(p, beside, BESIDE))
    const dark = depths.filter((depth) => depth > SEEN.depth)
    const gaps = guide.filter((p) => seen.depth(p, face.across, BESIDE) > GAPS.depth)
    return { share: dark.length / depths.length, gaps: gaps.length }
  })
  const isSeen = lines.some(({ share }) => share > SEEN.share)
  if (isSeen || lines.every(({ gaps }) => gaps < GAPS.least)) return null
  const lips = [...pointsOf(face.points, 'lipsTop'), ...pointsOf(face.points, 'lipsBottom')]
  const middle = meanPoint(lips)
  return ellipse(
    moved(middle, face, 0, HAND.low * face.widthPx),
    HAND.across * face.widthPx,
    HAND.down * face.widthPx,
    turnOf(face),
  )
}
