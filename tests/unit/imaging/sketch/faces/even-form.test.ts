import { describe, expect, it } from 'vitest'
import type { FoundFace } from '#core/imaging/face-points/find-faces.ts'
import { evenForm, type HandOnSkin } from '#core/imaging/tools/sketch/faces/even-form.ts'
import { trialOf } from '#core/imaging/tools/sketch/faces/tried-form.ts'
import { atShare } from '#core/pixels/ranked.ts'
import { kernels } from '../../../../fixtures/kernels.ts'
import { bearded, FACE, MIDDLE, people, SIDE } from '../../made-face.ts'
import { paintPlane } from '../../made-pictures.ts'

const face = (): FoundFace => {
  const [one] = people().faces
  if (one === undefined) throw new Error('nobody')
  return one
}

const planeOf = (value: (x: number, y: number) => number, side = SIDE) =>
  paintPlane(side, side, value)

/** From 0 on one side of the face to 1 on the other. */
const across = (x: number) => (x - MIDDLE.x) / (2 * FACE.across) + 0.5
const isFace = (x: number, y: number) =>
  ((x - MIDDLE.x) / FACE.across) ** 2 + ((y - MIDDLE.y) / FACE.down) ** 2 < 1

const bare = planeOf((x, y) => (isFace(x, y) ? 1 : 0))

/** A hand whose form is what lies above its ground by a shade. */
const handOf = (above: number): HandOnSkin => ({
  wanted: 0.1,
  leastStretch: 0.75,
  trialOf: () => (shades) => {
    const ground = atShare(Array.from(shades), 0.25)
    return shades.filter((shade) => shade > ground + above).length / shades.length
  },
})

/** Shades of the face once its form is evened, and its ground. */
function formOf(shade: (share: number) => number, above = 0.2) {
  const shading = planeOf((x) => shade(across(x)))
  const hand = handOf(above)
  evenForm(shading, bare, [face()], hand)
  const own: number[] = []
  shading.values.forEach((value, i) => {
    if (isFace(i % SIDE, Math.floor(i / SIDE))) own.push(value)
  })
  const places = { widthPx: SIDE, heightPx: SIDE, middle: 0, at: [] }
  const form = hand.trialOf(places)(Float32Array.from(own))
  return { shading, own, form, ground: atShare(own, 0.25), darkest: atShare(own, 0.94) }
}

describe('form on skin', () => {
  it('is as much as the hand wants whether the light has long shades or short ones', () => {
    const short = formOf((share) => 0.04 + 0.32 * share)
    const long = formOf((share) => 0.11 + 0.4 * share ** 2)
    expect(short.form).toBeCloseTo(0.1, 1)
    expect(long.form).toBeCloseTo(short.form, 2)
    expect(long.ground).toBeCloseTo(short.ground, 2)
  })

  it('is as much beside a beard and dark glasses as without: what is dark in them is no form of the skin', () => {
    const [chin, eyes] = [MIDDLE.y + 60, MIDDLE.y - 20]
    const isBeard = (y: number) => y > chin
    const isGlass = (x: number, y: number) => Math.abs(y - eyes) < 14 && Math.abs(x - MIDDLE.x) < 60
    const [one] = bearded(people()).faces
    if (one === undefined) throw new Error('nobody')
    const rim = [
      { x: MIDDLE.x - 60, y: eyes - 14 },
      { x: MIDDLE.x + 60, y: eyes - 14 },
      { x: MIDDLE.x + 60, y: eyes + 14 },
      { x: MIDDLE.x - 60, y: eyes + 14 },
    ]
    const glasses = { rims: [rim], isDark: true, frame: [], widthPx: 2 }
    const isOther = (x: number, y: number) => isBeard(y) || isGlass(x, y)
    const shading = planeOf((x, y) => (isOther(x, y) ? 0.9 : 0.04 + 0.32 * across(x)))
    evenForm(shading, bare, [{ ...one, glasses }], handOf(0.2))
    const own: number[] = []
    shading.values.forEach((value, i) => {
      const [x, y] = [i % SIDE, Math.floor(i / SIDE)]
      if (!isOther(x, y) && isFace(x, y)) own.push(value)
    })
    const ground = atShare(own, 0.25)
    const form = own.filter((value) => value > ground + 0.2).length / own.length
    expect(form).toBeCloseTo(0.1, 1)
    expect(form).toBeGreaterThan(0.08)
  })

  it('keeps its order, and a hard light stays harder than a mild one', () => {
    const hard = formOf((share) => 0.12 + 0.7 * share)
    expect(hard.form).toBeGreaterThan(0.25)
    const row = (y: number) =>
      Array.from({ length: 100 }, (_, x) => hard.shading.values[y * SIDE + MIDDLE.x - 50 + x] ?? 0)
    expect(row(MIDDLE.y)).toEqual(row(MIDDLE.y).toSorted((a, b) => a - b))
  })

  it('changes as little as the photo does, so that decoders that round otherwise are drawn alike', () => {
    const hand: HandOnSkin = {
      wanted: 0.1,
      leastStretch: 0.75,
      trialOf: () => (shades) => Math.max(...shades) - Math.min(...shades) - 0.2,
    }
    const ends = Array.from({ length: 20 }, (_, step) => {
      const shading = planeOf((x) => 0.1 + (0.25 + step * 0.0005) * across(x))
      evenForm(shading, bare, [face()], hand)
      return shading.values[MIDDLE.y * SIDE + MIDDLE.x + 60] ?? 0
    })
    const moved = ends.slice(1).map((end, step) => Math.abs(end - (ends[step] ?? 0)))
    expect(Math.max(...moved)).toBeLessThan(0.0005)
  })

  it('is shaded darker where a ground hides what is faint', () => {
    const shade = (share: number) => 0.1 + 0.25 * share
    expect(formOf(shade, 0.2).darkest).toBeGreaterThan(formOf(shade, 0.16).darkest + 0.02)
  })

  it('changes nothing beside skin, nor where too little of it shows', () => {
    const shade = (share: number) => 0.1 + 0.15 * share
    const { shading } = formOf(shade)
    expect(shading.values[5 * SIDE + 5]).toBeCloseTo(shade(across(5)), 6)
    const untouched = planeOf((x) => shade(across(x)))
    evenForm(
      untouched,
      planeOf(() => 0),
      [face()],
      handOf(0.2),
    )
    const before = planeOf((x) => shade(across(x))).values
    expect(untouched.values.every((value, i) => value === before[i])).toBe(true)
  })
})

describe('a hand that is tried on skin', () => {
  const places = {
    widthPx: SIDE,
    heightPx: SIDE,
    middle: 0,
    at: Array.from({ length: 4000 }, (_, i) => i),
  }
  const shades = (stretch: number) =>
    Float32Array.from(places.at, (at) => 0.12 + (stretch * 0.4 * at) / places.at.length)
  const planes = (tone: number) => ({
    lines: planeOf(() => 1, 8),
    tone: planeOf(() => tone, 8),
    colours: [],
    closeUp: 0,
  })

  it.each(['pencil', 'ink'] as const)('draws more form the wider shades are (%s)', (style) => {
    const trial = trialOf(kernels, style, planes(0), places)
    const [flat, some, more] = [0.1, 0.8, 1.2].map((stretch) => trial(shades(stretch)))
    expect(flat).toBeLessThan(0.05)
    expect(more).toBeGreaterThan((some ?? 0) + 0.02)
  })

  it('sees what a ground of dark skin adds to it', () => {
    const [light, dark] = [0, 1].map((tone) =>
      trialOf(kernels, 'pencil', planes(tone), places)(shades(0.6)),
    )
    expect(Math.abs((dark ?? 0) - (light ?? 0))).toBeGreaterThan(0.005)
  })

  it('counts lines on the skin', () => {
    const lined = { ...planes(0), lines: planeOf((x) => (x % 10 === 0 ? 0 : 1)) }
    const [plain, drawn] = [planes(0), lined].map((of) =>
      trialOf(kernels, 'ink', of, places)(shades(0.1)),
    )
    expect(drawn).toBeGreaterThan((plain ?? 0) + 0.05)
  })
})
