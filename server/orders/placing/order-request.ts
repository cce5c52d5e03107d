import type { z } from 'zod'
import type { placeOrder } from '#core/contract/services/orders.ts'

/** A validated request for an order. */
export type OrderRequest = z.output<(typeof placeOrder)['request']>
