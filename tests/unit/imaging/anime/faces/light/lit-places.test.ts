import { describe, expect, it } from 'vitest'
import {
  brighterBy,
  litPlacesOf,
  withLit,
} from '#core/imaging/tools/anime/faces/light/lit-places.ts'

const SIDE = 40
const plane = (valueAt: (x: number, y: number) => number) =>
  Float32Array.from({ length: SIDE * SIDE }, (_, i) => valueAt(i % SIDE, Math.floor(i / SIDE)))
const skin = plane(() => 1)

describe('the light on a far face', () => {
  it('is as light as the photo’s, and no lighter than a bound', () => {
    const lit = (by: number) => plane((x) => (x < SIDE / 2 ? 0.6 + by : 0.6 - by))
    expect(brighterBy(lit(0.02), skin, 0.6, 0.1)).toBe(0)
    expect(brighterBy(lit(0.07), skin, 0.6, 0.1)).toBeCloseTo(0.045)
    expect(brighterBy(lit(0.2), skin, 0.6, 0.1)).toBeCloseTo(0.06)
  })

  it('lies where lamp and photo both have light, on a third of the skin', () => {
    const lamp = plane((x) => x)
    const photo = plane((_, y) => -y)
    const { values, step } = litPlacesOf(lamp, photo, skin)
    const lit = values.map((own) => (own >= step ? 1 : 0))
    const share = lit.reduce((sum, own) => sum + own, 0) / lit.length
    expect(share).toBeGreaterThan(0.32)
    expect(share).toBeLessThan(0.38)
    expect(lit[SIDE - 1]).toBe(1)
    expect(lit[(SIDE - 1) * SIDE]).toBe(0)
  })

  it('never lies in the shade', () => {
    const size = { widthPx: SIDE, heightPx: SIDE }
    const shaded = { ...size, values: plane((x) => (x < SIDE / 2 ? 0 : 1)) }
    const { values } = withLit(shaded, { ...size, values: plane(() => 1) })
    expect(values[0]).toBe(0)
    expect(values[SIDE - 1]).toBe(2)
  })
})
