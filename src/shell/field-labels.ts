import type { ErrorParams } from '#core/errors.ts'

/** The label that a customer knows a field of the contract by. */
const labels = {
  recipient: 'address.fields.recipient',
  country: 'address.fields.country',
  province: 'address.fields.province',
  city: 'address.fields.city',
  detail: 'address.fields.detail',
  postalCode: 'address.fields.postalCode',
  email: 'address.fields.email',
  phone: 'login.phone',
  password: 'login.password',
  username: 'login.name',
  quantity: 'size.quantity',
  coupon: 'place.coupon',
  promotionNumber: 'order.facts.promotion',
  remarks: 'order.facts.remarks',
  addressId: 'order.facts.address',
  order_number: 'order.facts.number',
  machine_id: 'order.facts.device',
  size: 'size.pageTitle',
  name: 'size.pageTitle',
} as const
type Field = keyof typeof labels

const isField = (name: string): name is Field => name in labels

/** Which fields a refusal of the form names, each once, by the keys of their labels. */
export function fieldLabels(params: ErrorParams): readonly (typeof labels)[Field][] {
  const named = Object.keys(params).map((path) => path.split('.')[0] ?? '')
  return [...new Set(named.filter(isField).map((field) => labels[field]))]
}
