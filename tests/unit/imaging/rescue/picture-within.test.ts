import { describe, expect, it } from 'vitest'
import { pictureWithin } from '#core/imaging/tools/rescue/sheet/picture-within.ts'
import { paint } from '../made-pictures.ts'

type Rgb = readonly [number, number, number]
const [WIDE, HIGH] = [360, 240]
const paper: Rgb = [246, 243, 236]
const hills = (x: number, y: number): Rgb => [60 + ((x * 3) % 90), 90 + ((y * 5) % 80), 70]

/** A picture on paper, whose rims are so many px wide. */
const print = (
  rims: Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>,
  { rim = paper, picture = hills }: { rim?: Rgb; picture?: typeof hills } = {},
) =>
  paint(WIDE, HIGH, (x, y) => {
    const isWithin =
      x >= rims.left && x < WIDE - rims.right && y >= rims.top && y < HIGH - rims.bottom
    return isWithin ? picture(x, y) : rim
  })
const even = (px: number) => ({ left: px, right: px, top: px, bottom: px })

describe('the picture on a print', () => {
  it.each([3, 8, 16])('lies within a white rim of %i px, of which nothing is left', (rim) => {
    const found = pictureWithin(print(even(rim)))
    if (found === null) throw new Error('no rim was found')
    const { x, y, width, height } = found
    for (const [side, length] of [
      [x, WIDE],
      [y, HIGH],
      [1 - x - width, WIDE],
      [1 - y - height, HIGH],
    ] as const) {
      expect(side * length).toBeGreaterThanOrEqual(rim)
      expect(side * length).toBeLessThanOrEqual(rim + 2.5)
    }
  })

  it('lies over the broad foot of an instant print', () => {
    const found = pictureWithin(print({ ...even(10), bottom: 50 }))
    expect(HIGH * (1 - (found?.y ?? 0) - (found?.height ?? 0))).toBeCloseTo(51, 0)
  })

  it('has a rim as wide where its sky is as pale as that', () => {
    const sky = (x: number, y: number): Rgb => (y < 90 ? [248, 246, 240] : hills(x, y))
    const found = pictureWithin(print(even(10), { picture: sky }))
    expect(HIGH * (found?.y ?? 0)).toBeCloseTo(11, 0)
  })
})

describe('all of a sheet is its picture', () => {
  it('where it has no rim, or none of paper', () => {
    expect(pictureWithin(print(even(0)))).toBeNull()
    expect(pictureWithin(print(even(10), { rim: [70, 50, 40] }))).toBeNull()
  })

  it('where it is a drawing, whose lines end anywhere', () => {
    const line = (x: number, y: number): Rgb =>
      Math.abs(y - 120 - 70 * Math.sin(x / 30)) < 3 ? [20, 20, 20] : paper
    expect(pictureWithin(print(even(10), { picture: line }))).toBeNull()
  })

  it('where its sky and its ground are pale', () => {
    const pale = (x: number, y: number): Rgb => (y > 60 && y < 180 ? hills(x, y) : paper)
    expect(pictureWithin(print(even(0), { picture: pale }))).toBeNull()
  })
})
