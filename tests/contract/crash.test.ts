import { expect, it } from 'vitest'
import { isSound } from '../crash/campaign.ts'
import { runCampaign } from '../crash/run-campaign.ts'

it('an order is printed once or its money is back, whatever is killed meanwhile', async () => {
  const found = await runCampaign({ orders: 40, kills: 8, shoppers: 8 })
  const { output, ...figures } = found
  console.info(JSON.stringify(figures))
  expect(isSound(found), `${JSON.stringify(figures)}\n${output.slice(-10_000)}`).toBe(true)
}, 900_000)
