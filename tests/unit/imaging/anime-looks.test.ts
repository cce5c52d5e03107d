import { describe, expect, it } from 'vitest'
import { litNight } from '#core/imaging/tools/anime/lit-night.ts'
import { type AnimeLookName, animeLooks } from '#core/imaging/tools/anime/looks.ts'
import { grade } from '#core/imaging/tools/anime/palette.ts'
import { paint } from './made-pictures.ts'

const night = paint(80, 60, (x, y) =>
  x > 60 && y > 40 ? [240, 160, 40] : x < 40 ? [0, 0, 0] : [20, 14, 10],
)
const at = ({ rgba }: typeof night, x: number, y: number) => [
  ...rgba.subarray((y * 80 + x) * 4, (y * 80 + x) * 4 + 3),
]

describe('a dark photo, lit as a night scene', () => {
  it('shows what could hardly be seen, and stays dark', () => {
    const [red = 0] = at(litNight(night), 50, 10)
    expect(red).toBeGreaterThan(36)
    expect(red).toBeLessThan(90)
  })

  it('keeps black black, and a lamp its colour', () => {
    const lit = litNight(night)
    expect(at(lit, 5, 5)).toEqual([0, 0, 0])
    const [red = 0, green = 0, blue = 0] = at(lit, 70, 50)
    expect(green / red).toBeCloseTo(160 / 240, 1)
    expect(blue / red).toBeCloseTo(40 / 240, 1)
  })

  it('is itself where it is a portrait in low light, whose beard and hair are told by what is dark', () => {
    const lowKey = paint(80, 60, (x) => (x < 50 ? [20, 20, 22] : [40, 40, 42]))
    expect(litNight(lowKey)).toBe(lowKey)
  })

  it('is itself where a quarter of it is light enough', () => {
    const day = paint(80, 60, (x) => (x < 50 ? [10, 10, 10] : [120, 130, 140]))
    expect(litNight(day)).toBe(day)
  })
})

/** What the dark half of a picture becomes in a look: the mean of its lightness, a and b. */
function darkIn(look: AnimeLookName): readonly [light: number, a: number, b: number] {
  const lightness = Float32Array.from({ length: 100 }, (_, place) => (place < 60 ? 0.15 : 0.7))
  const [a, b] = [new Float32Array(100), new Float32Array(100)]
  grade(
    { widthPx: 10, heightPx: 10, lightness, a, b },
    animeLooks[look].palette,
    new Float32Array(100),
  )
  return [lightness[5] ?? 0, a[5] ?? 0, b[5] ?? 0]
}

describe('the dark of a picture', () => {
  it('is told apart at a glance in all three looks', () => {
    const [soft, bold, pop] = [darkIn('soft'), darkIn('bold'), darkIn('pop')]
    for (const [one, other] of [
      [soft, bold],
      [bold, pop],
      [pop, soft],
    ] as const)
      expect(Math.hypot(...one.map((value, k) => value - (other[k] ?? 0)))).toBeGreaterThan(0.04)
  })

  it('is ink in bold, indigo in soft and violet in pop', () => {
    const [soft, bold, pop] = [darkIn('soft'), darkIn('bold'), darkIn('pop')]
    expect(bold[0]).toBeLessThan(soft[0])
    expect(soft[2]).toBeLessThan(bold[2])
    expect(pop[1]).toBeGreaterThan(soft[1])
    expect(pop[2]).toBeLessThan(soft[2])
  })
})
