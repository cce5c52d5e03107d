import i18next from 'i18next'
import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { expect, it } from 'vitest'
import type { OrderDetail, OrderedProduct } from '#core/contract/entities/order.ts'
import { AddressText } from '#src/order/AddressText.tsx'
import { OrderFacts } from '#src/order/OrderFacts.tsx'
import { AccountName } from '#src/shell/accounts/AccountName.tsx'

await i18next.use(initReactI18next).init({ lng: 'ar' })

/** What stands in directions of its own, whatever the language of the page. */
function isolated<P extends object>(component: FunctionComponent<P>, props: P): readonly string[] {
  const markup = renderToStaticMarkup(createElement(component, props))
  return [...markup.matchAll(/<bdi[^>]*>([^<]+)<\/bdi>/g)].map(([, words = '']) => words)
}

it('the lines of an address keep the direction of their own words', () => {
  const lines = ['Anna Rossi', '00100 Roma', '+39 06 1234']
  expect(isolated(AddressText, { lines })).toEqual(lines)
})

it('so does the name of an account, or the number that stands for it', () => {
  const login = { username: 'Anna (12)', phone: '+39 06 1234' }
  expect(isolated(AccountName, { login })).toEqual(['Anna (12)'])
  expect(isolated(AccountName, { login: { ...login, username: '' } })).toEqual(['+39 06 1234'])
})

it('so do the facts of an order: its number, what was remarked, where it is printed and sent', () => {
  const product: OrderedProduct = {
    kind: 'cake',
    modelId: null,
    materialId: null,
    caseColour: null,
    shape: 'round',
    sizeInches: 8,
    widthMm: 203.2,
    heightMm: 203.2,
  }
  const total = { minor: 4900, currency: 'CNY' }
  const order: OrderDetail = {
    order_number: '20261122-ABC123',
    status: 0,
    stage: 'in-production',
    product,
    quantity: 1,
    total,
    placedAtMs: 0,
    changedAtMs: 0,
    payByMs: null,
    machine_id: 'M001',
    machineName: 'Roma 1',
    pickup: false,
    previewFile: null,
    version: 1,
    quote: { unit: total, goods: total, discount: total, shipping: total, total, coupon: null },
    size: null,
    promotionNumber: 'P-7',
    remarks: '2 x (blue)',
    logisticsCompany: 'SF!',
    courierNumber: 'SF 12',
    shippedAtMs: null,
    address: null,
    printNumber: 3,
    pickupCode: null,
    pickupQr: null,
    money: 'none',
    paidAtStation: false,
    payOffline: true,
    history: [],
  }
  const words = ['20261122-ABC123', '2 x (blue)', 'SF 12', 'SF!', 'P-7', 'Roma 1 (M001)']
  expect(isolated(OrderFacts, { order })).toEqual(expect.arrayContaining(words))
})
