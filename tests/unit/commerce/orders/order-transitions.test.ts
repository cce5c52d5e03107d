import { describe, expect, it } from 'vitest'
import { type Actor, orderEvents } from '#core/commerce/orders/order-events.ts'
import { orderStages, orderStatus } from '#core/commerce/orders/order-status.ts'
import { orderTransitions, placedOrder } from '#core/commerce/orders/order-transitions.ts'
import { stepOrder } from '#core/commerce/orders/step-order.ts'

type Happening = readonly [event: (typeof orderEvents)[number], by: Actor]

/** Walks an order through events; every one of them must be possible. */
function walk(pickup: boolean, ...events: readonly Happening[]) {
  return events.reduce(
    (order, [event, by]) => {
      const step = stepOrder(order, event, by)
      if (step.kind !== 'moved')
        throw new Error(`${event} by ${by} at ${order.stage}: ${step.kind}`)
      return { ...step.to, pickup }
    },
    { ...placedOrder, pickup },
  )
}

const printed: readonly Happening[] = [
  ['payment-authorised', 'payment'],
  ['job-claimed', 'station'],
  ['printing-began', 'station'],
  ['printed', 'station'],
  ['discharged', 'station'],
]

it('the statuses are the numbers of the specification', () => {
  expect(orderStatus).toEqual({
    UNPAY: 0,
    UNDELIVER: 1,
    DELIVER: 2,
    FINISH: 3,
    CLOSED: 4,
    INVALID: 5,
  })
})

describe('an order', () => {
  it('is paid, printed and collected', () => {
    expect(walk(true, ...printed).stage).toBe('discharging')
    expect(walk(true, ...printed, ['collected', 'station'])).toMatchObject({
      status: orderStatus.FINISH,
      stage: 'pickup-complete',
    })
  })

  it('is shipped, and complete when it is received or long under way', () => {
    const shipped = [...printed, ['handed-to-courier', 'staff']] as const
    expect(walk(false, ...printed).stage).toBe('print-complete-about-to-ship')
    expect(walk(false, ...shipped)).toMatchObject({
      status: orderStatus.DELIVER,
      stage: 'shipped',
    })
    expect(walk(false, ...shipped, ['received', 'customer']).stage).toBe('order-complete')
    expect(walk(false, ...shipped, ['receipt-assumed', 'clock']).stage).toBe('order-complete')
  })

  it('is not collected where it is sent, and not sent where it is collected', () => {
    expect(stepOrder(walk(false, ...printed), 'collected', 'station').kind).toBe('impossible')
    expect(stepOrder(walk(true, ...printed), 'handed-to-courier', 'staff').kind).toBe('impossible')
  })

  it.each([
    [true, 'queuing'],
    [false, 'waiting-for-production'],
  ])('waits out a fault, and goes on in the queue (collected: %s)', (pickup, stage) => {
    const faulty = walk(pickup, ['payment-authorised', 'payment'], ['fault-reported', 'station'])
    expect(faulty.stage).toBe('device-fault')
    expect(stepOrder(faulty, 'station-ready', 'station')).toMatchObject({
      kind: 'moved',
      to: { stage },
      effects: ['resume-print'],
    })
  })

  it('is cancelled by its customer before it prints, and not any more afterwards', () => {
    const queuing = walk(true, ['payment-authorised', 'payment'])
    expect(stepOrder(queuing, 'cancelled-by-customer', 'customer')).toMatchObject({
      kind: 'moved',
      effects: expect.arrayContaining(['return-payment', 'cancel-print']),
    })
    const printing = walk(true, ...printed.slice(0, 3))
    expect(stepOrder(printing, 'cancelled-by-customer', 'customer')).toEqual({ kind: 'impossible' })
  })

  it('is paid by the payment alone', () => {
    const order = { ...placedOrder, pickup: true }
    expect(stepOrder(order, 'payment-authorised', 'customer')).toEqual({ kind: 'forbidden' })
  })

  it('whose print is unknown is moved by no clock, and by its customer neither', () => {
    const lost = walk(true, ...printed.slice(0, 3), ['print-lost', 'clock'])
    expect(lost.stage).toBe('print-unknown')
    for (const event of orderEvents) {
      expect(stepOrder(lost, event, 'clock').kind).not.toBe('moved')
      expect(stepOrder(lost, event, 'customer').kind).not.toBe('moved')
    }
  })
})

describe('the table', () => {
  it('has one answer for every stage, event and way of delivery', () => {
    for (const stage of orderStages)
      for (const event of orderEvents)
        for (const way of ['pickup', 'courier'] as const) {
          const rows = orderTransitions.filter(
            ({ from, event: named, delivery = way }) =>
              named === event && from.includes(stage) && delivery === way,
          )
          expect(rows.length).toBeLessThanOrEqual(1)
        }
  })

  it('reaches every stage, and leaves every one that is not an end', () => {
    const reached = new Set(orderTransitions.map(({ to }) => to.stage))
    expect([...reached].toSorted()).toEqual([...orderStages].toSorted())
    const ends = ['closed', 'out-of-stock-cancelled', 'cancel-production', 'order-complete']
    for (const stage of reached) {
      const leaves = orderTransitions.some(({ from }) => from.includes(stage))
      expect(leaves).toBe(![...ends, 'pickup-complete'].includes(stage))
    }
  })
})
