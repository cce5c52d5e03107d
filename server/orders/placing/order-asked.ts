import { randomUUID } from 'node:crypto'
import { placedOrder } from '#core/commerce/orders/order-transitions.ts'
import { orderedProduct } from '#core/contract/entities/ordered-product.ts'
import { limits } from '#core/limits.ts'
import type { OrderRow } from '../../database/schema.ts'
import { newOrderNumber } from '../order-number.ts'
import { pickupDigits } from '../pickup.ts'
import type { Judged } from './judge-request.ts'
import type { OrderRequest } from './order-request.ts'

/** Who asks, and from where. */
interface Origin {
  readonly customerId: string
  readonly network: string
}

/**
 * The order that a request asks for, as it is written if it is placed; its print number is not. Each
 * field is named: an object of this size that is put together of others costs thirty times as much.
 */
export function orderAsked(
  request: OrderRequest,
  origin: Origin,
  judged: Judged,
  { now, secret }: { readonly now: Date; readonly secret: string },
): OrderRow {
  const { stockItem } = judged
  const id = randomUUID()
  return {
    id,
    orderNumber: newOrderNumber(now),
    customerId: origin.customerId,
    network: origin.network,
    status: placedOrder.status,
    stage: placedOrder.stage,
    version: 1,
    scan: judged.scan,
    quote: judged.quote,
    address: judged.address,
    size: judged.size,
    stockItem,
    stockQuantity: judged.stockQuantity,
    machineId: request.machine_id,
    product: orderedProduct(request.design.product),
    printFile: request.printFile,
    previewFile: request.previewFile,
    quantity: request.quantity,
    holdsStock: stockItem !== null,
    holdsSlot: true,
    pickup: request.pickup,
    promotionNumber: request.promotionNumber,
    remarks: request.remarks,
    terminal: request.terminal,
    promoterId: request.promoter_id,
    distribution: request.Distribution,
    payOffline: request.payOffline,
    printNumber: 0,
    pickupCode: pickupDigits(secret, id),
    logisticsCompany: null,
    courierNumber: null,
    shippedAt: null,
    payBy: new Date(now.getTime() + limits.payWithinMs),
    placedAt: now,
    changedAt: now,
  }
}
