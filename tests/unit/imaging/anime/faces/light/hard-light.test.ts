import { describe, expect, it } from 'vitest'
import { skinOfFace } from '#core/imaging/face-points/skin-of-face.ts'
import { celShadeOf } from '#core/imaging/tools/anime/faces/light/cel-shade.ts'
import { hardLightOn } from '#core/imaging/tools/anime/faces/light/hard-light.ts'
import { drawnPartsOf } from '#core/imaging/tools/anime/faces/parts/drawn-parts.ts'
import { faceSkinOf } from '#core/imaging/tools/anime/faces/skin/face-skin.ts'
import { lighterUnder, skinMoveOf } from '#core/imaging/tools/anime/faces/skin/kept-skin.ts'
import { paintedTones } from '#core/imaging/tools/anime/faces/skin/painted-tones.ts'
import type { OkLab } from '#core/pixels/oklab.ts'
import { kernels } from '../../../../../fixtures/kernels.ts'
import { isFace, MIDDLE, people } from '../../../made-face.ts'
import { paint } from '../../../made-pictures.ts'
import { type Rgb, WALL } from '../../../painted-face.ts'

const PALE: Rgb = [212, 170, 148]
const DARK: Rgb = [96, 64, 50]

const darker = ([red, green, blue]: Rgb, by: number): Rgb => [red * by, green * by, blue * by]

/** A face of which one cheek is lit, and all else lies in a deep shade. */
function halfLit(skin: Rgb, shade: number) {
  const picture = paint(320, 320, (x, y) => {
    if (!isFace(x, y)) return WALL
    return x < MIDDLE.x - 26 ? skin : darker(skin, shade)
  })
  const [face] = people().faces
  const seen = face && skinOfFace(kernels, picture, face)
  if (!face || !seen) throw new Error('There is a face with skin.')
  return { seen, skin: faceSkinOf(kernels, seen, face, drawnPartsOf(kernels, picture, face, seen)) }
}

describe('a hard light on a face', () => {
  it('is one where lit places are light and lie far above the mean of the skin', () => {
    expect(hardLightOn(0.48, 0.76)).toBe(1)
    expect(hardLightOn(0.6, 0.7)).toBe(0)
  })

  it('is none where dark skin shines, or where a face is light all the same', () => {
    expect(hardLightOn(0.42, 0.63)).toBe(0)
    expect(hardLightOn(0.68, 0.92)).toBe(0)
  })

  it('is seen in a pale face of which most lies in deep shade, and in no dark one', () => {
    expect(halfLit(PALE, 0.42).skin.hard).toBeGreaterThan(0.5)
    expect(halfLit(DARK, 0.42).skin.hard).toBe(0)
    expect(halfLit(PALE, 0.85).skin.hard).toBe(0)
  })

  it('leaves its light and its shade further apart', () => {
    const lamp = new Float32Array(100).map((_, i) => i / 100)
    const all = new Float32Array(100).fill(1)
    const apart = (hard: number) => {
      const even = { share: 0, apart: 0 }
      return celShadeOf(lamp, all, [0.4, 0.55], [0.5, 0.5], { pale: even, hard }).apart
    }
    expect(apart(1)).toBeGreaterThan(apart(0) + 0.12)
    const base: OkLab = [0.5, 0.05, 0.05]
    const tones: OkLab[] = [
      [0.3, 0.04, 0.04],
      [0.63, 0.06, 0.06],
    ]
    const painted = (hard: number) => {
      const skin = { tone: base, tones, shares: [0.4, 0.6], pale: 0, hard }
      const [shade, lit] = paintedTones(skin, base, 1, 0)
      return (lit?.[0] ?? 0) - (shade?.[0] ?? 0)
    }
    expect(painted(1)).toBeGreaterThan(painted(0) + 0.03)
  })

  it('makes skin lighter by some hundredths, as a painter’s shade covers less than its own', () => {
    const { seen, skin } = halfLit(PALE, 0.42)
    const move = skinMoveOf(seen, skin, skin.tones)
    const more = lighterUnder(move, 0) - lighterUnder({ ...move, hard: 0 }, 0)
    expect(more).toBeGreaterThan(0.02)
    expect(more).toBeLessThan(0.11)
  })
})
