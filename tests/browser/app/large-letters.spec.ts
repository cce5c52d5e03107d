import { expect, type Page, test } from 'playwright/test'
import { screens } from '#core/launch/screens.ts'
import { enlargeLetters } from './enlarge-letters.ts'
import { placeUnpaid } from './placed-order.ts'
import { addresses, newLogin, standAtStation } from './station.ts'
import { addPhoto, openStudio } from './studio-page.ts'

/** What of a page with letters of twice the size lies beyond the sides of the window, in words. */
const beyondWindow = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const words =
      '#root :is(h1, h2, h3, p, strong, time, button, a, label), [role="dialog"] :is(h2, p, button)'
    return [...document.querySelectorAll(words)]
      .filter((element) => {
        const isSeen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
        // What scrolls by itself leads to what is beyond its edge.
        const scrolls = element.closest('nav, table, [role="toolbar"], [data-scrolls]') !== null
        const { left, right, width, height } = element.getBoundingClientRect()
        const isBeyond = left < -1 || right > innerWidth + 1
        return isSeen && !scrolls && width > 1 && height > 1 && isBeyond
      })
      .map(({ tagName, textContent }) => `${tagName} "${textContent?.slice(0, 40)}"`)
  })

for (const language of ['en-us', 'ar-ar', 'de-de']) {
  test(`with letters of twice the size no words of the way to an order are cut off, in ${language}`, {
    tag: '@phone',
  }, async ({ page }) => {
    const login = await newLogin()
    const order = await placeUnpaid(login.token)
    await enlargeLetters(page)
    await standAtStation(page, login)
    await page.addInitScript((code) => localStorage.setItem('HL_language', code), language)
    const faults: string[] = []
    const look = async (name: string) =>
      faults.push(...(await beyondWindow(page)).map((fault) => `${name}: ${fault}`))
    const unpaid = [screens.payCard, screens.selfHelpPayment].map(
      ({ paths }) => `/#${paths[0]}?order=${order}`,
    )
    for (const path of [addresses.mall, addresses.customise, addresses.size, ...unpaid]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('html')).toHaveCSS('font-size', '32px')
      await page.waitForLoadState('networkidle')
      await look(path)
    }
    expect(faults).toEqual([])
  })
}

test('with letters of twice the size the finished design and its order are whole', {
  tag: '@phone',
}, async ({ page }) => {
  await enlargeLetters(page)
  await openStudio(page)
  await addPhoto(page)
  const faults: string[] = []
  for (const step of ['done', 'continue', 'order', 'place-order']) {
    await page.locator(`[data-command="${step}"]`).click()
    await expect(page.locator(':is(h1, h2)').first()).toBeAttached()
    await page.waitForLoadState('networkidle')
    faults.push(...(await beyondWindow(page)).map((fault) => `${step}: ${fault}`))
  }
  expect(faults).toEqual([])
})
