import { describe, expect, it } from 'vitest'
import { skinOfFace } from '#core/imaging/face-points/skin-of-face.ts'
import { drawnPartsOf } from '#core/imaging/tools/anime/faces/drawn-parts.ts'
import { faceSkinOf } from '#core/imaging/tools/anime/faces/face-skin.ts'
import { movedSkin, skinMoveOf } from '#core/imaging/tools/anime/faces/kept-skin.ts'
import type { OkLab } from '#core/pixels/oklab.ts'
import { kernels } from '../../fixtures/kernels.ts'
import { people } from './made-face.ts'
import { faceWith } from './painted-face.ts'

const [face] = people().faces
if (!face) throw new Error('There is a face.')
const picture = faceWith(() => false, [0, 0, 0])
const seen = skinOfFace(kernels, picture, face)
if (seen === null) throw new Error('There is skin.')
const skin = faceSkinOf(kernels, seen, face, drawnPartsOf(kernels, picture, face, seen))
const hueOf = ([, a, b]: OkLab) => (Math.atan2(b, a) * 180) / Math.PI

/** Of the skin's own tone as it is painted: so much lighter, and turned by so many degrees. */
function painted(lighter: number, turned: number): OkLab {
  const by = { light: lighter, turn: (turned * Math.PI) / 180 }
  const tones = skin.tones.map((tone) => movedSkin(tone, by))
  const move = skinMoveOf(seen ?? never(), skin, tones)
  return movedSkin(movedSkin(skin.tone, by), move)
}

const never = (): never => {
  throw new Error('There is skin.')
}

describe('the skin of a face', () => {
  it('is painted a little lighter than it is, and no more than that, whatever its tones are', () => {
    for (const lighter of [0.1, 0.01, -0.1]) {
      const by = painted(lighter, 0)[0] - skin.tone[0]
      expect(by).toBeGreaterThan(0.02)
      expect(by).toBeLessThan(0.035)
    }
  })

  it('is painted lighter in the shade where the face is so small that strokes cover much of it', () => {
    const lighterBy = (width: number, shade: number) => {
      const { lab } = seen ?? never()
      const shaded = {
        ...(seen ?? never()),
        lab: { ...lab, light: lab.light.map((v) => v * shade) },
      }
      const tones = skin.tones.map(([light, a, b]): OkLab => [light * shade, a, b])
      return skinMoveOf(shaded, skin, tones, null, width).light
    }
    expect(lighterBy(0.07, 0.8)).toBeGreaterThan(lighterBy(0.3, 0.8) + 0.004)
    expect(lighterBy(0.07, 0.8)).toBeLessThan(0.045)
    expect(lighterBy(0.07, 1)).toBeCloseTo(lighterBy(0.3, 1), 6)
  })

  /** By how much a small face is painted lighter whose skin is so dark and so strong in colour against its light. */
  function shadedBy(shade: number, colour: number): number {
    const { lab } = seen ?? never()
    const strength = shade * colour
    const shaded = {
      ...(seen ?? never()),
      lab: {
        light: lab.light.map((v) => v * shade),
        a: lab.a.map((v) => v * strength),
        b: lab.b.map((v) => v * strength),
      },
    }
    const tones = skin.tones.map(
      ([light, a, b]): OkLab => [light * shade, a * strength, b * strength],
    )
    return skinMoveOf(shaded, skin, tones, null, 0.07).light
  }

  it('is painted lighter in deep shade where it is pale, which it is by its little colour', () => {
    expect(shadedBy(0.65, 0.6)).toBeGreaterThan(shadedBy(0.65, 2) + 0.015)
  })

  it('stays as dark as it is where it is dark skin, and where a photograph has no colours', () => {
    expect(shadedBy(0.65, 0)).toBeCloseTo(shadedBy(0.65, 2), 2)
    expect(shadedBy(0.45, 0.6)).toBeCloseTo(shadedBy(0.45, 2), 2)
  })

  it('keeps its hue within four degrees', () => {
    expect(Math.abs(hueOf(painted(0, 15)) - hueOf(skin.tone))).toBeLessThan(4.5)
    expect(Math.abs(hueOf(painted(0, -15)) - hueOf(skin.tone))).toBeLessThan(4.5)
  })

  it('makes up for green glass that hides a part of it', () => {
    const share = seen.inside.values.map((_, i) => (i % 4 === 0 ? 1 : 0))
    const glass = { share, colour: [0.5, -0.08, 0.1] as const satisfies OkLab }
    const { turn } = skinMoveOf(seen, skin, skin.tones, glass)
    expect(turn).toBeLessThan(-0.02)
  })

  it('has a shade in even light, but not in a face that is far', () => {
    const parts = drawnPartsOf(kernels, picture, face, seen)
    expect(skin.tones).toHaveLength(2)
    expect(faceSkinOf(kernels, seen, face, parts, true).tones).toHaveLength(1)
  })
})
