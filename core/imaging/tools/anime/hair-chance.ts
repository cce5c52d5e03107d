import { smoothstep } from '../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../pixels/raster.ts'
import { maskOf } from '../../face-points/face-outlines.ts'
import { pointsOf } from '../../face-points/face-points.ts'
import type { FoundFace } from '../../face-points/find-faces.ts'
import type { InferenceSession } from '../../tool.ts'
import { eachPixel, headOf } from './head.ts'
import { headSquare, SQUARE } from './head-square.ts'

/** Long hair goes on below what the network is shown, for so far, face widths. */
const BELOW = 0.6

/**
 * Asks the network of hair about a head.
 * @param person where people are, 0..1; null where nobody looked
 * @returns how likely each pixel of the head's box is hair, 0..1, soft
 */
export async function hairChanceOf(
  network: InferenceSession,
  face: FoundFace,
  picture: Raster,
  person: FloatPlane | null,
): Promise<FloatPlane> {
  const head = headOf(face, picture)
  const { x, y, width, height } = head.box
  const outline = [pointsOf(face.points, 'faceOval')]
  const oval = maskOf(outline, width, height, (p) => ({ x: p.x - x, y: p.y - y }))
  const { sidePx, values } = headSquare(head, picture, [person ?? everywhere(oval), oval])
  const seen = await network.run({ shape: [1, 5, sidePx, sidePx], values })
  const chance = { widthPx: width, heightPx: height, values: new Float32Array(width * height) }
  const across = seen.shape[3]
  const scale = across / (2 * SQUARE.aside)
  const last = across - 1.001
  const within = (at: number) => Math.min(last, Math.max(0, at))
  eachPixel(head, picture.widthPx, (_, own, u, v) => {
    if (Math.abs(u) > SQUARE.aside) return
    const column = within((u + SQUARE.aside) * scale - 0.5)
    const row = within((v - SQUARE.from) * scale - 0.5)
    const [left, top] = [Math.floor(column), Math.floor(row)]
    const [right, down] = [column - left, row - top]
    const from = top * across + left
    const at = (k: number) => seen.values[k] as number
    const share =
      (at(from) * (1 - right) + at(from + 1) * right) * (1 - down) +
      (at(from + across) * (1 - right) + at(from + across + 1) * right) * down
    chance.values[own] = share * (1 - smoothstep(0, BELOW, v - SQUARE.from - 2 * SQUARE.aside))
  })
  return chance
}

const everywhere = ({ values, ...size }: FloatPlane): FloatPlane => ({
  ...size,
  values: new Float32Array(values.length).fill(1),
})
