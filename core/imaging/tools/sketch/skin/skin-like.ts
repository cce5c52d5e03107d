import type { Kernels } from '../../../../kernels/kernels.ts'
import { smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { hairyAt } from './hair.ts'

/** By how much what is not a face is yellower than the face is, against how much redder: fair hair, tan cloth, straw. */
const YELLOW = { from: 0.03, to: 0.06, redder: 1.2 }
/** How far light differs within its own kind, in log luma, from which it is strands or a print. */
const UNEVEN = { from: 0.1, to: 0.17 }
/** By how much less it may differ where it is surely hair for the network: hair out of focus, and no smooth shoulder. */
const EVENER = 0.65
/** Strands and prints are finer than this, shares of the longer side. */
const FINE = 0.004
/** In the dark what differs is noise. */
const DARKEST = 0.1
const TOO_LITTLE = 0.05

/** How much a hue is yellower than a face's, 0..1; skin that is shaded or flushed is redder. */
export function yellower(
  red: number,
  yellow: number,
  face: readonly [red: number, yellow: number],
): number {
  const more = yellow - face[1] - YELLOW.redder * (red - face[0])
  return smoothstep(YELLOW.from, YELLOW.to, more)
}

/**
 * Takes from the skin of bodies what has strands or a print, in place: hair has skin's colours, and skin is
 * smooth. Only places of the same colours are compared, so skin keeps its edges.
 * @param hair how likely each place is hair; null where nobody looked
 */
export function withoutStrands(
  kernels: Kernels,
  body: FloatPlane,
  luma: FloatPlane,
  hair: FloatPlane | null = null,
): void {
  const { widthPx, heightPx, values } = body
  const sigmaPx = FINE * Math.max(widthPx, heightPx)
  const [logs, squared] = [new Float32Array(values.length), new Float32Array(values.length)]
  for (let at = 0; at < logs.length; at++) {
    const share = values[at] as number
    // Most of a picture is no skin, and 0 whatever its light.
    if (share === 0) continue
    const log = Math.fround(Math.log(Math.max(DARKEST, luma.values[at] as number)))
    logs[at] = share * log
    squared[at] = share * log ** 2
  }
  const about = (own: Float32Array<ArrayBuffer>) =>
    kernels.gaussian({ widthPx, heightPx, values: own }, sigmaPx).values
  const [weights, sums, squares] = [about(values), about(logs), about(squared)]
  for (let at = 0; at < values.length; at++) {
    const weight = weights[at] as number
    if (values[at] === 0 || weight < TOO_LITTLE) continue
    const mean = (sums[at] as number) / weight
    const spread = Math.sqrt(Math.max(0, (squares[at] as number) / weight - mean * mean))
    const less = 1 - EVENER * hairyAt(hair?.values[at] ?? 0, 0)
    const uneven = smoothstep(UNEVEN.from * less, UNEVEN.to * less, spread)
    values[at] = (values[at] as number) * (1 - uneven)
  }
}
