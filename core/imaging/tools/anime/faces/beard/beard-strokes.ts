import type { OkLab } from '../../../../../pixels/oklab.ts'
import { moved } from '../../../../face-points/face-lines.ts'
import { underNose } from '../../../../face-points/face-places.ts'
import { type Point, pointsOf } from '../../../../face-points/face-points.ts'
import type { FoundFace } from '../../../../face-points/find-faces.ts'
import { rgbOf, toned } from '../../../../face-points/samples.ts'
import { type Shape, smoothed, strokeOutline } from '../../../../face-points/shapes.ts'
import type { FacePen } from '../face-pen.ts'
import type { Beard } from './beard.ts'

/** A few strokes lie so far apart in rows, from under the nose down; all lengths in face widths. */
const ROWS = { from: 0.04, to: 0.75, apart: 0.085, aside: 0.5 }
/** How long a stroke is over the lip and below it, how wide, and how much it bends. */
const STROKE = { over: 0.05, below: 0.085, wide: 0.013, bend: 0.008 }
/** Only within the beard, not at its edges. */
const WITHIN = 0.9
/** Against the beard's own tones. */
const TONES = { dark: 0.8, light: 1.16 }

/** A few hairs of a beard, drawn as they grow: outwards over the lip, down and to the chin below it. */
export function beardStrokes(
  face: FoundFace,
  { tone, shade, isStubble }: Beard,
  pen: FacePen,
  shareAt: (place: Point) => number,
): Shape[] {
  if (isStubble) return []
  const { widthPx } = face
  const nose = underNose(face)
  const lip = heightOf(face, nose, 'lipsTop')
  const shapes: Shape[] = []
  let row = 0
  for (let v = ROWS.from; v < ROWS.to; v += ROWS.apart, row++) {
    const isOver = v < lip
    for (let u = -ROWS.aside; u < ROWS.aside; u += ROWS.apart) {
      const at = u + (row % 2 === 0 ? 0 : ROWS.apart / 2)
      const line = strokeFrom(at, v, isOver).map(([x, y]) =>
        moved(nose, face, x * widthPx, y * widthPx),
      )
      if (line.some((p) => shareAt(p) < WITHIN)) continue
      const isLight = (row + shapes.length) % 3 === 0
      shapes.push(
        strokeOf(line, isLight ? toned(tone, TONES.light) : toned(shade, TONES.dark), face, pen),
      )
    }
  }
  return shapes
}

function strokeFrom(u: number, v: number, isOver: boolean): (readonly [number, number])[] {
  const [across, down] = isOver ? [Math.sign(u) * 0.8, 0.6] : [-u * 0.7, 1]
  const long = (isOver ? STROKE.over : STROKE.below) / Math.hypot(across, down)
  return [0, 0.5, 1].map((share) => {
    const bend = STROKE.bend * Math.sin(Math.PI * share) * Math.sign(u)
    return [u + across * long * share + bend, v + down * long * share] as const
  })
}

const strokeOf = (line: readonly Point[], colour: OkLab, face: FoundFace, pen: FacePen): Shape => ({
  outline: strokeOutline(
    smoothed(line),
    (share) => face.widthPx * STROKE.wide * pen.width * Math.sin(Math.PI * (0.15 + 0.85 * share)),
  ),
  colour: rgbOf(colour),
  opacity: 0.7,
})

/** How far below the nose the middle of a line lies, face widths. */
function heightOf(face: FoundFace, nose: Point, group: 'lipsTop'): number {
  const line = pointsOf(face.points, group)
  const { x, y } = line[line.length >> 1] ?? nose
  return ((x - nose.x) * face.down.x + (y - nose.y) * face.down.y) / face.widthPx
}
