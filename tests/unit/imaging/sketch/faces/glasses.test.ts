import { describe, expect, it } from 'vitest'
import { meanOf } from '#core/imaging/face-points/samples.ts'
import { skinColoursOf, skinOfFace } from '#core/imaging/face-points/skin-of-face.ts'
import { shadeGlass, wornGlassesOf } from '#core/imaging/tools/sketch/faces/glasses.ts'
import { createFloatPlane } from '#core/pixels/pixels.ts'
import { kernels } from '../../../../fixtures/kernels.ts'
import { MIDDLE, people, SIDE } from '../../made-face.ts'
import { testJob } from '../../made-pictures.ts'
import { faceWith, type Rgb, SKIN } from '../../painted-face.ts'

const EYE = { x: 32, y: -20 }
const glassAt = (x: number, y: number) =>
  Math.hypot((Math.abs(x - MIDDLE.x) - EYE.x) / 27, (y - MIDDLE.y - EYE.y - 6) / 20)

/** The made face in glasses that a network is so sure of. */
function worn(glass: Rgb, glasses: { any: number; dark: number }) {
  const [plain] = people().faces
  if (plain === undefined) throw new Error('nobody')
  const face = { ...plain, points: { ...plain.points, glasses } }
  const picture = faceWith((x, y) => glassAt(x, y) < 1, glass)
  const seen = skinOfFace(kernels, picture, face)
  const skin = seen && meanOf(skinColoursOf(seen))
  return { ...face, glasses: wornGlassesOf(kernels, picture, face, skin) }
}

const BLACK: Rgb = [40, 36, 34]
const SURE = { any: 0.97, dark: 0.9 }

describe('glasses', () => {
  it('are looked for where the network is sure of them alone', () => {
    expect(worn(BLACK, { any: 0.5, dark: 0.9 }).glasses).toBeNull()
    expect(worn(BLACK, SURE).glasses?.isDark).toBe(true)
  })

  it('are not dark where skin is seen through them', () => {
    expect(worn(SKIN, { any: 0.97, dark: 0.7 }).glasses?.isDark ?? false).toBe(false)
  })

  it('may be a mirror where the network is sure of dark ones', () => {
    expect(worn(SKIN, SURE).glasses?.isDark).toBe(true)
  })

  it('have to be darker where the network is less sure of them', () => {
    const tinted: Rgb = [128, 96, 80]
    expect(worn(tinted, SURE).glasses?.isDark).toBe(true)
    expect(worn(tinted, { any: 0.65, dark: 0.3 }).glasses).toBeNull()
    expect(worn(BLACK, { any: 0.65, dark: 0.3 }).glasses?.isDark).toBe(true)
  })
})

describe('dark glass', () => {
  const face = worn(BLACK, SURE)
  const planes = { lines: createFloatPlane(SIDE, SIDE), shading: createFloatPlane(SIDE, SIDE) }
  planes.shading.values.fill(0.1)
  shadeGlass(testJob(), planes, [face], 0.9)
  const at = (x: number, y: number) => (MIDDLE.y + y) * SIDE + MIDDLE.x + x

  it('is dark and has no lines of what is mirrored in it', () => {
    for (const side of [-EYE.x, EYE.x]) {
      expect(planes.shading.values[at(side, EYE.y + 6)]).toBeCloseTo(0.9, 1)
      expect(planes.lines.values[at(side, EYE.y + 6)]).toBeCloseTo(1, 1)
    }
  })

  it('has a streak of light, slanted alike on both sides', () => {
    for (const side of [-EYE.x, EYE.x]) {
      const shadeAt = (x: number, y: number) =>
        planes.shading.values[at(side + x, EYE.y + 6 + y)] ?? 0
      const streakIn = (y: number) => {
        const row = Array.from({ length: 41 }, (_, x) => shadeAt(x - 20, y))
        return row.findIndex((shade) => shade < 0.5)
      }
      expect(streakIn(0)).toBeGreaterThan(0)
      expect(streakIn(-5)).toBeGreaterThan(streakIn(5))
    }
  })

  it('leaves the face about it as it is', () => {
    expect(planes.shading.values[at(0, 30)]).toBeCloseTo(0.1)
    expect(planes.lines.values[at(0, 30)]).toBe(0)
  })

  it('that is tinted from dark to light is so', () => {
    const tinted = { lines: createFloatPlane(SIDE, SIDE), shading: createFloatPlane(SIDE, SIDE) }
    tinted.shading.values.forEach((_, i) => {
      const below = Math.floor(i / SIDE) - (MIDDLE.y + EYE.y)
      tinted.shading.values[i] = Math.min(0.7, Math.max(0.2, 0.45 - below * 0.04))
    })
    shadeGlass(testJob(), tinted, [face], 0.9)
    // Beside the streaks of light.
    const [above, below] = [-6, 8].map((y) =>
      Math.max(...[-12, 0, 12].map((x) => tinted.shading.values[at(EYE.x + x, EYE.y + y)] ?? 0)),
    )
    expect(above).toBeGreaterThan(0.75)
    expect(below).toBeLessThan(0.7)
  })
})
