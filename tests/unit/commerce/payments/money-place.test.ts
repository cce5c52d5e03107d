import { expect, it } from 'vitest'
import { moneyPlaceOf } from '#core/commerce/payments/money-place.ts'

const charged = true

it('money is said to wait for the print only while it does', () => {
  expect(moneyPlaceOf([{ state: 'authorised', charged }])).toBe('held')
  expect(moneyPlaceOf([{ state: 'capture-due', charged }])).toBe('taking')
  expect(moneyPlaceOf([{ state: 'captured', charged }])).toBe('taken')
})

it('of several payments the one that has the money is told of', () => {
  expect(
    moneyPlaceOf([
      { state: 'declined', charged: false },
      { state: 'capture-due', charged },
      { state: 'voided', charged },
    ]),
  ).toBe('taking')
})
