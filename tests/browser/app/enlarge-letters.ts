import type { Page } from 'playwright/test'

/** As a customer has it who sets the letters of the browser to twice their size. */
export async function enlargeLetters(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.enable')
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
}
