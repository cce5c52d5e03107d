import { expect, it } from 'vitest'
import {
  isOver,
  orderStages,
  orderStatus,
  queueZones,
  stepOf,
  zoneOf,
} from '#core/commerce/orders/order-status.ts'
import { orderTransitions } from '#core/commerce/orders/order-transitions.ts'

it('an order is over where no event leads on: finished, closed or invalid', () => {
  for (const { to } of orderTransitions) {
    const leadsOn = orderTransitions.some(({ from }) => from.includes(to.stage))
    expect(isOver(to.status), to.stage).toBe(!leadsOn)
  }
  expect(isOver(orderStatus.FINISH)).toBe(true)
})

it('who waits at the station stands in a zone of its queue, by the step that they see', () => {
  expect(orderStages.map((stage) => zoneOf(stage)).filter((zone) => zone !== null)).toEqual(
    expect.arrayContaining([...queueZones]),
  )
  for (const stage of orderStages) {
    const zone = zoneOf(stage)
    if (zone !== null) expect(stepOf(stage)).toBe(zone === 'pickup' ? 'handover' : zone)
  }
  expect(zoneOf('shipped')).toBeNull()
})
