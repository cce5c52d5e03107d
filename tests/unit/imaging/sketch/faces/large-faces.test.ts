import { describe, expect, it } from 'vitest'
import type { FoundFace } from '#core/imaging/face-points/find-faces.ts'
import type { StudySettings } from '#core/imaging/tools/sketch/analysis.ts'
import { restingAbout } from '#core/imaging/tools/sketch/faces/cross-contours.ts'
import { closeUpOf, coarserBy, widerBy } from '#core/imaging/tools/sketch/faces/large-faces.ts'
import { constantPlane } from '#core/pixels/pixels.ts'
import { kernels } from '../../../../fixtures/kernels.ts'
import { FACE, MIDDLE, people } from '../../made-face.ts'

const ANGLE = -0.85
const SIDE = 320
const [face] = people().faces as [FoundFace]
const settings: StudySettings = {
  lines: { sigma: 1, length: 4, tau: 0.98, phi: 20 },
  form: { wanted: 0.1, leastStretch: 0.75 },
  restingAngle: ANGLE,
  strokes: [{ turn: 0, halfLength: 10, width: 1, seed: 1 }],
}

/** How far from the hand's own way strokes go at a place, radians. */
function bentAt(side: number, x: number, y: number): number {
  const bent = restingAbout({ widthPx: side, heightPx: side }, [face], ANGLE)
  if (bent === null) return 0
  const { cos2, sin2 } = bent
  const at = Math.round(y) * side + Math.round(x)
  const turned = Math.atan2(sin2.values[at] as number, cos2.values[at] as number) - 2 * ANGLE
  return Math.abs(Math.atan2(Math.sin(turned), Math.cos(turned))) / 2
}

/** Spread of a skin's lights under strokes of coloured pencils. */
function spreadOf(closeUp: number): number {
  const size = 64
  const part = (value: number) => ({ rows: constantPlane(value), originPx: 0, wholeHeightPx: 1 })
  const stripes = new Uint8ClampedArray(size).map((_, x) => (x % 8) * 36)
  const drawn = kernels.drawSketch({
    widthPx: size,
    heightPx: size,
    topPx: 0,
    rows: size,
    style: 'coloured-pencil',
    strength: 0.7,
    planes: {
      lines: part(1),
      shading: part(0.1),
      stroke: {
        rows: { widthPx: size, heightPx: 1, values: stripes },
        originPx: 0,
        wholeHeightPx: 1,
      },
      cross: part(128),
      skin: part(1),
      tone: part(0),
      closeUp: part(closeUp),
      red: part(225),
      green: part(180),
      blue: part(160),
    },
  })
  const lights = Array.from(kernels.luma(drawn).values)
  const mean = lights.reduce((sum, light) => sum + light, 0) / lights.length
  return Math.sqrt(lights.reduce((sum, light) => sum + (light - mean) ** 2, 0) / lights.length)
}

describe('a face that fills the photo, in coloured pencil', () => {
  it('is a close-up the more the larger it is', () => {
    const { widthPx } = face
    const [small, larger, filling] = [10, 4, 2].map((by) => closeUpOf([face], widthPx * by))
    expect(small).toBe(0)
    expect(larger).toBeGreaterThan(0.2)
    expect(larger).toBeLessThan(0.8)
    expect(filling).toBe(1)
    expect(closeUpOf([], 1000)).toBe(0)
  })

  it('is what strokes bend about: about others they do not, and no planes are filled for that', () => {
    const size = { widthPx: 10 * FACE.across, heightPx: 20 }
    const small = { ...face, widthPx: size.widthPx / 10 }
    expect(restingAbout(size, [small], ANGLE)).toBeNull()
    expect(restingAbout(size, [], ANGLE)).toBeNull()
  })

  it('has wider and longer strokes, and others as before', () => {
    const [stroke] = coarserBy(settings.strokes, 1)
    expect(stroke?.width).toBeGreaterThan(1.8)
    expect(stroke?.halfLength).toBeGreaterThan(15)
    expect(coarserBy(settings.strokes, 0)).toEqual(settings.strokes)
  })

  it('has the same strokes where two machines find it as large but for the last digits', () => {
    const one = coarserBy(settings.strokes, 0.4)
    expect(coarserBy(settings.strokes, 0.4 + 1e-4)).toEqual(one)
    expect(coarserBy(settings.strokes, 0.6)).not.toEqual(one)
  })

  it('is not needed for strokes as wide as are seen: a picture of nobody has them, as long as before', () => {
    const [usual, wider] = [settings.strokes[0], widerBy(settings.strokes)[0]]
    expect(wider?.width).toBeGreaterThan(1.5 * (usual?.width ?? 0))
    expect(wider?.halfLength).toBe(usual?.halfLength)
  })

  it('has strokes in its skin that are seen', () => {
    expect(spreadOf(1)).toBeGreaterThan(1.5 * spreadOf(0))
  })

  it('is stroked the hand’s own way in its middle, and along its form beside it', () => {
    expect(bentAt(SIDE, MIDDLE.x, MIDDLE.y - 8)).toBeLessThan(0.02)
    const [cheek, forehead] = [
      bentAt(SIDE, MIDDLE.x + 0.9 * FACE.across, MIDDLE.y),
      bentAt(SIDE, MIDDLE.x, MIDDLE.y - 0.9 * FACE.down),
    ]
    expect(cheek).toBeGreaterThan(0.15)
    expect(forehead).toBeGreaterThan(0.15)
    expect(bentAt(SIDE, 2, 2)).toBeLessThan(0.01)
  })

  it('is bent nowhere where it is small', () => {
    expect(bentAt(10 * face.widthPx, MIDDLE.x + 0.9 * FACE.across, MIDDLE.y)).toBeLessThan(1e-6)
  })
})
