import { smoothstep } from '../../../../../pixels/pixels.ts'
import { away } from '../../../../face-points/face-lines.ts'
import { type Point, pointsOf } from '../../../../face-points/face-points.ts'
import type { FoundFace } from '../../../../face-points/find-faces.ts'
import { withCornersRaised } from './raised-corners.ts'

/** An open mouth as wide as this, in face widths, smiles; one that is opened further than this, in its own widths, shouts. */
const SMILE = { wide: { from: 0.42, to: 0.46 }, open: { least: 0.055, from: 0.28, to: 0.38 } }
/** Corners that lie lower than this against the middle of the upper lip's rim hang; they are raised by so much at most, mouth widths. */
const CORNER = { low: 0, most: 0.045 }

/**
 * A face whose broad smile hangs at its corners, where the points of a small one are a guess, with the
 * corners raised; any other as it is.
 */
export function withRaisedSmile(face: FoundFace): FoundFace {
  const lips = pointsOf(face.points, 'lipsTop')
  const [top, bottom] = [pointsOf(face.points, 'mouthTop'), pointsOf(face.points, 'mouthBottom')]
  const [first, last, middle] = [lips[0], lips.at(-1), top[top.length >> 1]]
  if (first === undefined || last === undefined || middle === undefined) return face
  const width = Math.max(1e-6, away(first, last))
  const depth = ({ x, y }: Point) => x * face.down.x + y * face.down.y
  const hangs = ((depth(first) + depth(last)) / 2 - depth(middle)) / width - CORNER.low
  const open = Math.max(...top.map((p, i) => away(p, bottom[i]))) / width
  const { wide, open: opened } = SMILE
  const smiles =
    open < opened.least
      ? 0
      : smoothstep(wide.from, wide.to, width / face.widthPx) *
        (1 - smoothstep(opened.from, opened.to, open))
  const by = Math.min(CORNER.most, hangs) * smiles * width
  return by <= 0 ? face : withCornersRaised(face, by)
}
