import { expect, test } from 'playwright/test'
import { runEveryKernel } from '../../fixtures/kernel-runs.ts'
import { kernels } from '../../fixtures/kernels.ts'
import { openHarness } from '../harness-page.ts'

test('every kernel answers the same bytes in Chromium as in Node', async ({ page }) => {
  await openHarness(page, 'kernels')
  const inBrowser: unknown = await page.evaluate(() => Reflect.get(globalThis, 'runEveryKernel')())
  expect(inBrowser).toEqual(await runEveryKernel(kernels))
})
