import { expect, it } from 'vitest'
import { type Actor, type OrderEffect, orderEvents } from '#core/commerce/orders/order-events.ts'
import {
  isCalledOff,
  isOver,
  type OrderStage,
  type OrderStatus,
  orderStatus,
} from '#core/commerce/orders/order-status.ts'
import { placedOrder } from '#core/commerce/orders/order-transitions.ts'
import { stepOrder } from '#core/commerce/orders/step-order.ts'
import { type LedgerEntry, ledgerEntry } from '#core/commerce/payments/ledger.ts'
import {
  isMoneyGone,
  losesMoney,
  type PaymentCommand,
  type PaymentFact,
  type PaymentRequest,
  type PaymentState,
  settles,
  settlingStates,
  stepPayment,
} from '#core/commerce/payments/payment-transitions.ts'
import {
  type PrintJobState,
  type PrintJobStep,
  printJobTransitions,
} from '#core/commerce/printing/print-jobs.ts'
import { balanceOf } from '../../../fixtures/ledger-balance.ts'

const PRICE = 4900
const actors: readonly Actor[] = ['customer', 'staff', 'station', 'payment', 'clock', 'server']

/** What the provider itself knows of a payment. */
type Truth = 'open' | 'authorised' | 'captured' | 'voided' | 'refunded' | 'declined' | 'cancelled'

interface Payment {
  readonly state: PaymentState
  readonly truth: Truth
  /** What its provider has not done yet, in whatever order it will. */
  readonly asked: readonly PaymentRequest[]
  readonly entries: readonly LedgerEntry[]
}

/** An order with everything that hangs on it. */
interface World {
  readonly status: OrderStatus
  readonly stage: OrderStage
  readonly pickup: boolean
  readonly stock: 'held' | 'used' | 'free'
  readonly job: PrintJobState | null
  /** Sheets that left the printer, as far as anybody may know, and those that staff ordered. */
  readonly sheets: number
  readonly reprints: number
  readonly payments: readonly Payment[]
}

const begin = (pickup: boolean): World => ({
  ...placedOrder,
  pickup,
  stock: 'held',
  job: null,
  sheets: 0,
  reprints: 0,
  payments: [],
})

const jobSteps: Readonly<Partial<Record<OrderEffect, PrintJobStep>>> = {
  'claim-print': 'claim',
  'lapse-claim': 'lapse',
  'begin-print': 'begin',
  'finish-print': 'finish',
  'fail-print': 'fail',
  'lose-print': 'lose',
  'cancel-print': 'cancel',
  'hold-print': 'hold',
  'resume-print': 'resume',
  'move-print': 'move',
  reprint: 'reprint',
}

function movePayment(payment: Payment, whats: readonly (PaymentFact | PaymentCommand)[]): Payment {
  let now = payment
  for (const what of whats) now = movedBy(now, what)
  return now
}

function movedBy(now: Payment, what: PaymentFact | PaymentCommand): Payment {
  const step = stepPayment(now.state, what)
  if (step === null) return now
  const entries = [...now.entries]
  for (const move of step.moves) {
    const entry = ledgerEntry(entries, move)
    if (entry !== null) entries.push(entry)
  }
  if (step.to === now.state && entries.length === now.entries.length) return now
  const asked = step.ask === undefined ? now.asked : [...new Set([...now.asked, step.ask])]
  return { ...now, state: step.to, asked: asked.toSorted(), entries }
}

function carryOut(world: World, effect: OrderEffect): World {
  const step = jobSteps[effect]
  if (step !== undefined) {
    const { from, to } = printJobTransitions[step]
    if (world.job === null || !from.includes(world.job)) {
      throw new Error(`${effect} of a job that is ${world.job} in stage ${world.stage}`)
    }
    return {
      ...world,
      job: to,
      sheets: world.sheets + (step === 'finish' ? 1 : 0),
      reprints: world.reprints + (step === 'reprint' ? 1 : 0),
    }
  }
  if (effect === 'queue-print') {
    if (world.job !== null) throw new Error('an order has one job')
    return { ...world, job: 'queued' }
  }
  if (effect === 'release-stock' || effect === 'use-stock') {
    if (world.stock !== 'held') throw new Error(`${effect} of what is ${world.stock}`)
    return { ...world, stock: effect === 'use-stock' ? 'used' : 'free' }
  }
  if (effect === 'reserve-again') return { ...world, stock: 'held' }
  if (effect === 'move-reservation') return world
  const wish: PaymentCommand = effect === 'capture-payment' ? 'capture' : 'return'
  return { ...world, payments: world.payments.map((payment) => movePayment(payment, [wish])) }
}

/** What the server does with an event (server/orders/move-order.ts). */
function moveOrder(world: World, event: (typeof orderEvents)[number], actor: Actor): World | null {
  const step = stepOrder(world, event, actor)
  if (step.kind !== 'moved') return null
  if (event === 'job-claimed' || event === 'printing-began') expect(isPaid(world)).toBe(true)
  const moved = step.effects.reduce(carryOut, { ...world, ...step.to })
  const isGone = isMoneyGone(moved.payments.map(({ state }) => state)) && moved.sheets === 0
  return event === 'print-failed' && isGone ? moveOrder(moved, 'payment-lapsed', 'payment') : moved
}

/** As far as anybody was told. What is made again was sold once, whatever became of that money. */
const isPaid = ({ payments, sheets }: World): boolean =>
  sheets > 0 ||
  payments.some(({ state }) => ['authorised', 'capture-due', 'captured'].includes(state))

const factOf: Readonly<Partial<Record<Truth, PaymentFact>>> = {
  authorised: 'authorised',
  captured: 'captured',
  voided: 'voided',
  refunded: 'refunded',
  declined: 'declined',
  cancelled: 'cancelled',
}

const withPayment = (world: World, index: number, payment: Payment): World => ({
  ...world,
  payments: world.payments.map((each, at) => (at === index ? payment : each)),
})

/** What the server does when a provider has answered (server/payments/learn-fact.ts). */
function learn(world: World, index: number): World | null {
  const payment = world.payments[index]
  const fact = payment && factOf[payment.truth]
  if (payment === undefined || fact === undefined) return null
  if (losesMoney(payment.state, fact)) return loseMoney(world, index, payment, fact)
  if (!settles(payment.state, fact)) return withPayment(world, index, movePayment(payment, [fact]))
  const settled = world.payments.some(
    ({ state }, at) => at !== index && settlingStates.includes(state),
  )
  if (world.status !== orderStatus.UNPAY || settled) {
    return withPayment(world, index, movePayment(payment, [fact, 'return']))
  }
  return moveOrder(
    withPayment(world, index, movePayment(payment, [fact])),
    'payment-authorised',
    'payment',
  )
}

function loseMoney(world: World, index: number, payment: Payment, fact: PaymentFact): World | null {
  if (stepOrder(world, 'payment-lapsed', 'payment').kind === 'moved') {
    const learnt = withPayment(world, index, movePayment(payment, [fact]))
    return moveOrder(learnt, 'payment-lapsed', 'payment')
  }
  if (fact === 'refunded' || isCalledOff(world.status)) {
    return withPayment(world, index, movePayment(payment, [fact]))
  }
  if (payment.state === 'stuck') return world
  return withPayment(world, index, movePayment(payment, ['capture', fact]))
}

/** What a provider does when it is asked; the same again changes nothing. */
const done: Readonly<Record<PaymentRequest, Readonly<Partial<Record<Truth, Truth>>>>> = {
  capture: { authorised: 'captured' },
  return: { open: 'voided', authorised: 'voided', captured: 'refunded' },
}

function* next(world: World): Generator<World> {
  for (const event of orderEvents)
    for (const actor of actors) {
      // These come from a payment's own word, below.
      if (event === 'payment-authorised' || event === 'offline-payment-confirmed') continue
      if (event === 'payment-lapsed') continue
      // Staff may order reprints without end; one shows what there is to show.
      if (event === 'reprint-ordered' && world.reprints > 0) continue
      const moved = moveOrder(world, event, actor)
      if (moved !== null) yield moved
    }
  const waits = world.status === orderStatus.UNPAY
  if (waits && world.payments.length < 2 && world.payments.every((p) => p.state !== 'started')) {
    yield {
      ...world,
      payments: [...world.payments, { state: 'started', truth: 'open', asked: [], entries: [] }],
    }
  }
  for (const [index, payment] of world.payments.entries()) {
    if (payment.truth === 'open') {
      for (const truth of ['authorised', 'declined', 'cancelled'] as const) {
        yield withPayment(world, index, { ...payment, truth })
      }
    }
    // A reservation runs out whenever it likes.
    if (payment.truth === 'authorised') {
      yield withPayment(world, index, { ...payment, truth: 'voided' })
    }
    for (const ask of payment.asked) {
      const truth = done[ask][payment.truth] ?? payment.truth
      const asked = payment.asked.filter((each) => each !== ask)
      yield withPayment(world, index, { ...payment, truth, asked })
    }
    const learned = learn(world, index)
    if (learned !== null) yield learned
  }
}

const lines = ({ payments }: World) =>
  payments.flatMap(({ entries }) => entries.map((entry) => ({ ...entry, minor: PRICE })))

const jobsOfStage: Readonly<Partial<Record<OrderStage, readonly (PrintJobState | null)[]>>> = {
  'waiting-for-payment': [null],
  queuing: ['queued'],
  'waiting-for-production': ['queued'],
  'in-production': ['claimed'],
  printing: ['printing'],
  'print-unknown': ['unknown'],
  'device-fault': ['held'],
  'awaiting-stock-in': ['held'],
  resting: ['held'],
  closed: [null],
  'out-of-stock-cancelled': [null],
  'cancel-production': ['cancelled', 'printed'],
}

function check(world: World): void {
  expect(jobsOfStage[world.stage] ?? ['printed']).toContain(world.job)
  expect(world.sheets).toBeLessThanOrEqual(1 + world.reprints)
  const settled = world.payments.filter(({ state }) => settlingStates.includes(state))
  expect(settled.length).toBeLessThanOrEqual(1)
  const { charged, held, delivered, refunded } = balanceOf(lines(world), 'CNY')
  expect(held.minor + delivered.minor + refunded.minor).toBe(charged.minor)
  for (const { minor } of [held, delivered, refunded]) expect(minor).toBeGreaterThanOrEqual(0)
  const over = isOver(world.status)
  if (over) expect(world.stock).not.toBe('held')
  if (!['waiting-for-payment', 'closed', 'out-of-stock-cancelled'].includes(world.stage) && !over) {
    expect(settled.length).toBe(1)
  }
  // What was printed and is not paid is staff's.
  if (isQuiet(world) && over && !world.payments.some(({ state }) => state === 'stuck')) {
    expect(held.minor).toBe(0)
    expect(delivered.minor).toBe(world.status === orderStatus.FINISH ? PRICE : 0)
    const taken = world.payments.filter(({ truth }) => truth === 'captured')
    expect(taken.length * PRICE).toBe(delivered.minor)
    expect(world.payments.some(({ truth }) => truth === 'authorised')).toBe(false)
  }
}

/** Nothing is asked of a provider, and everything that it knows was heard. */
const isQuiet = (world: World): boolean =>
  world.payments.every(({ asked }) => asked.length === 0) &&
  world.payments.every((payment, index) => {
    const learned = learn(world, index)
    return learned === null || JSON.stringify(learned.payments[index]) === JSON.stringify(payment)
  })

it.each([true, false])(
  'every state that an order can be in keeps the promises (collected: %s)',
  (pickup) => {
    const first = begin(pickup)
    const seen = new Set([JSON.stringify(first)])
    const open = [first]
    for (let world = open.pop(); world !== undefined; world = open.pop()) {
      check(world)
      for (const reached of next(world)) {
        const key = JSON.stringify(reached)
        if (seen.has(key)) continue
        seen.add(key)
        open.push(reached)
      }
    }
    expect(seen.size).toBeGreaterThan(1000)
    console.info(`${seen.size} states of order, payments, print and stock`)
  },
)
