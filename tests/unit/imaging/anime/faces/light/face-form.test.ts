import { describe, expect, it } from 'vitest'
import type { FoundFace } from '#core/imaging/face-points/find-faces.ts'
import { levelsOf } from '#core/imaging/tools/anime/cells/tones.ts'
import { type FaceForm, faceFormOf } from '#core/imaging/tools/anime/faces/light/face-form.ts'
import { formedLight } from '#core/imaging/tools/anime/faces/light/face-light.ts'
import { paintedTones } from '#core/imaging/tools/anime/faces/skin/painted-tones.ts'
import type { OkLab } from '#core/pixels/oklab.ts'
import { kernels } from '../../../../../fixtures/kernels.ts'
import { people } from '../../../made-face.ts'

const [front] = people().faces
if (!front) throw new Error('There is a face.')

const SIDE = 100
/** Half axes of an egg in the middle of a picture, as wide as a face, and as deep. */
const EGG = { across: 40, down: 52, deep: 36 }
const box = { x: 0, y: 0, width: SIDE, height: SIDE }

const depthAt = (x: number, y: number) => {
  const away = ((x - SIDE / 2) / EGG.across) ** 2 + ((y - SIDE / 2) / EGG.down) ** 2
  return -EGG.deep * Math.sqrt(Math.max(0, 1 - away))
}

/** A face whose points lie all over an egg. */
const egg: FoundFace = (() => {
  const places = Array.from({ length: 468 }, (_, k) => {
    const [turn, out] = [k * 2.4, 0.95 * Math.sqrt((k + 0.5) / 468)]
    return {
      x: SIDE / 2 + EGG.across * out * Math.cos(turn),
      y: SIDE / 2 + EGG.down * out * Math.sin(turn),
    }
  })
  const depths = places.map(({ x, y }) => depthAt(x, y))
  return { ...front, widthPx: EGG.across * 2, points: { ...front.points, points: places, depths } }
})()

const form = faceFormOf(kernels, egg, box, SIDE, SIDE)
const at = (x: number, y: number) => y * SIDE + x
const skin = Float32Array.from({ length: SIDE * SIDE }, (_, i) =>
  depthAt(i % SIDE, Math.floor(i / SIDE)) < 0 ? 1 : 0,
)
const lit = (lightAt: (i: number) => number) => ({
  widthPx: SIDE,
  heightPx: SIDE,
  values: Float32Array.from({ length: SIDE * SIDE }, (_, i) => lightAt(i)),
})
const asFormed = (lightAt: (i: number) => number, of: FaceForm = form) =>
  formedLight(kernels, lit(lightAt), skin, of, EGG.across * 2).values

describe('the form of a face', () => {
  it('looks away to where its points lie deeper, and at the picture in the middle', () => {
    expect(form.z[at(50, 50)]).toBeGreaterThan(0.97)
    expect(form.x[at(78, 50)]).toBeGreaterThan(0.35)
    expect(form.x[at(22, 50)]).toBeLessThan(-0.35)
    expect(form.y[at(50, 88)]).toBeGreaterThan(0.35)
    expect(Math.abs(form.y[at(78, 50)] ?? 1)).toBeLessThan(0.1)
  })

  it('is flat where nothing is known of its depth', () => {
    const flat = faceFormOf(kernels, front, { x: 80, y: 60, width: 160, height: 200 }, 80, 100)
    expect(Math.min(...flat.z)).toBeGreaterThan(0.999)
  })
})

describe('the light of a face', () => {
  it('that comes from aside ends along an arc, farther from it on the cheeks than on the forehead', () => {
    const light = asFormed((i) => 0.6 + 0.15 * (form.x[i] ?? 0))
    const middle = light[at(46, 50)] ?? 0
    const endOf = (y: number) => {
      for (let x = SIDE - 1; x > 0; x--) if ((light[at(x, y)] ?? 0) < middle) return x
      return 0
    }
    expect(endOf(22)).toBeGreaterThan(endOf(50) + 2)
    expect(endOf(78)).toBeGreaterThan(endOf(50) + 2)
  })

  it('has no patch on a cheek', () => {
    const isPatch = (i: number) => Math.hypot((i % SIDE) - 66, Math.floor(i / SIDE) - 58) < 6
    const light = asFormed((i) => 0.6 + 0.1 * (form.x[i] ?? 0) - (isPatch(i) ? 0.1 : 0))
    expect((light[at(66, 58)] ?? 0) - (light[at(50, 58)] ?? 0)).toBeGreaterThan(-0.01)
  })

  it('keeps a shadow that lies over half of it, as of a hat', () => {
    const light = asFormed((i) => (Math.floor(i / SIDE) < 45 ? 0.45 : 0.65))
    expect((light[at(50, 70)] ?? 0) - (light[at(50, 20)] ?? 0)).toBeGreaterThan(0.12)
  })

  it('is as even as it was on a face without form', () => {
    const flat = { x: new Float32Array(SIDE ** 2), y: new Float32Array(SIDE ** 2), z: skin }
    const light = asFormed(() => 0.6, flat)
    const seen = light.filter((_, i) => skin[i] === 1)
    expect(Math.max(...seen) - Math.min(...seen)).toBeLessThan(0.01)
  })
})

describe('the border of two tones', () => {
  it('has no corners', () => {
    const stairs = lit((i) =>
      Math.floor(i / SIDE) + 20 * Math.floor((i % SIDE) / 20) < 90 ? 0.4 : 0.7,
    )
    const { values } = levelsOf(kernels, stairs, [0.55], 6)
    const borders = Array.from({ length: 60 }, (_, x) => {
      let y = 0
      while (y < SIDE && (values[at(x + 20, y)] ?? 0) < 0.5) y++
      return y
    })
    const steps = borders.slice(1).map((y, x) => Math.abs(y - (borders[x] ?? y)))
    expect(Math.max(...steps)).toBeLessThan(8)
  })
})

describe('tones of skin as they are painted', () => {
  const tones: OkLab[] = [
    [0.45, 0.05, 0.05],
    [0.62, 0.055, 0.06],
    [0.75, 0.05, 0.06],
  ]
  const shares = [0.3, 0.5, 0.2]
  const meanOf = (all: readonly OkLab[], c: 0 | 1 | 2) =>
    all.reduce((sum, tone, k) => sum + tone[c] * (shares[k] ?? 0), 0)
  const tone: OkLab = [meanOf(tones, 0), meanOf(tones, 1), meanOf(tones, 2)]
  const base: OkLab = [tone[0] + 0.03, tone[1], tone[2]]

  it.each([0.4, 0.9, 1.3])('have the mean that is asked for at a contrast of %f', (contrast) => {
    const painted = paintedTones({ tone, tones, shares, pale: 0, hard: 0 }, base, contrast, 0.12)
    for (const c of [0, 1, 2] as const) expect(meanOf(painted, c)).toBeCloseTo(base[c], 5)
  })

  it('lie further apart the more contrast there is', () => {
    const rangeOf = (contrast: number) => {
      const painted = paintedTones({ tone, tones, shares, pale: 0, hard: 0 }, base, contrast, 0.12)
      return (painted.at(-1)?.[0] ?? 0) - (painted[0]?.[0] ?? 0)
    }
    expect(rangeOf(0.9)).toBeGreaterThan(rangeOf(0.5) + 0.03)
  })
})
