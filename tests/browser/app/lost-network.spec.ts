import { expect, type Page, test } from 'playwright/test'
import { orderList } from '#core/contract/services/orders.ts'
import { UPLOADS_PATH } from '#core/contract/uploads.ts'
import { callService, newLogin, standAtStation } from './station.ts'
import { addPhoto, openStudio } from './studio-page.ts'

/** The first visit: nothing is kept by a service worker yet. */
const broken = (page: Page) => page.getByRole('heading', { name: 'Something tore' })

test('a network that is lost while an order is sent takes nothing down: it waits, and goes once', {
  tag: '@phone',
}, async ({ page, context }) => {
  const login = await newLogin()
  await standAtStation(page, login)
  await openStudio(page)
  await addPhoto(page)
  await page.locator('[data-command="done"]').click()
  await page.locator('[data-command="continue"]').click()
  await page.locator('[data-command="order"]').click()
  await page.getByRole('radio', { name: 'At the station' }).check()
  let uploads = 0
  await page.route(`**${UPLOADS_PATH}**`, () => {
    // Never answered: the network is lost meanwhile.
    uploads++
  })
  await page.locator('[data-command="place-order"]').click()
  await expect.poll(() => uploads, { timeout: 60_000 }).toBeGreaterThan(0)
  await context.setOffline(true)
  await page.unrouteAll()
  await expect(page.locator('[data-waiting-order="waiting"]')).toBeVisible({ timeout: 60_000 })
  await expect(broken(page)).toBeHidden()
  await context.setOffline(false)
  await expect(page.getByText('Your order is placed')).toBeVisible({ timeout: 60_000 })
  expect(await callService(orderList, {}, login.token)).toHaveLength(1)
})

test('whatever panel is opened without a network, the studio stands and the panel says what it lacks', {
  tag: '@phone',
}, async ({ page, context }) => {
  await openStudio(page)
  await addPhoto(page)
  await context.setOffline(true)
  for (const panel of ['photos', 'text', 'stickers', 'background', 'layout', 'layers', 'tools']) {
    await page.locator(`nav [data-command="${panel}"]`).click()
    await expect(page.locator(`[data-panel="${panel}"]`), panel).toBeVisible()
    // Words that did not come would be shown as their keys.
    await expect(page.locator(`[data-panel="${panel}"]`)).not.toHaveText(/^$|[a-z]\.[a-z]/)
    if (panel === 'background') await page.getByRole('radio', { name: 'Gradient' }).check()
    await expect(broken(page)).toBeHidden()
    await page.goBack()
    await expect(page.locator('[data-panel]')).toHaveCount(0)
  }
  await page.locator('nav [data-command="background"]').click()
  await expect(page.getByRole('slider')).toHaveCount(0)
  await context.setOffline(false)
  await expect(page.getByRole('slider').first()).toBeVisible()
})
