import { expect, it } from 'vitest'
import { type AnimeLookName, animeLooks } from '#core/imaging/tools/anime/looks.ts'
import { grade } from '#core/imaging/tools/anime/palette.ts'

const COUNT = 60
const STEP = 0.004

/** What becomes of colours of one hue, each by so much stronger than the one before. @param degrees their hue */
function chromaOf(look: AnimeLookName, degrees: number, people = 0): readonly number[] {
  const angle = (degrees * Math.PI) / 180
  const chroma = Float32Array.from({ length: COUNT }, (_, k) => k * STEP)
  const picture = {
    widthPx: COUNT,
    heightPx: 1,
    lightness: new Float32Array(COUNT).fill(0.75),
    a: chroma.map((own) => own * Math.cos(angle)),
    b: chroma.map((own) => own * Math.sin(angle)),
  }
  grade(picture, animeLooks[look].palette, new Float32Array(COUNT).fill(people))
  return Array.from(picture.a, (a, k) => Math.hypot(a, picture.b[k] as number))
}

it.each(['soft', 'bold', 'pop'] as const)('of two colours the fainter stays it in %s', (look) => {
  for (const degrees of [30, 70, 140, 200, 260, 320]) {
    const chroma = chromaOf(look, degrees)
    for (let k = 1; k < COUNT; k++)
      expect(chroma[k]).toBeGreaterThan((chroma[k - 1] as number) - 1e-6)
  }
})

it('pop leaves wood and sand nearer to themselves than the sky', () => {
  const at = Math.round(0.06 / STEP)
  const gained = (degrees: number) => (chromaOf('pop', degrees)[at] as number) / (at * STEP)
  expect(gained(250)).toBeGreaterThan(2)
  expect(gained(65)).toBeLessThan(1.8)
})
