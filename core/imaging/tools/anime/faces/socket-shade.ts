import type { Kernels } from '../../../../kernels/kernels.ts'
import { smoothstep } from '../../../../pixels/pixels.ts'
import { withValues } from '../../../../pixels/with-values.ts'
import { maskOf } from '../../../face-points/face-outlines.ts'
import { browLine, lidsOf, moved, sides } from '../../../face-points/face-lines.ts'
import { type Point, pointsOf } from '../../../face-points/face-points.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'
import { rgbOf, toned } from '../../../face-points/samples.ts'
import { type Shape } from '../../../face-points/shapes.ts'
import type { SkinOfFace } from '../../../face-points/skin-of-face.ts'
import type { FaceCover } from './face-cover.ts'
import type { FaceSkin } from './face-skin.ts'
import { areaOf, rounded, tracedOutlines } from './traced.ts'

const FINE = 0.03
const LEVEL = 0.09
const LEAST = 0.004
const SHADE = 0.82

export function socketShades(
  kernels: Kernels,
  seen: SkinOfFace,
  skin: Pick<FaceSkin, 'light'>,
  face: FoundFace,
  cover: Pick<FaceCover, 'toneAt'>,
): Shape[] {
  const { box, lab, facePx, inside } = seen
  const { widthPx, heightPx } = inside
  const place = (p: Point) => ({
    x: ((p.x - box.x) * widthPx) / box.width,
    y: ((p.y - box.y) * heightPx) / box.height,
  })
  const zones = sides.map((side) => {
    const { lower } = lidsOf(face, side)
    const { line } = browLine(face, side)
    return [...line, ...lower.map((p) => moved(p, face, 0, 0.06 * face.widthPx)).toReversed()]
  })
  const base = pointsOf(face.points, 'noseBase')
  const ridge = pointsOf(face.points, 'noseRidge')
  const top = ridge[1] ?? { x: 0, y: 0 }
  zones.push([
    moved(top, face, -0.06 * face.widthPx, 0),
    moved(top, face, 0.06 * face.widthPx, 0),
    ...base.map((p) => moved(p, face, 0, 0.05 * face.widthPx)).toReversed(),
  ])
  const zone = kernels.gaussian(maskOf(zones, widthPx, heightPx, place), Math.max(0.7, 0.02 * facePx)).values
  const weight = seen.skin.values.map((v) => v + 1e-4)
  const blurred = (values: Float32Array<ArrayBuffer>) =>
    kernels.gaussian({ ...inside, values }, Math.max(0.7, FINE * facePx)).values
  const [whole, lit] = [blurred(weight), blurred(weight.map((v, i) => v * (lab.light[i] as number)))]
  const values = withValues(new Float32Array(weight.length), (i) => {
    const own = (lit[i] as number) / (whole[i] as number)
    const mean = skin.light.values[i] as number
    return (1 - own / Math.max(0.05, mean)) * smoothstep(0.3, 0.7, zone[i] as number)
  })
  const placed = ({ x, y }: Point): Point => ({
    x: box.x + (x * box.width) / widthPx,
    y: box.y + (y * box.height) / heightPx,
  })
  return tracedOutlines({ widthPx, heightPx, values }, LEVEL)
    .filter((outline) => areaOf(outline) > LEAST * facePx * facePx)
    .map((outline): Shape => {
      const middle = placed({
        x: outline.reduce((sum, { x }) => sum + x, 0) / outline.length,
        y: outline.reduce((sum, { y }) => sum + y, 0) / outline.length,
      })
      return {
        outline: rounded(outline, 3).map(placed),
        colour: rgbOf(toned(cover.toneAt(middle), SHADE, 1.03)),
        opacity: 1,
      }
    })
}
