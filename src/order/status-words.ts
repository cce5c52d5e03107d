import { type OrderStatus, orderStatus } from '#core/commerce/orders/order-status.ts'

export type StatusKey = keyof typeof orderStatus

const keys = Object.keys(orderStatus) as StatusKey[]

/** The specification's name of a status: the key of its word. */
export const statusKey = (status: OrderStatus): StatusKey =>
  keys.find((key) => orderStatus[key] === status) ?? 'UNPAY'

export const statusKeys: readonly StatusKey[] = keys
