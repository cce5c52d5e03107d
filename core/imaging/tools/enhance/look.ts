import type { ColourTables } from '../../../kernels/kernels.ts'
import type { Tensor } from '../../tool.ts'

/** Knots of each tone curve, evenly spread over 0..1. */
const KNOTS = 17
const CURVES = 3 * KNOTS
const ANSWER = CURVES + 9
const LEVELS = 256

/**
 * The tables of a look: a tone curve for each channel, then a colour matrix.
 * @param answer of the network `enhance/colour`, [1, 60, 1, 1]: curves of red, green and blue, then
 * the matrix row by row
 * @param strength 0 keeps every colour, 1 gives it the whole look
 * @throws Error when the network's answer is of another size
 */
export function tablesOf(answer: Tensor, strength: number): ColourTables {
  const { values } = answer
  if (values.length !== ANSWER) throw new Error(`a look of ${values.length} values, not ${ANSWER}`)
  const tables = new Float32Array(3 * LEVELS * 3)
  let at = 0
  for (let channel = 0; channel < 3; channel++) {
    for (let level = 0; level < LEVELS; level++) {
      const corrected = strength * 255 * toned(values, channel, level / 255)
      for (let to = 0; to < 3; to++) {
        const kept = to === channel ? (1 - strength) * level : 0
        tables[at++] = kept + corrected * (values[CURVES + to * 3 + channel] ?? 0)
      }
    }
  }
  return { values: tables }
}

function toned(values: Float32Array, channel: number, value: number): number {
  const at = value * (KNOTS - 1)
  const low = Math.min(KNOTS - 2, Math.floor(at))
  const a = values[channel * KNOTS + low] ?? 0
  const b = values[channel * KNOTS + low + 1] ?? 0
  return a + (b - a) * (at - low)
}
