import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Service } from '#core/contract/service.ts'
import { userInfo } from '#core/contract/services/accounts.ts'
import {
  auditTrail,
  changeStock,
  secondFactor,
  staffLogin,
  staffMachines,
} from '#core/contract/services/staff.ts'
import {
  cancelForCustomer,
  confirmOffline,
  handBack,
} from '#core/contract/services/staff-orders.ts'
import { type ServiceKey, services } from '#core/contract/services.ts'
import { unwrap } from '#core/errors.ts'
import { auditEvents, payments, stock } from '#server/database/schema.ts'
import { goodRequests, newCaller } from './good-requests.ts'
import { newCustomer, openShopOfFile } from './shop.ts'
import {
  codeOf,
  newAccount,
  newPartner,
  newStaff,
  rowOf,
  STAFF_PASSWORD,
  unpaidOrder,
} from './staff-desk.ts'

const shop = openShopOfFile({ STAMPA_RATE_FACTOR: '1000' })
beforeAll(async () => {
  await shop.context.database.update(stock).set({ available: 10_000 })
})

const signIn = async (username: string) =>
  unwrap(await shop.call(staffLogin, { username, password: STAFF_PASSWORD })).value

describe('a second factor', () => {
  it('is enrolled at the first login, and asked for ever after', async () => {
    const { username } = await newAccount(shop)
    const { ticket, enrolment } = await signIn(username)
    const secret = enrolment?.secret ?? ''
    const first = unwrap(await shop.call(secondFactor, { ticket, code: codeOf(secret) })).value
    expect(first.recoveryCodes).toHaveLength(8)
    const again = await signIn(username)
    expect(again.enrolment).toBeNull()
    const used = await shop.call(secondFactor, { ticket: again.ticket, code: codeOf(secret) })
    expect(used).toMatchObject({ ok: false, fault: { code: 'code-wrong' } })
    const next = { ticket: again.ticket, code: codeOf(secret, 1) }
    expect(unwrap(await shop.call(secondFactor, next)).value.recoveryCodes).toBeNull()
  })

  it('that was lost is replaced by a recovery code, once', async () => {
    const { username } = await newAccount(shop)
    const { ticket, enrolment } = await signIn(username)
    const opened = { ticket, code: codeOf(enrolment?.secret ?? '') }
    const { recoveryCodes } = unwrap(await shop.call(secondFactor, opened)).value
    const code = recoveryCodes?.[0] ?? ''
    const tries: boolean[] = []
    for (let count = 0; count < 2; count++) {
      const { ticket: anew } = await signIn(username)
      tries.push((await shop.call(secondFactor, { ticket: anew, code })).ok)
    }
    expect(tries).toEqual([true, false])
  })

  it('is tried five times with one ticket', async () => {
    const { username } = await newAccount(shop)
    const { ticket } = await signIn(username)
    const codes: string[] = []
    for (let count = 0; count < 6; count++) {
      const answer = await shop.call(secondFactor, { ticket, code: '000000' })
      codes.push(answer.ok ? 'ok' : answer.fault.code)
    }
    expect(codes).toEqual([...Array(5).fill('code-wrong'), 'ticket-over'])
  })
})

const staffKeys = (Object.keys(services) as ServiceKey[]).filter(
  (key) => services[key].token === 'staff',
)

describe.each(staffKeys)('%s', (key) => {
  const service: Service = services[key]
  it('is refused to a visitor, a customer, and every other role', async () => {
    const request = (await goodRequests[key](shop, await newCaller(shop, key))) as never
    const codeAs = async (token: string | null) => {
      const answer = await shop.call(service, request, { token })
      return answer.ok ? 'ok' : answer.fault.code
    }
    expect(await codeAs(null)).toBe('signed-out')
    expect(await codeAs(await newCustomer(shop))).toBe('signed-out')
    for (const role of ['staff', 'partner', 'operator'] as const) {
      if (service.roles.includes(role)) continue
      expect(await codeAs(await newStaff(shop, role))).toBe('service-unknown')
    }
  })
})

const ofMachine = staffKeys.filter(
  (key) =>
    'machine_id' in services[key].request.shape || 'order_number' in services[key].request.shape,
)

it.each(ofMachine)("%s knows nothing of another's machine", async (key) => {
  const service: Service = services[key]
  const request = (await goodRequests[key](shop, await newCaller(shop, key))) as never
  const others = [await newStaff(shop, 'staff', { machineIds: ['M005'] })]
  if (service.roles.includes('partner')) {
    others.push(await newStaff(shop, 'partner', { partnerId: await newPartner(shop) }))
  }
  for (const token of others) {
    const answer = await shop.call(service, request, { token })
    expect(answer.ok ? 'ok' : answer.fault.code).toMatch(/^(machine|order)-unknown$/)
  }
})

it("a customer's service is refused to staff", async () => {
  const answer = await shop.call(userInfo, {}, { token: await newStaff(shop) })
  expect(answer).toMatchObject({ ok: false, fault: { code: 'signed-out' } })
})

it('each sees only their own machines', async () => {
  const listOf = async (token: string) =>
    unwrap(await shop.call(staffMachines, {}, { token })).value.map(({ machine_id }) => machine_id)
  expect(await listOf(await newStaff(shop, 'staff', { machineIds: ['M002'] }))).toEqual(['M002'])
  const partner = await newStaff(shop, 'partner', { partnerId: await newPartner(shop) })
  expect(await listOf(partner)).toEqual([])
})

it('a payment at the station moves its order once, however often it is confirmed', async () => {
  const token = await newStaff(shop)
  const { order_number, total } = await unpaidOrder(shop)
  const request = { order_number, expectedMinor: total.minor, idempotencyKey: randomUUID() }
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => shop.call(confirmOffline, request, { token })),
  )
  expect(answers.map(({ ok }) => ok)).toEqual(Array(5).fill(true))
  expect(await rowOf(shop, order_number)).toMatchObject({ stage: 'queuing', version: 3 })
})

it('cash is taken once, as it was shown, and handed back once', async () => {
  const token = await newStaff(shop)
  const { order_number, total } = await unpaidOrder(shop)
  const ask = async (
    service: typeof confirmOffline | typeof handBack,
    expectedMinor = total.minor,
  ) => {
    const request = { order_number, expectedMinor, idempotencyKey: randomUUID() }
    const answer = await shop.call(service, request, { token })
    return answer.ok ? answer.value.value.stage : answer.fault.code
  }
  expect(await ask(handBack)).toBe('order-moved-on')
  expect(await ask(confirmOffline, total.minor - 1)).toBe('price-changed')
  expect(await ask(confirmOffline)).toBe('queuing')
  expect(await ask(confirmOffline)).toBe('order-moved-on')
  expect(await ask(handBack)).toBe('order-moved-on')
  const reason = 'the customer has changed their mind'
  const off = { order_number, reason, idempotencyKey: randomUUID() }
  unwrap(await shop.call(cancelForCustomer, off, { token }))
  expect(await ask(handBack, total.minor + 1)).toBe('price-changed')
  const [one, other] = await Promise.all([ask(handBack), ask(handBack)])
  expect([one, other]).toContain('order-moved-on')
  expect(one).not.toBe(other)
  const { id } = await rowOf(shop, order_number)
  const rows = await shop.context.database.select().from(payments).where(eq(payments.orderId, id))
  expect(rows.map(({ provider, state }) => [provider, state])).toEqual([['offline', 'refunded']])
})

it('stock is never counted below what is reserved', async () => {
  const token = await newStaff(shop)
  const { order_number } = await unpaidOrder(shop)
  const { stockItem } = await rowOf(shop, order_number)
  const item = stockItem ?? ''
  const asked = { machine_id: 'M001', item, change: 'counted', reason: 'counted' } as const
  const count = (pieces: number) =>
    shop.call(changeStock, { ...asked, pieces, idempotencyKey: randomUUID() }, { token })
  expect(await count(0)).toMatchObject({ ok: false, fault: { code: 'stock-reserved' } })
  const [held] = await shop.context.database
    .select()
    .from(stock)
    .where(and(eq(stock.machineId, 'M001'), eq(stock.item, item)))
  const reserved = held?.reserved ?? 0
  expect(unwrap(await count(reserved + 3)).value).toEqual({ item, available: 3, reserved })
  await count(10_000)
})

const refill = () =>
  ({
    machine_id: 'M001',
    item: 'cake:sheet',
    change: 'refill',
    pieces: 7,
    reason: 'a new box',
    idempotencyKey: randomUUID(),
  }) as const

it('a refill that is sent twice is added once, and stands in the trail with what was before', async () => {
  const token = await newStaff(shop)
  const request = refill()
  const once = unwrap(await shop.call(changeStock, request, { token })).value
  expect(unwrap(await shop.call(changeStock, request, { token })).value).toEqual(once)
  const [event] = unwrap(await shop.call(auditTrail, {}, { token })).value
  expect(event).toMatchObject({
    act: 'stock-refilled',
    subject: 'cake:sheet',
    reason: 'a new box',
    before: { available: once.available - 7 },
    after: { available: once.available },
  })
})

it.each([
  ['another item', { item: 'other' }],
  ['another machine', { machine_id: 'M002' }],
  ['another number of pieces', { pieces: 20 }],
])(
  'a refill of %s under the key of one that was answered is refused, and nothing is added',
  async (_, changed) => {
    const token = await newStaff(shop, 'staff', { machineIds: ['M001', 'M002'] })
    const request = refill()
    const all = () =>
      shop.context.database.select().from(stock).orderBy(stock.machineId, stock.item)
    unwrap(await shop.call(changeStock, request, { token }))
    const before = await all()
    const reused = await shop.call(changeStock, { ...request, ...changed }, { token })
    expect(reused).toMatchObject({ ok: false, fault: { code: 'already-done' } })
    expect(await all()).toEqual(before)
  },
)

it('the trail can be neither changed nor deleted', async () => {
  const { database } = shop.context
  await newStaff(shop)
  await expect(database.update(auditEvents).set({ reason: 'no' })).rejects.toThrow()
  await expect(database.delete(auditEvents)).rejects.toThrow()
})
