import { describe, expect, it } from 'vitest'
import type { FoundFace } from '#core/imaging/face-points/find-faces.ts'
import type { Shape } from '#core/imaging/face-points/shapes.ts'
import { skinOfFace } from '#core/imaging/face-points/skin-of-face.ts'
import { drawnPartsOf } from '#core/imaging/tools/anime/faces/parts/drawn-parts.ts'
import { faceSkinOf } from '#core/imaging/tools/anime/faces/skin/face-skin.ts'
import {
  lighterUnder,
  movedSkin,
  skinMoveOf,
} from '#core/imaging/tools/anime/faces/skin/kept-skin.ts'
import { lightOfStrokes } from '#core/imaging/tools/anime/faces/skin/strokes-on-skin.ts'
import type { OkLab } from '#core/pixels/oklab.ts'
import { kernels } from '../../../../../fixtures/kernels.ts'
import { people } from '../../../made-face.ts'
import { faceWith } from '../../../painted-face.ts'

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

/** A black stroke across the cheeks of a face, so wide, face widths. */
function wideStroke({ widthPx, points: { points } }: FoundFace, width: number): Shape {
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  const [top, bottom] = [Math.max(...ys) - 2 * width * widthPx, Math.max(...ys) - width * widthPx]
  const outline = [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ]
  return { outline, colour: [0, 0, 0], opacity: 0.1 }
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

  it('is painted lighter by what strokes darken it, where it is not dark, and dark skin is not', () => {
    const strokes = [wideStroke(face, 0.3)]
    const darkened = lightOfStrokes(seen, skin, skin.tones, strokes)
    expect(darkened).toBeLessThan(-0.005)
    const move = skinMoveOf(seen, skin, skin.tones)
    const more = lighterUnder(move, darkened) - lighterUnder(move, 0)
    expect(more).toBeGreaterThan(0.6 * -darkened)
    expect(lighterUnder(move, 0.05)).toBe(0)
    expect(lighterUnder({ ...move, isLight: 0 }, darkened)).toBe(0)
  })

  /** By how much a face is painted lighter whose skin is so dark and so strong in colour against its light. */
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
    const move = skinMoveOf(shaded, skin, tones)
    return move.light + lighterUnder(move, -0.01)
  }

  it('is painted lighter in deep shade where it is pale, which it is by its little colour', () => {
    expect(shadedBy(0.65, 0.6)).toBeGreaterThan(shadedBy(0.65, 2) + 0.015)
  })

  it('stays as dark as it is where it is dark skin, and where a photograph has no colours', () => {
    expect(shadedBy(0.65, 0)).toBeCloseTo(shadedBy(0.65, 2), 2)
    expect(shadedBy(0.45, 0.6)).toBeCloseTo(shadedBy(0.45, 2), 2)
  })

  it('is painted lighter by 0.035 more where it is beyond doubt pale skin in the shade', () => {
    const move = skinMoveOf(seen, skin, skin.tones)
    const more = lighterUnder({ ...move, surelyPale: 1 }, -0.01) - lighterUnder(move, -0.01)
    expect(move.surelyPale).toBe(0)
    expect(more / move.share).toBeCloseTo(0.035, 5)
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
