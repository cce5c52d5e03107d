import type { Service } from './service.ts'
import * as accounts from './services/accounts.ts'
import * as addresses from './services/addresses.ts'
import * as goods from './services/goods.ts'
import * as machines from './services/machines.ts'
import * as orders from './services/orders.ts'
import * as payments from './services/payments.ts'

/** Every call of the product. Screens import the one they need, so that they carry no other. */
export const services = {
  ...accounts,
  ...addresses,
  ...goods,
  ...machines,
  ...orders,
  ...payments,
} as const satisfies Readonly<Record<string, Service>>

export type ServiceKey = keyof typeof services
