import type { Adjustments } from '../design/adjustments.ts'
import { CUBE_SIDE } from '../kernels/light.ts'
import { encoded, lightOf, lightToOkLab, type OkLab, okLabToLight } from '../pixels/oklab.ts'
import { type Grading, gradingOf, lookUp } from './grading.ts'

const LIGHT = Array.from({ length: CUBE_SIDE }, (_, step) => lightOf(step / (CUBE_SIDE - 1)))
/** Numbers from one step of a colour to the next. */
const [RED, GREEN, BLUE] = [CUBE_SIDE * CUBE_SIDE * 4, CUBE_SIDE * 4, 4]
/** How far beyond sRGB a colour is still simply clipped, in linear light. */
const SLACK = 0.0006
const FIT_STEPS = 6
/** How far a colour that does not fit gives up lightness to keep chroma; 0 gives up none. */
const FIT_BEND = 0.5

/**
 * What the adjustments make of every colour: quads of red, green, blue 0..1 and 0, blue fastest.
 * @param coarse works out every other colour along each edge, and takes means between them: an
 *   eighth of the work, for a slider that is being pulled
 */
export function colourCube(adjustments: Adjustments, coarse = false): Float32Array<ArrayBuffer> {
  const grading = gradingOf(adjustments)
  const [reds, greens, blues] = grading.gains.map((gain) =>
    LIGHT.map((light) => bent(light, gain)),
  ) as [number[], number[], number[]]
  const cube = new Float32Array(CUBE_SIDE ** 3 * 4)
  const colour: OkLab = [0, 0, 0]
  const stride = coarse ? 2 : 1
  for (let r = 0; r < CUBE_SIDE; r += stride)
    for (let g = 0; g < CUBE_SIDE; g += stride)
      for (let b = 0; b < CUBE_SIDE; b += stride) {
        const [red, green, blue] = [reds[r] ?? 0, greens[g] ?? 0, blues[b] ?? 0]
        lightToOkLab(red, green, blue, colour)
        if (grading.grey > 0) makeGrey(grading, red, green, blue, colour)
        grade(grading, colour)
        writeWithin(colour, cube, r * RED + g * GREEN + b * BLUE)
      }
  if (coarse) fillBetween(cube)
  return cube
}

/**
 * A gain that leaves black and white where they are and bends the rest between them: slope `gain`
 * at black, its inverse at white. Monotone, and nothing clips.
 */
const bent = (value: number, gain: number): number => (gain * value) / (1 + (gain - 1) * value)

/** Every odd step is the mean of its neighbours, along one edge after the other. */
function fillBetween(cube: Float32Array): void {
  const fill = (along: number, [one, oneBy]: Axis, [other, otherBy]: Axis) => {
    for (let i = 0; i < CUBE_SIDE; i += oneBy)
      for (let j = 0; j < CUBE_SIDE; j += otherBy)
        for (let k = 1; k < CUBE_SIDE; k += 2) {
          const at = i * one + j * other + k * along
          for (let c = at; c < at + 3; c++) {
            cube[c] = ((cube[c - along] ?? 0) + (cube[c + along] ?? 0)) / 2
          }
        }
  }
  fill(BLUE, [RED, 2], [GREEN, 2])
  fill(GREEN, [RED, 2], [BLUE, 1])
  fill(RED, [GREEN, 1], [BLUE, 1])
}

/** Numbers from one step to the next, and how many steps at a time. */
type Axis = readonly [step: number, by: number]

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
  let lean = 1
  let [a, b] = [colour[1], colour[2]]
  const full = Math.sqrt(a * a + b * b)
  if (full > 1e-5 && hasHues(grading)) {
    const hue = Math.atan2(b, a)
    const turn = hue < 0 ? hue / (2 * Math.PI) + 1 : hue / (2 * Math.PI)
    // Hardly any colour has hardly any hue: greys stay smooth.
    const sure = (full * full) / (full * full + 0.0012)
    const kept = grading.kept === null ? 0 : skinOf(full) * lookUp(grading.kept, turn)
    lean = 1 - kept
    chroma *= 1 + saturationAt(grading, full, turn) - kept * grading.drained
    if (grading.hues !== null) {
      const share = sure * lean
      chroma *= 1 + share * lookUp(grading.hues.saturation, turn)
      const to = hue + share * lookUp(grading.hues.turn, turn)
      a = full * Math.cos(to)
      b = full * Math.sin(to)
    }
  }
  colour[0] = lookUp(grading.tone, lightness)
  colour[1] = a * chroma + lean * lookUp(grading.leanA, lightness)
  colour[2] = b * chroma + lean * lookUp(grading.leanB, lightness)
}

/** Skin has some colour, however pale. */
const skinOf = (chroma: number): number => (chroma * chroma) / (chroma * chroma + 0.0006)

const hasHues = ({ saturation, hues, kept }: Grading): boolean =>
  saturation !== 0 || hues !== null || kept !== null

/** What is pale gains more than what is full, skin and what is nearly grey the least; all lose alike. */
function saturationAt({ saturation, vivid }: Grading, chroma: number, turn: number): number {
  if (saturation <= 0) return saturation
  const coloured = chroma / (chroma + 0.012)
  return (saturation * coloured * lookUp(vivid, turn)) / (1 + (chroma / 0.22) ** 2)
}

/** The lightness of the grey towards which a colour goes that does not fit: more to the middle the fuller it is. */
function greyBeside(lightness: number, chroma: number): number {
  const off = lightness - 0.5
  const reach = 0.5 + Math.abs(off) + FIT_BEND * chroma
  const by = reach - Math.sqrt(Math.max(0, reach * reach - 2 * Math.abs(off)))
  return 0.5 + (Math.sign(off) * by) / 2
}

const rgb: [number, number, number] = [0, 0, 0]

const isWithin = (): boolean =>
  Math.min(rgb[0], rgb[1], rgb[2]) > -SLACK && Math.max(rgb[0], rgb[1], rgb[2]) < 1 + SLACK

/**
 * Colours beyond sRGB lose chroma until they fit, and light yellow or dark blue some of its lightness
 * with it, so that it does not fade to white or black; hue stays (Ottosson 2021, adaptive to L = 0.5).
 */
function writeWithin(colour: OkLab, cube: Float32Array, at: number): void {
  const [lightness, a, b] = colour
  okLabToLight(lightness, a, b, rgb)
  if (!isWithin()) {
    const grey = greyBeside(lightness, Math.sqrt(a * a + b * b))
    const shown = (share: number) =>
      okLabToLight(grey + share * (lightness - grey), a * share, b * share, rgb)
    let [inside, outside] = [0, 1]
    for (let step = 0; step < FIT_STEPS; step++) {
      const middle = (inside + outside) / 2
      shown(middle)
      if (isWithin()) inside = middle
      else outside = middle
    }
    shown(inside)
  }
  cube[at] = encoded(rgb[0]) / 255
  cube[at + 1] = encoded(rgb[1]) / 255
  cube[at + 2] = encoded(rgb[2]) / 255
}
