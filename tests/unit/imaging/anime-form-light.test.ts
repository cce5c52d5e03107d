import { describe, expect, it } from 'vitest'
import { calmedBy, formLightOf, formShadeOf } from '#core/imaging/tools/anime/faces/form-light.ts'
import { FACE, MIDDLE, people, SIDE } from './made-face.ts'

const [face] = people().faces
const size = { width: 64, height: 64 }
const box = { x: 0, y: 0, width: SIDE, height: SIDE }
/** Across and down a face from its middle, in its half axes. */
const placeOf = (i: number) => ({
  u: (((i % size.width) + 0.5) * (SIDE / size.width) - MIDDLE.x) / FACE.across,
  v: ((Math.floor(i / size.width) + 0.5) * (SIDE / size.height) - MIDDLE.y) / FACE.down,
})
const plane = (valueAt: (u: number, v: number) => number) =>
  Float32Array.from({ length: size.width * size.height }, (_, i) => {
    const { u, v } = placeOf(i)
    return valueAt(u, v)
  })
const inside = plane((u, v) => (Math.hypot(u, v) < 0.95 ? 1 : 0))

function formOf(lightAt: (u: number, v: number) => number) {
  const light = plane(lightAt)
  const form = face === undefined ? null : formLightOf(light, inside, face, box, size)
  const grey = plane(() => 0.05)
  return { light, form, shade: formShadeOf(form, { light, a: grey, b: grey }, inside) }
}

describe('the light of a face', () => {
  it('leaves light and shade where it comes softly from a side, the shade away from it', () => {
    const { shade } = formOf((u) => 0.65 + 0.07 * u)
    expect(shade?.tones).toHaveLength(2)
    const [step = 0] = shade?.steps ?? []
    const isShaded = (u: number) =>
      [...(shade?.light ?? [])].some((value, i) => {
        const place = placeOf(i)
        return Math.abs(place.u - u) < 0.05 && Math.abs(place.v) < 0.05 && value < step
      })
    expect(isShaded(-0.8)).toBe(true)
    expect(isShaded(0.8)).toBe(false)
  })

  it('leaves none where it comes from above, where it hardly falls off, or in patches', () => {
    expect(formOf((_, v) => 0.65 - 0.07 * v).shade).toBeNull()
    expect(formOf((u) => 0.65 + 0.01 * u).shade).toBeNull()
    expect(formOf((u, v) => 0.65 + 0.07 * Math.sin(9 * u) * Math.cos(9 * v)).shade).toBeNull()
  })

  it('loses the bays in its borders, and keeps what no form tells of', () => {
    const wobbly = formOf((u, v) => 0.65 + 0.1 * u + 0.03 * Math.sin(8 * v))
    const calm = calmedBy(wobbly.form, wobbly.light)
    const away = (values: Float32Array) =>
      Math.max(
        ...[...values].map((value, i) =>
          (inside[i] ?? 0) > 0 ? Math.abs(value - 0.65 - 0.1 * placeOf(i).u) : 0,
        ),
      )
    expect(away(calm)).toBeLessThan(away(wobbly.light) * 0.75)
    const patches = formOf((u, v) => 0.65 + 0.07 * Math.sin(9 * u) * Math.cos(9 * v))
    expect(calmedBy(patches.form, patches.light)).toBe(patches.light)
  })
})
