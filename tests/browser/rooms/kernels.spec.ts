import { expect, test } from 'playwright/test'
import { runEveryKernel } from '../../fixtures/kernel-runs.ts'
import { kernels } from '../../fixtures/kernels.ts'

test('every kernel answers the same bytes in Chromium as in Node', async ({ page }) => {
  await page.goto('/tests/browser/harness/kernels.html')
  await page.locator('[data-ready]').waitFor({ state: 'attached' })
  const inBrowser: unknown = await page.evaluate(() => Reflect.get(globalThis, 'runEveryKernel')())
  expect(inBrowser).toEqual(await runEveryKernel(kernels))
})
