import { describe, expect, it } from 'vitest'
import { orderStages, orderStatus } from '#core/commerce/orders/order-status.ts'
import {
  type Actor,
  orderEvents,
  orderTransitions,
  placedOrder,
  stepOrder,
} from '#core/commerce/orders/order-transitions.ts'

const actors: readonly Actor[] = ['customer', 'staff', 'station', 'payment', 'clock', 'server']

/** Walks an order through events; every one of them must be possible. */
function walk(...events: readonly (readonly [event: (typeof orderEvents)[number], by: Actor])[]) {
  return events.reduce((order, [event, by]) => {
    const step = stepOrder(order, event, by)
    if (step.kind !== 'moved') throw new Error(`${event} by ${by} at ${order.stage}: ${step.kind}`)
    return step.to
  }, placedOrder)
}

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
    const collected = walk(
      ['payment-authorised', 'payment'],
      ['job-claimed', 'station'],
      ['printing-began', 'station'],
      ['printed', 'station'],
      ['discharged', 'station'],
      ['collected', 'customer'],
    )
    expect(collected).toEqual({ status: orderStatus.FINISH, stage: 'pickup-complete' })
  })

  it('is shipped, and complete when it is received or long under way', () => {
    const shipped = [
      ['offline-payment-confirmed', 'staff'],
      ['job-claimed', 'station'],
      ['printed', 'station'],
      ['handed-to-courier', 'staff'],
    ] as const
    expect(walk(...shipped)).toEqual({ status: orderStatus.DELIVER, stage: 'shipped' })
    expect(walk(...shipped, ['received', 'customer']).stage).toBe('order-complete')
    expect(walk(...shipped, ['receipt-assumed', 'clock']).stage).toBe('order-complete')
  })

  it('waits out a fault, and goes on in the queue', () => {
    const faulty = walk(['payment-authorised', 'payment'], ['fault-reported', 'station'])
    expect(faulty.stage).toBe('device-fault')
    expect(stepOrder(faulty, 'station-ready', 'station')).toMatchObject({
      kind: 'moved',
      to: { stage: 'queuing' },
      effects: ['resume-print'],
    })
  })

  it('is cancelled by its customer before it prints, and not any more afterwards', () => {
    const queuing = walk(['payment-authorised', 'payment'])
    expect(stepOrder(queuing, 'cancelled-by-customer', 'customer')).toMatchObject({
      kind: 'moved',
      effects: expect.arrayContaining(['return-payment', 'cancel-print']),
    })
    const printing = walk(
      ['payment-authorised', 'payment'],
      ['job-claimed', 'station'],
      ['printing-began', 'station'],
    )
    expect(stepOrder(printing, 'cancelled-by-customer', 'customer')).toEqual({ kind: 'impossible' })
  })

  it('is paid by the payment alone', () => {
    expect(stepOrder(placedOrder, 'payment-authorised', 'customer')).toEqual({ kind: 'forbidden' })
  })
})

describe('the table', () => {
  it('has one answer for every stage and event, and only its own stages', () => {
    for (const stage of orderStages)
      for (const event of orderEvents) {
        const rows = orderTransitions.filter(
          (row) => row.event === event && row.from.includes(stage),
        )
        expect(rows.length).toBeLessThanOrEqual(1)
      }
  })

  it('reaches every stage but those that a paid order skips here, and leaves every open one', () => {
    const reached = new Set(orderTransitions.map(({ to }) => to.stage))
    const ends = ['closed', 'out-of-stock-cancelled', 'cancel-production', 'order-complete']
    for (const stage of reached) {
      const leaves = orderTransitions.some(({ from }) => from.includes(stage))
      expect(leaves).toBe(![...ends, 'pickup-complete'].includes(stage))
    }
  })

  it('gives money back once and only where it was taken, whatever happens in whatever order', () => {
    let state = 11
    const random = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state % below
    }
    for (let life = 0; life < 3000; life++) {
      let order = placedOrder
      const seen: string[] = []
      for (let moves = 0; moves < 30; moves++) {
        const event = orderEvents[random(orderEvents.length)] ?? 'received'
        const step = stepOrder(order, event, actors[random(actors.length)] ?? 'clock')
        if (step.kind !== 'moved') continue
        order = step.to
        seen.push(...step.effects)
      }
      const count = (effect: string) => seen.filter((each) => each === effect).length
      expect(count('capture-payment')).toBeLessThanOrEqual(1)
      expect(count('return-payment')).toBeLessThanOrEqual(1)
      expect(count('release-stock')).toBeLessThanOrEqual(1)
      expect(count('capture-payment') + count('return-payment')).toBeLessThanOrEqual(1)
      if (count('return-payment') === 1) expect(count('queue-print')).toBe(1)
    }
  })
})
