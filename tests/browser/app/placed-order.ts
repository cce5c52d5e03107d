import { randomUUID } from 'node:crypto'
import { placeOrder, quoteOrder } from '#core/contract/services/orders.ts'
import { newDesign } from '#core/design/create.ts'
import { createClaims } from '#server/stations/claims.ts'
import { blackCase, printOf, upload } from '../../contract/order-requests.ts'
import { appUrl, SECRET } from '../server-under-test.ts'
import { callService } from './station.ts'

/** Places a customer's order at M001 past the page, unpaid; its number. */
export async function placeUnpaid(token: string, payOffline = false): Promise<string> {
  const design = newDesign(blackCase(), randomUUID())
  const basket = { machine_id: 'M001', quantity: 1, pickup: true, coupon: '' }
  const quote = await callService(quoteOrder, { ...basket, product: design.product }, token)
  const request = {
    ...basket,
    design,
    payOffline,
    idempotencyKey: randomUUID(),
    claim: createClaims(SECRET).forSession('M001'),
    printFile: await upload({ url: appUrl }, token, printOf(design.product)),
    expectedTotalMinor: quote.total.minor,
  }
  return (await callService(placeOrder, request, token)).order_number
}
