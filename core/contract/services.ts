import type { Service } from './service.ts'
import * as accounts from './services/accounts.ts'
import * as addresses from './services/addresses.ts'
import * as goods from './services/goods.ts'
import * as imaging from './services/imaging.ts'
import * as machines from './services/machines.ts'
import * as orders from './services/orders.ts'
import * as partner from './services/partner.ts'
import * as payments from './services/payments.ts'
import * as staff from './services/staff.ts'
import * as staffOrders from './services/staff-orders.ts'

/** Every call of the product. Screens import the one they need, so that they carry no other. */
export const services = {
  ...accounts,
  ...addresses,
  ...goods,
  ...imaging,
  ...machines,
  ...orders,
  ...payments,
  ...partner,
  ...staff,
  ...staffOrders,
} as const satisfies Readonly<Record<string, Service>>

export type ServiceKey = keyof typeof services
