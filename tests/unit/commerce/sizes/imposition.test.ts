import { describe, expect, it } from 'vitest'
import { type Copy, impose } from '#core/commerce/sizes/imposition.ts'
import { type Size, sizeSchema } from '#core/commerce/sizes/size.ts'
import { randomOf } from '../../../fixtures/random-of.ts'

const sheet = { widthMm: 420, heightMm: 300 }
const size = (fields: Partial<Size> = {}): Size => ({
  widthMm: 70,
  heightMm: 140,
  cornerRadiusMm: 8,
  orientation: 'portrait',
  spacingMm: 5,
  quantity: 6,
  rows: 2,
  columns: 5,
  bottomMarginMm: 10,
  rightMarginMm: 10,
  ...fields,
})

const overlap = (a: Copy, b: Copy, gap: number): boolean =>
  a.xMm < b.xMm + b.widthMm + gap &&
  b.xMm < a.xMm + a.widthMm + gap &&
  a.yMm < b.yMm + b.heightMm + gap &&
  b.yMm < a.yMm + a.heightMm + gap

describe('imposition', () => {
  it('fills row by row with the spacing between', () => {
    const laid = impose(size(), sheet)
    expect(laid).toMatchObject({ fits: true })
    if (!laid.fits) return
    expect(laid.copies.map(({ xMm, yMm }) => [xMm, yMm])).toEqual([
      [0, 0],
      [75, 0],
      [150, 0],
      [225, 0],
      [300, 0],
      [0, 145],
    ])
  })

  it('refuses what does not fit, with the number that does', () => {
    expect(impose(size({ quantity: 11 }), sheet)).toEqual({ fits: false, most: 10 })
    expect(impose(size({ quantity: 6, bottomMarginMm: 20 }), sheet)).toEqual({
      fits: false,
      most: 5,
    })
    expect(impose(size({ widthMm: 420, heightMm: 420 }), sheet)).toEqual({ fits: false, most: 0 })
  })

  it('lays a turned copy on its side', () => {
    const laid = impose(size({ orientation: 'landscape', quantity: 2, columns: 2 }), sheet)
    expect(laid).toMatchObject({
      fits: true,
      copies: [
        { widthMm: 140, heightMm: 70 },
        { xMm: 145, yMm: 0 },
      ],
    })
  })

  it('never lets copies touch, leave the sheet, or be fewer than could be', () => {
    const share = randomOf(5)
    const random = (from: number, to: number) => from + share() * (to - from)
    for (let round = 0; round < 2000; round++) {
      const asked = size({
        widthMm: random(20, 200),
        heightMm: random(20, 200),
        spacingMm: random(0, 12),
        quantity: Math.ceil(random(0, 30)),
        rows: Math.ceil(random(0, 8)),
        columns: Math.ceil(random(0, 8)),
        bottomMarginMm: random(0, 40),
        rightMarginMm: random(0, 40),
        orientation: random(0, 1) < 0.5 ? 'portrait' : 'landscape',
      })
      const laid = impose(asked, sheet)
      if (!laid.fits) {
        expect(laid.most).toBeLessThan(asked.quantity)
        if (laid.most > 0) {
          expect(impose({ ...asked, quantity: laid.most }, sheet)).toMatchObject({ fits: true })
        }
        continue
      }
      expect(laid.copies).toHaveLength(asked.quantity)
      for (const [index, copy] of laid.copies.entries()) {
        expect(copy.xMm + copy.widthMm).toBeLessThanOrEqual(420 - asked.rightMarginMm + 1e-6)
        expect(copy.yMm + copy.heightMm).toBeLessThanOrEqual(300 - asked.bottomMarginMm + 1e-6)
        for (const other of laid.copies.slice(index + 1)) {
          expect(overlap(copy, other, asked.spacingMm - 1e-6)).toBe(false)
        }
      }
    }
  })
})

describe('a size', () => {
  it('is from 20 to 420 mm, its corners at most half the shorter side', () => {
    expect(sizeSchema.safeParse(size()).success).toBe(true)
    expect(sizeSchema.safeParse(size({ widthMm: 19 })).success).toBe(false)
    expect(sizeSchema.safeParse(size({ heightMm: 421 })).success).toBe(false)
    expect(sizeSchema.safeParse(size({ cornerRadiusMm: 35 })).success).toBe(true)
    expect(sizeSchema.safeParse(size({ cornerRadiusMm: 36 })).success).toBe(false)
  })
})
