import { eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { OrderEvent } from '#core/commerce/orders/order-events.ts'
import { orderStatus } from '#core/commerce/orders/order-status.ts'
import type { PaymentFact } from '#core/commerce/payments/payment-transitions.ts'
import { placeOrder } from '#core/contract/services/orders.ts'
import { Refused } from '#server/calls/refused.ts'
import type { Context } from '#server/context.ts'
import {
  type OrderRow,
  orderColumns,
  orders,
  outbox,
  type PaymentRow,
  payments,
  printAttempts,
  printJobs,
} from '#server/database/schema.ts'
import { moveDueOrders } from '#server/orders/clock.ts'
import { type Move, moveOrder } from '#server/orders/move-order.ts'
import { learnFact } from '#server/payments/learn-fact.ts'
import { confirmHandedBack, confirmOfflinePayment } from '#server/payments/offline-confirmations.ts'
import { providerTask } from '#server/payments/provider-task.ts'
import { setConditions } from '#server/stations/conditions.ts'
import { sweepStations } from '#server/stations/sweep-stations.ts'
import { goodRequest, newCustomer, type OrderRequest, type Shop } from './shop.ts'

/** Two machines that print the same. */
export const walkedMachines = ['M001', 'M005'] as const

/** What the bank itself knows of a payment; a payment that it does not know is open. */
type Truth = Exclude<PaymentFact, 'refused'> | 'open'

const MINUTE = 60_000
const pick = <Item>(items: readonly Item[]): Item | undefined =>
  items[Math.floor(Math.random() * items.length)]
const chance = (of: number): boolean => Math.random() < of

/**
 * Everybody who does something to an order, each step of them at a random moment: what is refused is
 * refused, and anything else that is thrown is the walk's.
 */
export async function createWalk(shop: Shop) {
  const truths = new Map<string, Truth>()
  /** Payments whose reservation the bank let go by itself. */
  const lapsed = new Set<string>()
  /** Sheets that left a printer, by order, and what each attempt came to: the printers' own record. */
  const sheets = new Map<string, number>()
  const cameOut = new Map<string, boolean>()
  /** Errors that are caught and logged by what is walked. */
  const logged: unknown[] = []
  const log = Object.assign(Object.create(shop.context.log), {
    error: (fields: { err?: unknown }) => fields.err !== undefined && logged.push(fields.err),
    warn: () => {},
  })
  let skewMs = 0
  const context: Context = { ...shop.context, log, now: () => new Date(Date.now() + skewMs) }
  const { database } = context
  const customers: { token: string; request: OrderRequest }[] = []
  for (const machine_id of walkedMachines) {
    const token = await newCustomer(shop)
    const claim = context.claims.forSession(machine_id)
    customers.push({ token, request: await goodRequest(shop, token, { machine_id, claim }) })
  }

  const allOrders = (): Promise<OrderRow[]> => database.select(orderColumns).from(orders)
  // Orders that live are of more interest than those that are over, which must bear events too.
  const anyOrder = async (): Promise<OrderRow | undefined> => {
    const living = chance(0.9) ? lte(orders.status, orderStatus.DELIVER) : undefined
    const random = database.select(orderColumns).from(orders).where(living)
    return (await random.orderBy(sql`random()`).limit(1))[0]
  }
  const move = async (order: OrderRow | undefined, given: Move) => {
    if (order !== undefined) await moveOrder(context, order, given)
  }

  const place = async () => {
    const { token, request } = pick(customers) ?? {}
    if (request === undefined || token === undefined) return
    const idempotencyKey = crypto.randomUUID()
    const placed = await shop.call(placeOrder, { ...request, idempotencyKey }, { token })
    if (!placed.ok || chance(0.7)) return
    const number = placed.value.value.order_number
    await database.update(orders).set({ pickup: false }).where(eq(orders.orderNumber, number))
  }

  const beginPayment = async () => {
    const order = await anyOrder()
    if (order === undefined) return
    await database.transaction(async (tx) => {
      const [locked] = await tx
        .select(orderColumns)
        .from(orders)
        .where(eq(orders.id, order.id))
        .for('update')
      const begun = await tx.select().from(payments).where(eq(payments.orderId, order.id))
      if (locked?.status !== orderStatus.UNPAY) return
      if (begun.some(({ state }) => state === 'started')) return
      const at = context.now()
      await tx.insert(payments).values({
        orderId: order.id,
        provider: 'sandbox',
        state: 'started',
        ...locked.quote.total,
        startedAt: at,
        changedAt: at,
      })
    })
  }

  const anyPayment = async (): Promise<PaymentRow | undefined> =>
    (
      await database
        .select()
        .from(payments)
        .where(eq(payments.provider, 'sandbox'))
        .orderBy(sql`random()`)
        .limit(1)
    )[0]

  /** What the bank says of a payment is learnt now, as after a webhook: it may be old news. */
  const learn = async (payment: PaymentRow | undefined) => {
    if (payment === undefined) return
    const truth = truths.get(payment.id) ?? 'open'
    if (truth === 'open') return
    const { minor, currency } = payment
    await learnFact(context, payment.id, { fact: truth, amount: { minor, currency } })
  }

  const pay = async () => {
    const payment = await anyPayment()
    if (payment === undefined) return
    const truth = pick(['authorised', 'authorised', 'authorised', 'declined', 'cancelled'] as const)
    if ((truths.get(payment.id) ?? 'open') === 'open' && truth) truths.set(payment.id, truth)
    if (chance(0.7)) await learn(payment)
  }

  /** The bank lets go what it reserved; whether the shop is told now, or by the next question, is chance. */
  const lapse = async () => {
    const reserved = await database.select().from(payments).where(eq(payments.provider, 'sandbox'))
    const payment = pick(reserved.filter(({ id }) => truths.get(id) === 'authorised'))
    if (payment === undefined) return
    truths.set(payment.id, 'voided')
    lapsed.add(payment.id)
    if (chance(0.6)) await learn(payment)
  }

  /** The bank does what it was asked, now and then twice; the answer may be lost. */
  const ask = async (everything = false) => {
    const due = await database.select().from(outbox).where(isNull(outbox.doneAt))
    for (const row of everything ? due : [pick(due)]) {
      if (row === undefined) continue
      const { paymentId, ask: asked } = providerTask.parse(row.task)
      const [payment] = await database.select().from(payments).where(eq(payments.id, paymentId))
      if (payment?.provider === 'sandbox') {
        const truth = truths.get(paymentId) ?? 'open'
        if (asked === 'capture' && truth === 'authorised') truths.set(paymentId, 'captured')
        if (asked === 'return' && truth === 'open') truths.set(paymentId, 'cancelled')
        if (asked === 'return' && truth === 'authorised') truths.set(paymentId, 'voided')
        if (asked === 'return' && truth === 'captured') truths.set(paymentId, 'refunded')
        if (!everything && chance(0.3)) continue
        await learn(payment)
      } else if (payment !== undefined && asked === 'capture') {
        const { minor, currency } = payment
        await learnFact(context, paymentId, { fact: 'captured', amount: { minor, currency } })
      }
      await database.update(outbox).set({ doneAt: context.now() }).where(eq(outbox.id, row.id))
    }
  }

  const attempts = () =>
    database
      .select({ order: orderColumns, job: printJobs, attempt: printAttempts })
      .from(printAttempts)
      .innerJoin(printJobs, eq(printJobs.id, printAttempts.jobId))
      .innerJoin(orders, eq(orders.id, printJobs.orderId))

  const claim = async () => {
    const waiting = await database
      .select(orderColumns)
      .from(orders)
      .where(inArray(orders.stage, ['queuing', 'waiting-for-production']))
    const leaseUntil = new Date(context.now().getTime() + MINUTE / 2)
    const said = { event: 'job-claimed', actor: 'station', print: { leaseUntil } } as const
    await move(pick(waiting), said)
  }

  /** Once printing was said to begin, the sheet comes out, or the machine jams: once an attempt. */
  const isOut = (jobId: string, token: number, orderId: string): boolean => {
    const key = `${jobId}/${token}`
    const drawn = cameOut.get(key) ?? chance(0.75)
    if (drawn && !cameOut.has(key)) sheets.set(orderId, (sheets.get(orderId) ?? 0) + 1)
    cameOut.set(key, drawn)
    return drawn
  }

  /** A station speaks of an attempt of its own: the newest, or one that others have overtaken. */
  const report = async () => {
    const rows = await attempts()
    const found = pick(chance(0.9) ? rows.filter(({ attempt }) => !attempt.endedAt) : rows)
    if (found === undefined) return
    const { order, job, attempt } = found
    const leaseUntil = new Date(context.now().getTime() + 2 * MINUTE)
    const said = (event: OrderEvent): Move => ({
      event,
      actor: 'station',
      print: { token: attempt.token, leaseUntil },
    })
    if (attempt.beganAt === null) {
      await move(order, said(chance(0.15) ? 'claim-lapsed' : 'printing-began'))
      return
    }
    const end = isOut(job.id, attempt.token, order.id) ? 'printed' : 'print-failed'
    await move(order, said(chance(0.2) ? 'print-lost' : end))
  }

  /** Staff looks into the printer, and says what came out. */
  const decide = async () => {
    const { order, job } =
      pick((await attempts()).filter((row) => row.order.stage === 'print-unknown')) ?? {}
    if (order === undefined || job === undefined) return
    const out = isOut(job.id, job.token, order.id)
    const event = chance(0.2) ? 'cancelled-by-staff' : out ? 'printed' : 'print-failed'
    await move(order, { event, actor: 'staff', print: { token: job.token } })
  }

  const staffEvents = [
    'cancelled-by-staff',
    'reprint-ordered',
    'discharged',
    'collected',
    'handed-to-courier',
    'fault-not-cured',
    'station-rests',
  ] as const
  const takeCash = ({ id, quote }: OrderRow) =>
    database.transaction((tx) => confirmOfflinePayment(tx, context, id, quote.total.minor, 'anna'))
  const staff = async () => {
    const order = await anyOrder()
    if (order === undefined) return
    if (chance(0.15)) await takeCash(order)
    else if (order.stage === 'print-unknown') await decide()
    else await move(order, { event: pick(staffEvents) ?? 'collected', actor: 'staff' })
  }
  const handBack = async (all = false) => {
    const rows = await database.select().from(payments).where(eq(payments.provider, 'offline'))
    const due = rows.filter(({ state }) => state === 'return-due')
    for (const row of all ? due : [pick(due)]) {
      if (row === undefined) continue
      const { orderId, minor } = row
      await database.transaction((tx) => confirmHandedBack(tx, context, orderId, minor))
    }
  }

  const customer = async () => {
    const order = await anyOrder()
    const event = pick([
      'cancelled-by-customer',
      'moved-to-neighbour',
      'moved-to-neighbour',
      'offline-payment-chosen',
      'received',
    ] as const)
    if (order === undefined || event === undefined) return
    const other = walkedMachines.find((id) => id !== order.machineId)
    const columns = event === 'moved-to-neighbour' && other ? { machineId: other } : {}
    await move(order, { event, actor: 'customer', columns })
  }

  const clock = async () => {
    const rare = chance(0.2) ? [16 * MINUTE, 70 * MINUTE, 16 * 24 * 60 * MINUTE] : []
    skewMs = pick([0, MINUTE, 3 * MINUTE, ...rare]) ?? 0
    try {
      await moveDueOrders(context)
    } finally {
      skewMs = 0
    }
  }

  const conditions = [
    { faults: ['media-empty'] },
    { faults: ['media-jam'] },
    { maintenance: true },
    { silent: true },
  ] as const
  const disturb = async () => {
    const machine = pick(walkedMachines) ?? 'M001'
    const good = { maintenance: false, silent: false, faults: [] }
    await setConditions(context, machine, chance(0.75) ? good : (pick(conditions) ?? good))
  }
  const sweep = async () => {
    await sweepStations(context, context.now())
    await context.waiting.settled()
  }

  const steps: readonly (readonly [number, () => Promise<unknown>])[] = [
    [8, place],
    [8, beginPayment],
    [12, pay],
    [6, async () => await learn(await anyPayment())],
    [2, lapse],
    [10, ask],
    [12, claim],
    [20, report],
    [5, decide],
    [6, staff],
    [2, handBack],
    [5, customer],
    [2, clock],
    [3, disturb],
    [2, sweep],
  ]
  const bag = steps.flatMap(([weight, step]) => Array<() => Promise<unknown>>(weight).fill(step))

  const refusedOr = async (work: () => Promise<unknown>) => {
    try {
      await work()
      return true
    } catch (thrown) {
      if (!(thrown instanceof Refused)) throw thrown
      return false
    }
  }

  return {
    /** One random step of one of them. @returns whether it was not refused */
    step: () => refusedOr(pick(bag) ?? place),
    /** Everything that is under way comes to its end. */
    settle: async () => {
      for (const machine of walkedMachines) {
        await setConditions(context, machine, { maintenance: false, silent: false, faults: [] })
      }
      for (let round = 0; round < 400; round++) {
        const live = await database
          .select(orderColumns)
          .from(orders)
          .where(lte(orders.status, orderStatus.DELIVER))
        for (const order of live) {
          const ends: Readonly<Partial<Record<OrderRow['stage'], Move>>> = {
            'waiting-for-payment': { event: 'cancelled-by-customer', actor: 'customer' },
            'device-fault': { event: 'fault-not-cured', actor: 'staff' },
            'production-finished': { event: 'discharged', actor: 'staff' },
            discharging: { event: 'collected', actor: 'staff' },
            'print-complete-about-to-ship': { event: 'handed-to-courier', actor: 'staff' },
            shipped: { event: 'received', actor: 'customer' },
          }
          const end = ends[order.stage]
          if (end !== undefined) await refusedOr(() => move(order, end))
        }
        for (const work of [claim, report, decide, sweep]) await refusedOr(work)
        await ask(true)
        for (const row of await database.select().from(payments)) {
          if (row.provider === 'sandbox') await learn(row)
        }
        await handBack(true)
        if (live.length === 0) return
      }
      throw new Error('the walk does not settle')
    },
    sheets,
    truths,
    lapsed,
    logged,
    allOrders,
  }
}
