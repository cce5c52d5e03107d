import { expect, it } from 'vitest'
import { skinOfFace } from '#core/imaging/face-points/skin-of-face.ts'
import { beardOf } from '#core/imaging/tools/sketch/skin/beard.ts'
import { kernels } from '../../../../fixtures/kernels.ts'
import { bearded, isFace, MIDDLE, people, SIDE } from '../../made-face.ts'
import { paint } from '../../made-pictures.ts'
import type { Rgb } from '../../painted-face.ts'

const lit: Rgb = [190, 150, 128]
const shade: Rgb = [125, 97, 83]
const [face] = bearded(people(isFace)).faces

/** Tells how much places of a bearded face are beard for a sketch, in light from its right. */
function beardIn(colourOfShade: Rgb) {
  if (face === undefined) throw new Error('There is a face.')
  const picture = paint(SIDE, SIDE, (x, y) => {
    if (!isFace(x, y)) return [3, 3, 4]
    return x < MIDDLE.x ? lit : colourOfShade
  })
  const seen = skinOfFace(kernels, picture, face)
  if (seen === null) throw new Error('There is a face with skin.')
  const lights = Array.from(seen.lab.light).filter((_, i) => (seen.skin.values[i] ?? 0) > 0.9)
  const lightness = lights.reduce((sum, light) => sum + light, 0) / lights.length
  return { beardAt: beardOf({ face, seen, lightness }), lightness }
}

/** Beside a mouth, on either side. */
const right = [MIDDLE.x - 45, 215] as const
const left = [MIDDLE.x + 45, 215] as const

it('stubble on the side of a face that lies in the shade is no more of a beard than on the other', () => {
  const { beardAt, lightness } = beardIn(shade)
  const [onLit, onShade] = [0.72, 0.5]
  expect(beardAt(...right, onLit / lightness)).toBeLessThan(0.5)
  expect(beardAt(...left, onShade / lightness)).toBeLessThan(0.5)
})

it('a beard that is much darker than the skin beside it is one on either side', () => {
  const { beardAt, lightness } = beardIn(shade)
  expect(beardAt(...right, 0.35 / lightness)).toBeGreaterThan(0.9)
  expect(beardAt(...left, 0.3 / lightness)).toBeGreaterThan(0.9)
})

it('in an even light all of a face tells what is darker than it', () => {
  const { beardAt, lightness } = beardIn(lit)
  expect(beardAt(...left, 0.5 / lightness)).toBeCloseTo(beardAt(...right, 0.5 / lightness), 2)
  expect(beardAt(...left, 0.5 / lightness)).toBeGreaterThan(0.9)
})
