import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { stockNeed } from '#core/catalogue/stock-item.ts'
import {
  cancelOrder,
  moveToNeighbour,
  neighbours,
  orderDetail,
  placeOrder,
} from '#core/contract/services/orders.ts'
import { cancelForCustomer, pickUpOrder } from '#core/contract/services/staff-orders.ts'
import { pickup } from '#core/contract/station/protocol.ts'
import { unwrap } from '#core/errors.ts'
import { Refused } from '#server/calls/refused.ts'
import { machines, payments, printJobs, stock } from '#server/database/schema.ts'
import { checkPickup, collect, pickupDigits } from '#server/orders/pickup.ts'
import { type ConditionsChange, setConditions } from '#server/stations/conditions.ts'
import { ServerRefused } from '#station/server/server-client.ts'
import { pay, print, SECOND_MACHINE, step } from './order-steps.ts'
import { orderRow } from './paid-orders.ts'
import {
  blackCase,
  goodRequest,
  newCustomer,
  type OrderRequest,
  openShop,
  type Shop,
} from './shop.ts'
import { newStaff } from './staff-desk.ts'
import { newAgent } from './station-agents.ts'

let shop: Shop
let token: string
beforeAll(async () => {
  shop = await openShop({ STAMPA_RATE_FACTOR: '1000' })
})
afterAll(() => shop.close())
beforeEach(async () => {
  token = await newCustomer(shop)
})

const placed = async (fields: Partial<OrderRequest> = {}): Promise<string> => {
  const request = await goodRequest(shop, token, fields)
  return unwrap(await shop.call(placeOrder, request, { token })).value.order_number
}
const read = async (order_number: string) =>
  unwrap(await shop.call(orderDetail, { order_number }, { token })).value
const rest = (order: string) => step(shop, order, { event: 'station-rests', actor: 'staff' })
const held = async (): Promise<string> => {
  const order = await placed()
  await pay(shop, order)
  await rest(order)
  return order
}
const setMachine = (id: string, fields: Partial<typeof machines.$inferInsert>) =>
  shop.context.database.update(machines).set(fields).where(eq(machines.id, id))

async function holdsAt(machineId: string) {
  const need = stockNeed(blackCase())
  const item = need.kind === 'item' ? need.item : ''
  const { database } = shop.context
  const [row] = await database
    .select()
    .from(stock)
    .where(and(eq(stock.machineId, machineId), eq(stock.item, item)))
  const [machine] = await database.select().from(machines).where(eq(machines.id, machineId))
  return {
    available: row?.available ?? 0,
    reserved: row?.reserved ?? 0,
    slots: machine?.slotsTaken ?? 0,
  }
}

describe('an order whose station cannot print', () => {
  it('is offered the machine beside it first, and only machines that can print it now', async () => {
    const order = await held()
    const offered = unwrap(await shop.call(neighbours, { order_number: order }, { token })).value
    expect(offered.map(({ machine_id }) => machine_id)).toEqual([SECOND_MACHINE])
    expect(offered[0]).toMatchObject({ sameSite: true })
    const fields = [
      { state: 'faulty' as const },
      { prints: ['cake' as const] },
      { sheetWidthMm: 50, sheetHeightMm: 50 },
      { slots: 0 },
      { dpi: 600 },
    ]
    const [machine] = await shop.context.database
      .select()
      .from(machines)
      .where(eq(machines.id, SECOND_MACHINE))
    for (const field of fields) {
      await setMachine(SECOND_MACHINE, field)
      const now = unwrap(await shop.call(neighbours, { order_number: order }, { token })).value
      expect(now, JSON.stringify(field)).toEqual([])
      const answer = await shop.call(
        moveToNeighbour,
        { order_number: order, machine_id: SECOND_MACHINE, version: (await read(order)).version },
        { token },
      )
      expect(answer.ok, JSON.stringify(field)).toBe(false)
      await setMachine(SECOND_MACHINE, { ...machine, slotsTaken: undefined })
    }
  })

  it('moves with its stock and its slot when its customer agrees, once', async () => {
    const order = await held()
    const [one, other] = [await holdsAt('M001'), await holdsAt(SECOND_MACHINE)]
    const { version } = await read(order)
    const request = { order_number: order, machine_id: SECOND_MACHINE, version }
    const moved = unwrap(await shop.call(moveToNeighbour, request, { token })).value
    expect(moved).toMatchObject({ machine_id: SECOND_MACHINE, stage: 'queuing' })
    expect(moved.history.at(-1)).toMatchObject({
      event: 'moved-to-neighbour',
      note: moved.machineName,
    })
    const same = unwrap(await shop.call(moveToNeighbour, request, { token })).value
    expect(same.version).toBe(moved.version)
    expect(await holdsAt('M001')).toEqual({
      available: one.available + 1,
      reserved: one.reserved - 1,
      slots: one.slots - 1,
    })
    expect(await holdsAt(SECOND_MACHINE)).toEqual({
      available: other.available - 1,
      reserved: other.reserved + 1,
      slots: other.slots + 1,
    })
    const { id } = await orderRow(shop, order)
    const [job] = await shop.context.database
      .select()
      .from(printJobs)
      .where(eq(printJobs.orderId, id))
    expect(job).toMatchObject({ machineId: SECOND_MACHINE, state: 'queued' })
    await print(shop, order)
    expect(await holdsAt(SECOND_MACHINE)).toMatchObject({ slots: other.slots })
  })

  it('stays where it was for a customer who looked at an older state', async () => {
    const order = await held()
    const { version } = await read(order)
    await step(shop, order, { event: 'station-ready', actor: 'server' })
    const request = { order_number: order, machine_id: SECOND_MACHINE, version }
    const answer = await shop.call(moveToNeighbour, request, { token })
    expect(answer.ok ? null : answer.fault.code).toBe('order-moved-on')
    expect((await read(order)).machine_id).toBe('M001')
    const stranger = await newCustomer(shop)
    const others = await shop.call(moveToNeighbour, request, { token: stranger })
    expect(others.ok ? null : others.fault.code).toBe('order-unknown')
  })

  it('is cancelled, and its customer is told where the money is', async () => {
    const order = await held()
    expect((await read(order)).money).toBe('held')
    unwrap(await shop.call(cancelOrder, { order_number: order }, { token }))
    expect((await read(order)).money).toBe('returning')
    const { id } = await orderRow(shop, order)
    await shop.context.database
      .update(payments)
      .set({ state: 'voided' })
      .where(eq(payments.orderId, id))
    expect((await read(order)).money).toBe('released')
  })
})

describe('a pickup code', () => {
  const refusalOf = async (work: Promise<unknown>) =>
    await work.then(
      () => null,
      (thrown: unknown) => (thrown instanceof Refused ? thrown.refusal : thrown),
    )
  const printed = async (): Promise<string> => {
    const order = await placed()
    await pay(shop, order)
    await print(shop, order)
    return order
  }
  const staff = { actor: 'staff', by: 'Sam' } as const

  it('is shown once the order is printed, as digits and as a signed text', async () => {
    const order = await placed()
    expect(await read(order)).toMatchObject({ pickupCode: null, pickupQr: null })
    await pay(shop, order)
    await print(shop, order)
    const { pickupCode, pickupQr } = await read(order)
    expect(pickupCode).toMatch(/^\d{8}$/)
    expect(pickupQr).toMatch(new RegExp(`^STAMPA:${order}:[\\w-]{22}$`))
    const { id } = await orderRow(shop, order)
    expect(pickupDigits(shop.context.secret, id)).toBe(pickupCode)
    expect(pickupDigits('another secret of another server', id)).not.toBe(pickupCode)
  })

  it('collects its order once, typed or scanned', async () => {
    for (const field of ['pickupCode', 'pickupQr'] as const) {
      const order = await printed()
      const code = (await read(order))[field] ?? ''
      const typed = field === 'pickupCode' ? ` ${code.slice(0, 4)} ${code.slice(4)} ` : code
      expect((await checkPickup(shop.context, 'M001', typed)).orderNumber).toBe(order)
      const collected = await collect(shop.context, 'M001', typed, staff)
      expect(collected).toMatchObject({ orderNumber: order, stage: 'pickup-complete' })
      expect(await refusalOf(collect(shop.context, 'M001', typed, staff))).toBe('pickup-collected')
    }
  })

  it('says what is wrong: another machine, not printed, called off, forged, nonsense', async () => {
    const order = await printed()
    const { pickupCode, pickupQr } = await read(order)
    const { context } = shop
    const at = (machineId: string, code: string) => refusalOf(checkPickup(context, machineId, code))
    expect(await at('M002', pickupCode ?? '')).toBe('pickup-elsewhere')
    expect(await at('M002', pickupQr ?? '')).toBe('pickup-elsewhere')
    const waiting = await placed()
    const row = await orderRow(shop, waiting)
    expect(await at('M001', row.pickupCode)).toBe('pickup-not-printed')
    unwrap(await shop.call(cancelOrder, { order_number: waiting }, { token }))
    expect(await at('M001', row.pickupCode)).toBe('pickup-called-off')
    const forged = `${pickupQr?.slice(0, -1)}${pickupQr?.endsWith('A') ? 'B' : 'A'}`
    expect(await at('M001', forged)).toBe('pickup-code-wrong')
    expect(await at('M001', `STAMPA:${order}:${'A'.repeat(22)}`)).toBe('pickup-code-wrong')
    for (const nonsense of ['', '1234', '123456789', 'STAMPA:', 'STAMPA:::', `${pickupQr}:1`]) {
      expect(await at('M001', nonsense), nonsense).toBe('pickup-code-wrong')
    }
  })
})

describe('a desk that hands prints over', () => {
  type Desk = (code: string) => Promise<unknown>
  /** What comes of a code: the order's number, or the refusal and what its sentence names. */
  const staffDesk = async (machine_id: string): Promise<Desk> => {
    const staff = await newStaff(shop, 'staff', { machineIds: [machine_id] })
    return async (code) => {
      const request = { machine_id, code, idempotencyKey: randomUUID() }
      const answer = await shop.call(pickUpOrder, request, { token: staff })
      return answer.ok ? answer.value.value.order_number : { refusal: answer.fault.code }
    }
  }
  const stationDesk = async (machineId: string): Promise<Desk> => {
    const agent = await newAgent(shop, machineId)
    return async (code) => {
      try {
        return (await agent.call(pickup, { code })).orderNumber
      } catch (thrown) {
        if (!(thrown instanceof ServerRefused)) throw thrown
        return { refusal: thrown.refusal }
      }
    }
  }
  const printedOrder = async () => {
    const order = await placed()
    await pay(shop, order)
    await print(shop, order)
    const { pickupCode, pickupQr } = await read(order)
    return { order, digits: pickupCode ?? '', qr: pickupQr ?? '' }
  }

  it.each([
    ['staff', staffDesk],
    ['the station', stationDesk],
  ])('of %s takes digits and QR codes once, and says what is wrong', async (_name, open) => {
    const [desk, elsewhere] = [await open('M001'), await open('M002')]
    const typed = await printedOrder()
    const scanned = await printedOrder()
    expect(await elsewhere(typed.digits)).toEqual({ refusal: 'pickup-elsewhere' })
    const spaced = `${typed.digits.slice(0, 4)} ${typed.digits.slice(4)}`
    expect(await desk(spaced)).toBe(typed.order)
    expect(await desk(typed.qr)).toEqual({ refusal: 'pickup-collected' })
    const forged = `STAMPA:${scanned.order}:${'A'.repeat(22)}`
    expect(await desk(forged)).toEqual({ refusal: 'pickup-code-wrong' })
    const twice = await Promise.all([desk(scanned.qr), desk(scanned.qr)])
    expect(twice).toContain(scanned.order)
    expect(await desk(scanned.digits)).toEqual({ refusal: 'pickup-collected' })
    expect((await read(scanned.order)).stage).toBe('pickup-complete')
    const waiting = await placed()
    const { pickupCode } = await orderRow(shop, waiting)
    expect(await desk(pickupCode)).toEqual({ refusal: 'pickup-not-printed' })
    unwrap(await shop.call(cancelOrder, { order_number: waiting }, { token }))
    expect(await desk(pickupCode)).toEqual({ refusal: 'pickup-called-off' })
  })

  it('of the station names the station where the print waits', async () => {
    const { digits } = await printedOrder()
    const agent = await newAgent(shop, 'M002')
    const refused = await agent.call(pickup, { code: digits }).catch((thrown: unknown) => thrown)
    expect(refused).toMatchObject({
      error: 'pickup-refused',
      refusal: 'pickup-elsewhere',
      params: { station: expect.stringContaining('Stampa') },
    })
  })

  it('answers staff whose answer was lost the same again', async () => {
    const { order, digits } = await printedOrder()
    const staff = await newStaff(shop)
    const request = { machine_id: 'M001', code: digits, idempotencyKey: randomUUID() }
    for (const _time of [1, 2]) {
      const answer = unwrap(await shop.call(pickUpOrder, request, { token: staff })).value
      expect(answer).toMatchObject({ order_number: order, stage: 'pickup-complete' })
    }
  })
})

it('a customer reads why staff cancelled, and nothing that staff says of a machine', async () => {
  const [order, other] = [await placed(), await placed()]
  for (const each of [order, other]) await pay(shop, each)
  const reason = 'The case is sold out'
  const staff = await newStaff(shop)
  const request = { order_number: order, reason, idempotencyKey: randomUUID() }
  unwrap(await shop.call(cancelForCustomer, request, { token: staff }))
  expect((await read(order)).history.at(-1)).toMatchObject({
    event: 'cancelled-by-staff',
    note: reason,
  })
  const { context } = shop
  const setMachine = async (...given: [ConditionsChange, { note: string }?]) => {
    await setConditions(context, 'M001', ...given)
    await context.waiting.settled()
  }
  await setMachine({ maintenance: true }, { note: 'Bruno broke it again' })
  expect((await read(other)).history.at(-1)).toMatchObject({ stage: 'resting', note: null })
  await setMachine({ maintenance: false })
  await setMachine({ faults: ['media-empty'] })
  expect((await read(other)).history.at(-1)).toMatchObject({ note: 'media-empty' })
  await setMachine({ faults: [] })
})

it('whoever guesses digits at a machine is slowed down; a scanned code passes all the same', async () => {
  const strict = await openShop()
  const customer = await newCustomer(strict)
  const request = await goodRequest(strict, customer)
  const order = unwrap(await strict.call(placeOrder, request, { token: customer })).value
  await pay(strict, order.order_number)
  await print(strict, order.order_number)
  const { pickupCode, pickupQr } = unwrap(
    await strict.call(orderDetail, { order_number: order.order_number }, { token: customer }),
  ).value
  const answers = new Map<string, number>()
  for (let guess = 0; guess < 40; guess++) {
    const code = String((Number(pickupCode) + 1 + guess) % 1e8).padStart(8, '0')
    await checkPickup(strict.context, 'M001', code).catch((thrown: unknown) => {
      const refusal = thrown instanceof Refused ? thrown.refusal : String(thrown)
      answers.set(refusal, (answers.get(refusal) ?? 0) + 1)
    })
  }
  expect(answers.get('pickup-code-wrong')).toBeLessThan(15)
  expect(answers.get('too-many-calls')).toBeGreaterThan(25)
  const staff = await newStaff(strict)
  const typed = { machine_id: 'M001', code: pickupCode ?? '', idempotencyKey: randomUUID() }
  const atStaff = await strict.call(pickUpOrder, typed, { token: staff })
  expect(atStaff.ok ? null : atStaff.fault.code).toBe('too-many-calls')
  const agent = await newAgent(strict)
  const atStation = await agent
    .call(pickup, { code: pickupCode ?? '' })
    .catch((thrown: unknown) => thrown)
  expect(atStation).toMatchObject({ error: 'too-many', refusal: 'too-many-calls' })
  const collected = await collect(strict.context, 'M001', pickupQr ?? '', {
    actor: 'station',
    by: 'agent',
  })
  expect(collected.stage).toBe('pickup-complete')
  await strict.close()
})
