import { describe, expect, it } from 'vitest'
import { type Address, addressFields } from '#core/commerce/validation/address.ts'
import { daysOf, initialDate, yearsOf } from '#core/commerce/validation/date-picker.ts'
import { isPhoneNumber } from '#core/commerce/validation/phone-number.ts'
import { addressSchema } from '#core/contract/entities/order.ts'

describe('a phone number', () => {
  it.each([
    '13812345678',
    '013812345678',
    '14712345678',
    '15900000000',
    '18612345678',
    '1234567',
    '12345678',
    '010-12345678',
    '01012345678',
    '0755-1234567',
  ])('%s is accepted', (text) => expect(isPhoneNumber(text)).toBe(true))

  it.each([
    '',
    '12812345678',
    '1381234567',
    '138123456789',
    '16612345678',
    '123456',
    'call me',
    '+8613812345678',
  ])('"%s" is refused', (text) => expect(isPhoneNumber(text)).toBe(false))
})

describe('a receiving address', () => {
  const whole: Address = {
    recipient: 'Anna',
    phone: '13812345678',
    country: 'Italia',
    province: 'MI',
    city: 'Milano',
    detail: 'Via Dante 1',
    postalCode: '20121',
    email: 'anna@example.org',
  }

  const wrong = (address: Address) =>
    addressSchema.safeParse(address).error?.issues.map(({ path }) => path.join('.')) ?? []

  it('is complete with its eight fields', () => expect(wrong(whole)).toEqual([]))

  it.each(addressFields)('says that %s is empty', (field) => {
    expect(wrong({ ...whole, [field]: '  ' })).toEqual([field])
  })

  it('says that the email cannot be one', () => {
    expect(wrong({ ...whole, email: 'anna' })).toEqual(['email'])
  })
})

describe('the date picker', () => {
  const config = { initType: 'ymd', yearsBefore: 5, yearsAfter: 5, initDate: '2028-02-29' } as const

  it('knows the days of every month and leap years', () => {
    expect([2027, 2028, 2100, 2000].map((year) => daysOf(year, 2))).toEqual([28, 29, 28, 29])
    expect([1, 4, 6, 9, 11, 12].map((month) => daysOf(2026, month))).toEqual([
      31, 30, 30, 30, 30, 31,
    ])
  })

  it('begins with its date, or says that it is none', () => {
    expect(initialDate(config)).toEqual({ year: 2028, month: 2, day: 29 })
    expect(initialDate({ ...config, initType: 'ym', initDate: '2026-11' })).toEqual({
      year: 2026,
      month: 11,
      day: 1,
    })
    for (const initDate of ['2027-02-29', '2026-13-01', '21.11.2026', '2026-11', ''])
      expect(initialDate({ ...config, initDate })).toBeNull()
  })

  it('offers five years before and after', () => {
    expect(yearsOf(config, 2026)).toEqual([
      2021, 2022, 2023, 2024, 2025, 2026, 2027, 2028, 2029, 2030, 2031,
    ])
  })
})
