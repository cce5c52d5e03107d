import type { Page } from 'playwright/test'

/**
 * Opens a page of `harness/`, and waits until it answers.
 * @param origin of the server, where the browser was started without one
 */
export async function openHarness(page: Page, name: string, origin = ''): Promise<void> {
  await page.goto(`${origin}/tests/browser/harness/${name}.html`)
  await page.locator('[data-ready]').waitFor({ state: 'attached' })
}
