import { describe, expect, it } from 'vitest'
import { placesOf } from '#core/imaging/face-points/face-places.ts'
import {
  celShadeOf,
  farShadeOf,
  isCast,
  isShadedFar,
  lampOn,
  litBy,
} from '#core/imaging/tools/anime/faces/light/cel-shade.ts'
import type { FittedLight } from '#core/imaging/tools/anime/faces/light/face-light.ts'
import { isFace, MIDDLE, people, SIDE } from '../../../made-face.ts'

const [face] = people().faces
if (!face) throw new Error('There is a face.')

const box = { x: 0, y: 0, width: SIDE, height: SIDE }
const front = face
const places = placesOf(front, box, { width: SIDE, height: SIDE })
const plane = (value: number) => new Float32Array(SIDE * SIDE).fill(value)
/** A form that tells nothing: it looks at the picture all over. */
const flat = { x: plane(0), y: plane(0), z: plane(1) }
const skin = plane(0).map((_, i) => (isFace(i % SIDE, Math.floor(i / SIDE)) ? 1 : 0))
const light = (right: number, under: number, explained = 0.8): FittedLight => ({
  seen: plane(0),
  drawn: plane(0),
  right,
  under,
  explained,
})

/** Whether a place, against the middle of the face, lies in the shade. */
function shadeIn(lit: FittedLight, centres: readonly number[], shares: readonly number[]) {
  const lamp = lampOn(front, places, flat, lit)
  const { step } = celShadeOf(lamp, skin, centres, shares)
  const isDark = (x: number, y: number) => (lamp[(MIDDLE.y + y) * SIDE + MIDDLE.x + x] ?? 0) < step
  const dark = skin.reduce((sum, own, i) => sum + (own && (lamp[i] ?? 0) < step ? 1 : 0), 0)
  return { isDark, share: dark / skin.reduce((sum, own) => sum + own, 0) }
}

describe('the cel shade of a face', () => {
  it('lies along the cheek away from the light, and parts no face along its nose', () => {
    const { isDark, share } = shadeIn(light(0.15, 0), [0.45, 0.7], [0.5, 0.5])
    expect(isDark(-70, 20)).toBe(true)
    expect(isDark(70, 20)).toBe(false)
    expect(isDark(-20, 0)).toBe(false)
    expect(share).toBeLessThan(0.36)
  })

  it('leaves the forehead lit, as a head goes on above it', () => {
    const { isDark } = shadeIn(light(0.15, -0.1), [0.45, 0.7], [0.5, 0.5])
    expect([-30, 0, 30].map((x) => isDark(x, -85))).toEqual([false, false, false])
  })

  it('turns aside along the hair rather than cut a forehead straight down', () => {
    const { isDark } = shadeIn(light(0.15, 0), [0.45, 0.7], [0.5, 0.5])
    const borderAt = (y: number) =>
      Array.from({ length: 80 }, (_, i) => i - 80)
        .filter((x) => isDark(x, y))
        .at(-1) ?? -80
    expect(borderAt(-95)).toBeLessThan(borderAt(-20) - 2)
  })

  it('is no beard where light comes from above: the lip over the mouth is lit', () => {
    const { isDark } = shadeIn(light(0.002, -0.3), [0.4, 0.6], [0.48, 0.52])
    expect([-15, 0, 15].map((x) => isDark(x, 40))).toEqual([false, false, false])
    expect(isDark(-30, 90)).toBe(true)
  })

  it('is there in even light, too, as a narrow one', () => {
    const { isDark, share } = shadeIn(light(0, 0), [0.7], [1])
    expect(share).toBeGreaterThan(0.1)
    expect(share).toBeLessThan(0.2)
    expect(isDark(0, 0)).toBe(false)
  })

  it('is the photo’s own where something casts a hard shadow on the face', () => {
    expect(isCast(light(0.1, 0, 0.2), [0.4, 0.7])).toBe(true)
    expect(isCast(light(0.1, 0, 0.8), [0.4, 0.7])).toBe(false)
    expect(isCast(light(0.1, 0, 0.2), [0.65, 0.7])).toBe(false)
  })

  it('leaves the mean of the skin where it is', () => {
    const shares = [0.3, 0.7]
    const tones = litBy({ tone: [0.6, 0.05, 0.06], shares }, 0.1)
    const mean = tones.reduce((sum, [own], k) => sum + own * (shares[k] ?? 0), 0)
    expect(mean).toBeCloseTo(0.6)
    expect((tones[1]?.[0] ?? 0) - (tones[0]?.[0] ?? 0)).toBeCloseTo(0.1)
  })

  it('is there in a far face only where its cheeks and nose are lighter than the mean', () => {
    expect(isShadedFar(0.03)).toBe(false)
    expect(isShadedFar(0.09)).toBe(true)
    const lamp = lampOn(front, places, flat, light(0.05, 0))
    const [slight, deep] = [0.06, 0.3].map((above) => farShadeOf(lamp, skin, above).apart)
    expect(slight).toBeGreaterThan(0.07)
    expect(deep).toBeCloseTo(0.15)
  })
})
