import { describe, expect, it } from 'vitest'
import { MetColours } from '#core/imaging/tools/anime/colour/met-colours.ts'
import { randomOf } from '../../../../fixtures/random-of.ts'

describe('colours that were met', () => {
  it('have the number of the first of their kind, told apart to the last bit', () => {
    const light = Float32Array.of(0.5, 0.5, 0.50000006, 0.5, 0.5, 0.50000006)
    const red = Float32Array.of(0, 0.1, 0.1, -0, 0, 0.1)
    const yellow = Float32Array.of(0.2, 0.2, 0.2, 0.2, 0.2, 0.2)
    const met = new MetColours(8)
    const numbers = [...light.keys()].map((at) => met.numberOf(light, red, yellow, at))
    expect(numbers).toEqual([0, 1, 2, 3, 0, 2])
    expect(met.count).toBe(4)
  })

  it('are as many as there is room for, and new once they are forgotten', () => {
    const random = randomOf(3)
    const plane = () => Float32Array.from({ length: 500 }, () => Math.floor(4 * random()) / 4)
    const planes = [plane(), plane(), plane()] as const
    const met = new MetColours(64)
    const keys = [...planes[0].keys()].map((at) => planes.map((own) => own[at]).join())
    const kinds = [...new Set(keys)]
    const numbersIn = () => keys.map((_, at) => met.numberOf(...planes, at))
    expect(numbersIn()).toEqual(keys.map((key) => kinds.indexOf(key)))
    met.forget()
    expect(met.count).toBe(0)
    expect(numbersIn()).toEqual(keys.map((key) => kinds.indexOf(key)))
  })
})
