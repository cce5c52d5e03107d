import { type ColourTables, LIGHT_STEPS } from '../../../kernels/light.ts'
import type { Tensor } from '../../tool.ts'

/** Knots of each tone curve, evenly spread over 0..1, and of the curve of the light around. */
const KNOTS = 17
const LIGHT_KNOTS = 9
const CURVES = 3 * KNOTS
const LIGHT = CURVES + 9
const ANSWER = LIGHT + LIGHT_KNOTS
const LEVELS = 256
const LEVELS_THEMSELVES = Float32Array.from({ length: 3 * LEVELS }, (_, at) => at % LEVELS)

/**
 * The tables of a look: a tone curve for each channel, then a colour matrix.
 * @param answer of the network `enhance/colour`, [1, 69, 1, 1]: curves of red, green and blue, the
 * matrix row by row, then the curve of the light around
 * @param strength 0 keeps every colour, 1 gives it the whole look
 * @param levels what each level of red, of green and of blue is, 0..255, before the look
 * @param tone how much of what the look does to lightness, 1 for all of that; its colours stay
 * @throws Error when the network's answer is of another size
 */
export function tablesOf(
  answer: Tensor,
  strength: number,
  levels: Float32Array = LEVELS_THEMSELVES,
  tone = 1,
): ColourTables {
  const { values } = answer
  if (values.length !== ANSWER) throw new Error(`a look of ${values.length} values, not ${ANSWER}`)
  const tables = new Float32Array(3 * LEVELS * 3)
  let at = 0
  for (let channel = 0; channel < 3; channel++) {
    for (let step = 0; step < LEVELS; step++) {
      const level = levels[channel * LEVELS + step] ?? 0
      const value = level / 255
      const lightness = tone === 1 ? 0 : (tone - 1) * (meanCurve(values, value) - value)
      const toned = onCurve(values, channel * KNOTS, KNOTS, value) + lightness
      const corrected = strength * 255 * toned
      for (let to = 0; to < 3; to++) {
        const kept = to === channel ? (1 - strength) * level : 0
        tables[at++] = kept + corrected * (values[CURVES + to * 3 + channel] ?? 0)
      }
    }
  }
  return { values: tables }
}

/** What all three curves make of a grey. */
function meanCurve(values: Float32Array, value: number): number {
  const of = (channel: number) => onCurve(values, channel * KNOTS, KNOTS, value)
  return 0.299 * of(0) + 0.587 * of(1) + 0.114 * of(2)
}

/** What the light around a place is multiplied by, in even steps from 0 to 1. */
export function lightGainsOf({ values }: Tensor): Float32Array<ArrayBuffer> {
  const slope = (LIGHT_KNOTS - 1) * (values[LIGHT + 1] ?? 0)
  return Float32Array.from({ length: LIGHT_STEPS + 1 }, (_, step) => {
    const light = step / LIGHT_STEPS
    return step === 0 ? slope : onCurve(values, LIGHT, LIGHT_KNOTS, light) / light
  })
}

/** A curve of `knots` values from `first` on, at 0..1, straight between them. */
function onCurve(values: Float32Array, first: number, knots: number, value: number): number {
  const at = value * (knots - 1)
  const low = Math.min(knots - 2, Math.floor(at))
  const a = values[first + low] ?? 0
  const b = values[first + low + 1] ?? 0
  return a + (b - a) * (at - low)
}
