import { describe, expect, it } from 'vitest'
import type { FoundFace } from '#core/imaging/face-points/find-faces.ts'
import { evenForm, type FormShades } from '#core/imaging/tools/sketch/even-form.ts'
import { createFloatPlane } from '#core/pixels/pixels.ts'
import { atShare } from '#core/pixels/ranked.ts'
import { FACE, MIDDLE, people, SIDE } from './made-face.ts'

const face = (): FoundFace => {
  const [one] = people().faces
  if (one === undefined) throw new Error('nobody')
  return one
}

const planeOf = (value: (x: number, y: number) => number, side = SIDE) => {
  const plane = createFloatPlane(side, side)
  plane.values.forEach((_, i) => {
    plane.values[i] = value(i % side, Math.floor(i / side))
  })
  return plane
}

/** From 0 on one side of the face to 1 on the other. */
const across = (x: number) => (x - MIDDLE.x) / (2 * FACE.across) + 0.5
const isFace = (x: number, y: number) =>
  ((x - MIDDLE.x) / FACE.across) ** 2 + ((y - MIDDLE.y) / FACE.down) ** 2 < 1

const skinOf = (deep: number) => ({
  bare: planeOf((x, y) => (isFace(x, y) ? 1 : 0)),
  deep: planeOf(() => deep, 8),
  tone: planeOf(() => 0.3 + 0.5 * deep, 8),
})

const SHADES = { by: 'deep', lightest: 0.346, darkest: 0.306 } as const

/** Shades of the face once its form is evened, from its ground to what is darkest. */
function formOf(shade: (share: number) => number, deep = 0, shades: FormShades = SHADES) {
  const shading = planeOf((x) => shade(across(x)))
  evenForm(shading, skinOf(deep), [face()], shades)
  const own: number[] = []
  shading.values.forEach((value, i) => {
    if (isFace(i % SIDE, Math.floor(i / SIDE))) own.push(value)
  })
  return { shading, own, ground: atShare(own, 0.25), form: atShare(own, 0.94) }
}

describe('form on skin', () => {
  it('lies as far above its ground whether the light has long shades or short ones', () => {
    const short = formOf((share) => 0.04 + 0.32 * share)
    const long = formOf((share) => 0.11 + 0.3 * share ** 2)
    expect(short.form - short.ground).toBeCloseTo(0.224, 2)
    expect(long.form - long.ground).toBeCloseTo(short.form - short.ground, 2)
    expect(long.ground).toBeCloseTo(short.ground, 2)
  })

  it('keeps its order, and a hard light stays harder than a mild one', () => {
    const hard = formOf((share) => 0.12 + 0.7 * share)
    expect(hard.form - hard.ground).toBeGreaterThan(0.3)
    const row = (y: number) =>
      Array.from({ length: 100 }, (_, x) => hard.shading.values[y * SIDE + MIDDLE.x - 50 + x] ?? 0)
    expect(row(MIDDLE.y)).toEqual(row(MIDDLE.y).toSorted((a, b) => a - b))
  })

  it('is a little less where the skin itself is dark, as its ground makes strokes darker', () => {
    const [light, dark] = [
      formOf((share) => 0.1 + 0.25 * share),
      formOf((share) => 0.1 + 0.25 * share, 1),
    ]
    expect(dark.form).toBeLessThan(light.form - 0.02)
    expect(dark.ground).toBeCloseTo(light.ground, 2)
  })

  it('goes by how dark skin is in the photo, where colours tell it', () => {
    const byTone = { by: 'tone', lightest: 0.4, darkest: 0.27 } as const
    const [light, dark] = [0, 1].map((deep) => formOf((share) => 0.03 + 0.32 * share, deep, byTone))
    expect(light?.form).toBeCloseTo(0.361, 2)
    expect(dark?.form).toBeCloseTo(0.296, 2)
  })

  it('changes nothing beside skin, nor where too little of it shows', () => {
    const shade = (share: number) => 0.1 + 0.15 * share
    const { shading } = formOf(shade)
    expect(shading.values[5 * SIDE + 5]).toBeCloseTo(shade(across(5)), 6)
    const bare = planeOf(() => 0)
    const untouched = planeOf((x) => shade(across(x)))
    evenForm(untouched, { ...skinOf(0), bare }, [face()], SHADES)
    const before = planeOf((x) => shade(across(x))).values
    expect(untouched.values.every((value, i) => value === before[i])).toBe(true)
  })
})
