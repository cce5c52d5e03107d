import { describe, expect, it } from 'vitest'
import { paintBackdrop } from '#core/imaging/tools/anime/background/backdrop.ts'
import { animeLooks } from '#core/imaging/tools/anime/looks.ts'
import { kernels } from '../../../../fixtures/kernels.ts'

const SIDE = 80
const isPerson = (at: number) => Math.hypot((at % SIDE) - 40, Math.floor(at / SIDE) - 55) < 20
const all = Array.from({ length: SIDE * SIDE }, (_, at) => at)

/** Somebody in middle grey before a wall of some lightness, a cell each. */
function standingBefore(wall: number, look: keyof typeof animeLooks) {
  const plane = (value: (at: number) => number) => Float32Array.from(all, value)
  const picture = {
    widthPx: SIDE,
    heightPx: SIDE,
    lightness: plane((at) => (isPerson(at) ? 0.5 : wall)),
    a: plane(() => 0),
    b: plane(() => 0),
  }
  const paint = {
    ...picture,
    lightness: picture.lightness.slice(),
    a: plane(() => 0),
    b: plane(() => 0),
  }
  const of = Uint32Array.from(all, (at) => (isPerson(at) ? 1 : 0))
  const cells = { widthPx: SIDE, heightPx: SIDE, of, total: 2 }
  const person = plane((at) => (isPerson(at) ? 1 : 0))
  paintBackdrop(kernels, paint, picture, cells, person, animeLooks[look].palette.backdrop)
  return paint
}

describe('the black before which somebody stands', () => {
  const [corner, middle] = [0, 55 * SIDE + 40]

  it('is another colour in each look: pale, black, violet', () => {
    const [soft, bold, pop] = [
      standingBefore(0.12, 'soft'),
      standingBefore(0.12, 'bold'),
      standingBefore(0.12, 'pop'),
    ]
    expect(soft.lightness[corner]).toBeGreaterThan(0.45)
    expect(bold.lightness[corner]).toBeLessThan(0.2)
    expect(pop.b[corner]).toBeLessThan(-0.1)
  })

  it('leaves people as they are', () => {
    const { lightness, b } = standingBefore(0.12, 'pop')
    expect(lightness[middle]).toBe(0.5)
    expect(b[middle]).toBe(0)
  })

  it('is none where the wall is grey', () => {
    expect(standingBefore(0.45, 'pop').b[corner]).toBe(0)
  })
})
