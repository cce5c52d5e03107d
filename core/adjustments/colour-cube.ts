import type { Adjustments } from '../design/adjustments.ts'
import { CUBE_SIDE } from '../kernels/kernels.ts'
import { encoded, lightToOkLab, type OkLab, okLabToLight } from '../pixels/oklab.ts'
import { type Grading, gradingOf, lookUp } from './grading.ts'

const LIGHT = Array.from({ length: CUBE_SIDE }, (_, step) => {
  const value = step / (CUBE_SIDE - 1)
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
})
/** How far beyond sRGB a colour is still simply clipped, in linear light. */
const SLACK = 0.0006
const FIT_STEPS = 6

/** What the adjustments make of every colour: quads of red, green, blue 0..1 and 0, blue fastest. */
export function colourCube(adjustments: Adjustments): Float32Array<ArrayBuffer> {
  const grading = gradingOf(adjustments)
  const [reds, greens, blues] = grading.gains.map((gain) =>
    LIGHT.map((light) => bent(light, gain)),
  ) as [number[], number[], number[]]
  const cube = new Float32Array(CUBE_SIDE ** 3 * 4)
  const colour: OkLab = [0, 0, 0]
  let at = 0
  for (const red of reds)
    for (const green of greens)
      for (const blue of blues) {
        lightToOkLab(red, green, blue, colour)
        if (grading.grey > 0) makeGrey(grading, red, green, blue, colour)
        grade(grading, colour)
        writeWithin(colour, cube, at)
        at += 4
      }
  return cube
}

/**
 * A gain that leaves black and white where they are and bends the rest between them: slope `gain`
 * at black, its inverse at white. Monotone, and nothing clips.
 */
const bent = (value: number, gain: number): number => (gain * value) / (1 + (gain - 1) * value)

function makeGrey(
  { grey, greyWeights }: Grading,
  red: number,
  green: number,
  blue: number,
  colour: OkLab,
): void {
  const light = greyWeights[0] * red + greyWeights[1] * green + greyWeights[2] * blue
  colour[0] += grey * (Math.cbrt(light) - colour[0])
  colour[1] *= 1 - grey
  colour[2] *= 1 - grey
}

function grade(grading: Grading, colour: OkLab): void {
  const lightness = colour[0]
  let chroma = lookUp(grading.toneChroma, lightness)
  let [a, b] = [colour[1], colour[2]]
  const full = Math.sqrt(a * a + b * b)
  if (full > 1e-5 && (grading.saturation !== 0 || grading.hues !== null)) {
    const hue = Math.atan2(b, a)
    const turn = hue < 0 ? hue / (2 * Math.PI) + 1 : hue / (2 * Math.PI)
    chroma *= 1 + saturationAt(grading, full, turn)
    if (grading.hues !== null) {
      // Hardly any colour has hardly any hue: greys stay smooth.
      const sure = (full * full) / (full * full + 0.0012)
      chroma *= 1 + sure * lookUp(grading.hues.saturation, turn)
      const to = hue + sure * lookUp(grading.hues.turn, turn)
      a = full * Math.cos(to)
      b = full * Math.sin(to)
    }
  }
  colour[0] = lookUp(grading.tone, lightness)
  colour[1] = a * chroma + lookUp(grading.leanA, lightness)
  colour[2] = b * chroma + lookUp(grading.leanB, lightness)
}

/** What is pale gains more than what is full, skin the least; all lose alike. */
function saturationAt({ saturation, vivid }: Grading, chroma: number, turn: number): number {
  if (saturation <= 0) return saturation
  return (saturation * lookUp(vivid, turn)) / (1 + (chroma / 0.22) ** 2)
}

const rgb: [number, number, number] = [0, 0, 0]

const isWithin = (): boolean =>
  Math.min(rgb[0], rgb[1], rgb[2]) > -SLACK && Math.max(rgb[0], rgb[1], rgb[2]) < 1 + SLACK

/** Colours beyond sRGB lose chroma until they fit: lightness and hue stay. */
function writeWithin(colour: OkLab, cube: Float32Array, at: number): void {
  const [lightness, a, b] = colour
  okLabToLight(lightness, a, b, rgb)
  if (!isWithin()) {
    let [inside, outside] = [0, 1]
    for (let step = 0; step < FIT_STEPS; step++) {
      const middle = (inside + outside) / 2
      okLabToLight(lightness, a * middle, b * middle, rgb)
      if (isWithin()) inside = middle
      else outside = middle
    }
    okLabToLight(lightness, a * inside, b * inside, rgb)
  }
  cube[at] = encoded(rgb[0]) / 255
  cube[at + 1] = encoded(rgb[1]) / 255
  cube[at + 2] = encoded(rgb[2]) / 255
}
