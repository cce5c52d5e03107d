import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { cakeProduct, customCake } from '#core/catalogue/cakes.ts'
import { caseProduct } from '#core/catalogue/cases.ts'
import { placeOrder, quoteOrder } from '#core/contract/services/orders.ts'
import { newDesign } from '#core/design/create.ts'
import type { Design, Geometry, Product } from '#core/design/document.ts'
import { unwrap } from '#core/errors.ts'
import { orders, stock } from '#server/database/schema.ts'
import { goodSize } from './good-requests.ts'
import { blackCase, goodRequest, newCustomer, type OrderRequest, openShopOfFile } from './shop.ts'

const shop = openShopOfFile({ STAMPA_RATE_FACTOR: '1000' })
let token: string
beforeEach(async () => {
  token = await newCustomer(shop)
})

const place = (request: OrderRequest) => shop.call(placeOrder, request, { token })
const design = (product: Product): Design => newDesign(product, randomUUID())
const customOf = (widthMm: number, heightMm: number, cornerRadiusMm = 0): Product => {
  const checked = customCake({ widthMm, heightMm, cornerRadiusMm })
  if (!checked.ok) throw new Error('that is no good size')
  return checked.product
}
const ownCase = (modelId: string, geometry: Geometry): Product => ({
  kind: 'phone-case',
  catalogueVersion: 1,
  modelId,
  materialId: 'own',
  caseColour: '#123456',
  geometry,
})
const sheet = (side: number): Geometry => ({
  widthMm: side,
  heightMm: side,
  cornerRadiusMm: 0,
  bleedMm: 0,
  safeMm: 0,
  holes: [],
})
const stockOf = async (item: string) => {
  const [row] = await shop.context.database
    .select()
    .from(stock)
    .where(and(eq(stock.machineId, 'M001'), eq(stock.item, item)))
  return row?.available ?? 0
}

describe('a design whose geometry its choice does not explain', () => {
  it.each<[string, Product]>([
    ['4 inch with the outline of 12', { ...cakeProduct('square', 4), geometry: sheet(304.8) }],
    ['an own case of 430 x 430 mm', ownCase('apple-iphone-15-pro', sheet(430))],
    ['an unknown phone', ownCase('nokia-3310', blackCase().geometry)],
    ['a custom size with another outline', { ...customOf(20, 20), geometry: sheet(400) }],
    ['an unknown version', { ...cakeProduct('square', 4), catalogueVersion: 7 }],
    ['bleed taken off', { ...blackCase(), geometry: { ...blackCase().geometry, bleedMm: 0 } }],
  ])('is refused: %s', async (_, product) => {
    const request = await goodRequest(shop, token, { design: design(product) })
    for (const expectedTotalMinor of [request.expectedTotalMinor, 0, 1900, 2900]) {
      const refused = await place({ ...request, expectedTotalMinor })
      expect(refused).toMatchObject({ fault: { code: 'product-unknown' } })
    }
  })

  it('is no request at all where it has no size', async () => {
    const product = { ...customOf(20, 20), widthMm: 1e-9, heightMm: 1e-9 }
    const request = await goodRequest(shop, token, { design: design(customOf(20, 20)) })
    const size = { ...goodSize, widthMm: 420, heightMm: 420, quantity: 1 }
    const refused = await place({
      ...request,
      size,
      design: design({ ...product, geometry: sheet(1e-9) }),
      expectedTotalMinor: 0,
    })
    expect(refused).toMatchObject({ fault: { code: 'fields-wrong' } })
  })

  it('has no price either', async () => {
    const product = ownCase('nokia-3310', sheet(430))
    const basket = { machine_id: 'M001', product, quantity: 1, pickup: true }
    const quote = await shop.call(quoteOrder, basket, { token })
    expect(quote).toMatchObject({ fault: { code: 'product-unknown' } })
  })
})

describe('the price', () => {
  it('is the one of the choice, whatever geometry a quote is asked with', async () => {
    const basket = { machine_id: 'M001', quantity: 1, pickup: true }
    const asked = async (product: Product) =>
      unwrap(await shop.call(quoteOrder, { ...basket, product }, { token })).value.total.minor
    const twelve = await asked(cakeProduct('square', 12))
    expect(await asked({ ...cakeProduct('square', 12), geometry: sheet(1) })).toBe(twelve)
    const custom = await asked(customOf(200, 150))
    expect(custom).toBe(await asked({ ...customOf(200, 150), geometry: sheet(1) }))
    expect(custom).toBeGreaterThan(await asked(customOf(20, 20)))
  })
})

describe('a size on the sheet', () => {
  it("is refused where one copy is not the design's own size", async () => {
    const size = { ...goodSize, widthMm: 49, quantity: 1 }
    const request = await goodRequest(shop, token, { design: design(customOf(50, 50, 25)), size })
    expect(await place(request)).toMatchObject({ fault: { code: 'fields-wrong' } })
  })

  it('is for cakes: 49 cases with one take 49 blanks', async () => {
    const item = 'case:apple-iphone-15-pro:glossy:black'
    await shop.context.database
      .update(stock)
      .set({ available: 60 })
      .where(and(eq(stock.machineId, 'M001'), eq(stock.item, item)))
    const product = caseProduct('apple-iphone-15-pro', 'glossy', '#1d1b1c')
    if (product === null) throw new Error('the catalogue lacks it')
    const { widthMm, heightMm, cornerRadiusMm } = product.geometry
    const size = { ...goodSize, widthMm, heightMm, cornerRadiusMm, quantity: 49 }
    const request = { design: design(product), size, quantity: 49 }
    unwrap(await place(await goodRequest(shop, token, request)))
    expect(await stockOf(item)).toBe(11)
  })
})

it('a design of version 1 is ordered as the one that it becomes', async () => {
  const { catalogueVersion: _, ...product } = blackCase()
  const request = await goodRequest(shop, token)
  const old = { ...request.design, version: 1, product } as unknown as Design
  const order = unwrap(await place({ ...request, design: old })).value
  const [row] = await shop.context.database
    .select({ design: orders.design })
    .from(orders)
    .where(eq(orders.orderNumber, order.order_number))
  expect(row?.design).toEqual(request.design)
})

it('a design that is longer than the studio makes any is refused', async () => {
  const request = await goodRequest(shop, token)
  const points = Array.from({ length: 50_001 }, (_, at): [number, number, number] => [
    at / 100,
    1,
    1,
  ])
  const layer = { id: 'doodle', kind: 'doodle', name: '', xMm: 1, yMm: 1, widthMm: 9, heightMm: 9 }
  const flags = { opacity: 1, flipX: false, locked: false, hidden: false, groupId: null }
  const stroke = { colour: '#000000', widthMm: 1, eraser: false }
  const doodle = {
    ...layer,
    ...flags,
    kind: 'doodle' as const,
    rotationDeg: 0,
    scale: 1,
    strokes: [points.slice(1, 25_001), points.slice(25_001)].map((part) => ({
      ...stroke,
      points: part,
    })),
  }
  const refused = await place({ ...request, design: { ...request.design, layers: [doodle] } })
  expect(refused).toMatchObject({ fault: { code: 'fields-wrong' } })
})
