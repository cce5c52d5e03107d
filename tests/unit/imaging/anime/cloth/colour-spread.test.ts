import { expect, it } from 'vitest'
import { FIRST } from '#core/imaging/tools/anime/cloth/cloth-kinds.ts'
import { colourSpreads } from '#core/imaging/tools/anime/cloth/colour-spread.ts'
import { okLabOf } from '../../../../fixtures/plain-paint.ts'
import { paint } from '../../made-pictures.ts'

const SIDE = 140

/** How far colours of one garment spread that fills a picture. */
function spreadOf(colourAt: (x: number, y: number) => readonly [number, number, number]): number {
  const picture = okLabOf(paint(SIDE, SIDE, (x, y) => [...colourAt(x, y)]))
  const of = new Uint32Array(SIDE * SIDE).fill(FIRST)
  return colourSpreads(picture, of, 2)[1] ?? 0
}

it('leather that shines has one colour, and flowers have several', () => {
  const gloss = spreadOf((x, y) => {
    const light = 60 + 50 * Math.sin(x / 9) * Math.sin(y / 13)
    return [light, light, light * 1.05]
  })
  const flowers = spreadOf((x, y) =>
    Math.sin(x / 5) * Math.sin(y / 5) > 0 ? [180, 60, 70] : [70, 90, 60],
  )
  expect(gloss).toBeLessThan(0.022)
  expect(flowers).toBeGreaterThan(0.05)
})
