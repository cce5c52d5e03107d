import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import type { orderStages } from '#core/commerce/orders/order-status.ts'
import type { StaffRole } from '#core/contract/entities/staff.ts'
import { chooseOfflinePayment, placeOrder } from '#core/contract/services/orders.ts'
import { confirmOffline } from '#core/contract/services/staff-orders.ts'
import { unwrap } from '#core/errors.ts'
import { hashPassword } from '#server/accounts/secrets.ts'
import {
  machines,
  type OrderRow,
  orderColumns,
  orders,
  partners,
  staffAccounts,
  staffMachines,
} from '#server/database/schema.ts'
import { type Move, moveOrder } from '#server/orders/move-order.ts'
import { newTotpSecret, totpSealing } from '#server/staff/second-factor.ts'
import { issueStaffToken, staffOfToken } from '#server/staff/tokens.ts'
import { goodRequest, newCustomer, type OrderRequest, type Shop } from './shop.ts'

export const STAFF_PASSWORD = 'a password of the staff'
let passwordHash: Promise<string> | undefined

/** One of the staff of M001, the partner who owns it, or an operator; not enrolled yet. */
export async function newAccount(
  { context: { database } }: Shop,
  role: StaffRole = 'staff',
  { machineIds = ['M001'], partnerId }: { machineIds?: string[]; partnerId?: string } = {},
) {
  passwordHash ??= hashPassword(STAFF_PASSWORD)
  const [machine] = await database.select().from(machines).where(eq(machines.id, 'M001'))
  const [account] = await database
    .insert(staffAccounts)
    .values({
      username: `someone-${randomUUID().slice(0, 8)}`,
      name: 'Someone',
      role,
      passwordHash: await passwordHash,
      partnerId: role === 'partner' ? (partnerId ?? machine?.partnerId ?? null) : null,
    })
    .returning()
  if (account === undefined) throw new Error('an account was not written')
  if (role === 'staff' && machineIds.length > 0) {
    const rows = machineIds.map((machineId) => ({ accountId: account.id, machineId }))
    await database.insert(staffMachines).values(rows)
  }
  return account
}

/** The token of a new account, as after both steps of a login. */
export async function newStaff(
  shop: Shop,
  ...args: Parameters<typeof newAccount> extends [Shop, ...infer Rest] ? Rest : never
): Promise<string> {
  const { id } = await newAccount(shop, ...args)
  return (await issueStaffToken(shop.context.database, id, new Date())).token
}

/** Gives the account of a token a second factor, as its first login does. @returns its secret */
export async function enrolFactor({ context }: Shop, token: string): Promise<string> {
  const caller = await staffOfToken(context, token)
  if (caller === null) throw new Error('a token of nobody')
  const secret = newTotpSecret()
  const totpSecret = totpSealing(context).seal(secret, caller.accountId)
  await context.database
    .update(staffAccounts)
    .set({ totpSecret })
    .where(eq(staffAccounts.id, caller.accountId))
  return secret
}

/** Another partner, who owns no machine. */
export async function newPartner({ context: { database } }: Shop): Promise<string> {
  const [row] = await database
    .insert(partners)
    .values({ name: 'Another', shareBasisPoints: 1000 })
    .returning()
  if (row === undefined) throw new Error('a partner was not written')
  return row.id
}

/** What an authenticator shows. @param step 1 is the next code */
export const codeOf = (secret: string, step = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + step * 30_000 })

export const rowOf = async (shop: Shop, orderNumber: string): Promise<OrderRow> => {
  const [row] = await shop.context.database
    .select(orderColumns)
    .from(orders)
    .where(eq(orders.orderNumber, orderNumber))
  if (row === undefined) throw new Error(`no order ${orderNumber}`)
  return row
}

/** A new customer's order that is to be paid at the station. */
export async function unpaidOrder(shop: Shop, fields: Partial<OrderRequest> = {}) {
  const token = await newCustomer(shop)
  const request = await goodRequest(shop, token, fields)
  const { order_number, total } = unwrap(await shop.call(placeOrder, request, { token })).value
  unwrap(await shop.call(chooseOfflinePayment, { order_number }, { token }))
  return { order_number, total, token }
}

/** The same, paid by cash. */
export async function paidOrder(shop: Shop, staff: string, fields: Partial<OrderRequest> = {}) {
  const placed = await unpaidOrder(shop, fields)
  const { order_number, total } = placed
  const request = { order_number, expectedMinor: total.minor, idempotencyKey: randomUUID() }
  unwrap(await shop.call(confirmOffline, request, { token: staff }))
  return placed
}

const steps = {
  printing: ['job-claimed', 'printing-began'],
  'print-unknown': ['job-claimed', 'printing-began', 'print-lost'],
  'production-finished': ['job-claimed', 'printing-began', 'printed'],
} as const satisfies Partial<Record<(typeof orderStages)[number], readonly Move['event'][]>>

/** Prints a paid order as a station does, as far as is asked. */
export async function printTo(
  shop: Shop,
  orderNumber: string,
  stage: keyof typeof steps,
): Promise<OrderRow> {
  const leaseUntil = new Date(Date.now() + 3_600_000)
  for (const event of steps[stage]) {
    const move = { event, actor: 'station', print: { leaseUntil } } as const
    await moveOrder(shop.context, await rowOf(shop, orderNumber), move)
  }
  return await rowOf(shop, orderNumber)
}
