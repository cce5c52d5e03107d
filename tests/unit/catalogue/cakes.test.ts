import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cakeGeometry, cakeInches, cakeProduct, customCake } from '#core/catalogue/cakes.ts'
import { productSchema } from '#core/design/document.ts'
import { isRound } from '#core/design/geometry.ts'

it('preset cakes have their size in inches, round or square', () => {
  expect(cakeInches).toEqual([4, 6, 8, 10, 12])
  for (const inches of cakeInches) {
    expect(cakeGeometry('round', inches).widthMm).toBeCloseTo(inches * 25.4)
    expect(isRound(cakeGeometry('round', inches))).toBe(true)
    expect(cakeGeometry('square', inches)).toMatchObject({ cornerRadiusMm: 0, bleedMm: 3 })
    expect(productSchema.safeParse(cakeProduct('square', inches)).success).toBe(true)
  }
})

it('every size within the limits is a valid product', () => {
  const side = fc.double({ min: 20, max: 420, noNaN: true })
  fc.assert(
    fc.property(
      side,
      side,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (widthMm, heightMm, round) => {
        const cornerRadiusMm = (Math.min(widthMm, heightMm) / 2) * round
        const checked = customCake({ widthMm, heightMm, cornerRadiusMm })
        expect(checked.ok && productSchema.safeParse(checked.product).success).toBe(true)
      },
    ),
  )
})

it('no number, however odd, gives a product outside the limits', () => {
  fc.assert(
    fc.property(fc.double(), fc.double(), fc.double(), (widthMm, heightMm, cornerRadiusMm) => {
      const checked = customCake({ widthMm, heightMm, cornerRadiusMm })
      if (!checked.ok) {
        expect(checked.errors.length).toBeGreaterThan(0)
        return
      }
      expect(checked.product.geometry.widthMm).toBeGreaterThanOrEqual(20)
      expect(checked.product.geometry.heightMm).toBeLessThanOrEqual(420)
    }),
  )
})

it('empty fields are all named at once', () => {
  const checked = customCake({ widthMm: null, heightMm: null, cornerRadiusMm: null })
  if (checked.ok) throw new Error('taken')
  expect(checked.errors.map(({ field, code }) => [field, code])).toEqual([
    ['widthMm', 'empty'],
    ['heightMm', 'empty'],
  ])
})

it('what is too small, too large or no number says its limits', () => {
  const errorOf = (widthMm: number) => {
    const checked = customCake({ widthMm, heightMm: 100, cornerRadiusMm: 0 })
    return checked.ok ? null : checked.errors[0]
  }
  expect(errorOf(19.9)).toEqual({ field: 'widthMm', code: 'too-small', minMm: 20, maxMm: 420 })
  expect(errorOf(420.1)).toMatchObject({ code: 'too-large' })
  expect(errorOf(Number.NaN)).toMatchObject({ code: 'not-a-number' })
})

it('a machine may print other sizes', () => {
  const size = { widthMm: 300, heightMm: 300, cornerRadiusMm: 0 }
  expect(customCake(size, { minMm: 50, maxMm: 200 }).ok).toBe(false)
})

it('corners are round up to half the shorter side, and empty ones are square', () => {
  const corner = (cornerRadiusMm: number | null) =>
    customCake({ widthMm: 100, heightMm: 60, cornerRadiusMm })
  expect(corner(30).ok).toBe(true)
  expect(corner(null).ok).toBe(true)
  expect(corner(30.1)).toMatchObject({ ok: false, errors: [{ code: 'too-large', maxMm: 30 }] })
})
