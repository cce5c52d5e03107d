import { expect, type Page, test } from 'playwright/test'
import { makeQuick, makeSlow } from './kept-probe.ts'
import { addPhoto, openStudio, openTools, readIn } from './studio-page.ts'

const panel = (page: Page) => page.locator('[data-panel="tools"]')
const pictures = (page: Page) => panel(page).locator('[role="radiogroup"] canvas')
const drawn = (page: Page) => panel(page).locator('[role="radiogroup"] canvas:not([hidden])')
const card = (page: Page, tool: string) => panel(page).locator(`[data-tool="${tool}"]`)

async function openedTools(page: Page): Promise<void> {
  await openStudio(page)
  await addPhoto(page)
  await openTools(page)
  await expect(panel(page)).toBeVisible()
}
const ready = (page: Page) =>
  expect(panel(page).locator('[data-preview]')).toBeVisible({ timeout: 60_000 })

test.describe('the looks of a tool', () => {
  test('are shown on the customer’s own photo, each its own way', {
    tag: '@phone',
  }, async ({ page, context }) => {
    await makeQuick(context)
    await openedTools(page)
    for (const tool of ['anime', 'sketch']) {
      await card(page, tool).click()
      await expect(drawn(page)).toHaveCount(3, { timeout: 60_000 })
      const seen = await drawn(page).evaluateAll((all) =>
        all.map((each) => (each instanceof HTMLCanvasElement ? each.toDataURL() : '')),
      )
      expect(new Set(seen).size).toBe(3)
      await page.getByRole('button', { name: 'All tools' }).click()
    }
  })

  test('leave the strength in sight above the button on a phone', { tag: '@phone' }, async ({
    page,
    context,
  }) => {
    await makeQuick(context)
    await openedTools(page)
    await card(page, 'anime').click()
    await ready(page)
    const thumb = await page.getByRole('slider', { name: 'Strength' }).boundingBox()
    const button = await panel(page).locator('[data-command="apply-tool"]').boundingBox()
    if (thumb === null || button === null) throw new Error('no slider, or no button')
    expect(thumb.y + thumb.height).toBeLessThanOrEqual(button.y)
  })

  test('are words alone on a device that has enough to do', { tag: '@phone' }, async ({
    page,
    context,
  }) => {
    await makeSlow(context)
    await openedTools(page)
    await card(page, 'sketch').click()
    await ready(page)
    await expect(panel(page).getByRole('radio', { name: 'Ink' })).toBeVisible()
    await expect(pictures(page)).toHaveCount(0)
  })
})

test('a card says what it fetches until it was fetched', { tag: '@phone' }, async ({ page }) => {
  await openedTools(page)
  await expect(card(page, 'enhance')).toContainText('First use loads')
  await card(page, 'enhance').click()
  await ready(page)
  await page.getByRole('button', { name: 'All tools' }).click()
  await expect(card(page, 'enhance')).toBeVisible()
  await expect(card(page, 'enhance')).not.toContainText('First use loads')
})

test('who applies a tool by keys alone can cancel it by keys, and apply it again', {
  tag: '@pc',
}, async ({ page }) => {
  await openStudio(page)
  await addPhoto(page)
  await openTools(page)
  await card(page, 'sketch').click()
  await ready(page)
  const apply = panel(page).locator('[data-command="apply-tool"]')
  await apply.focus()
  await page.keyboard.press('Enter')
  await expect(panel(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(apply).toBeFocused()
})

test('undo points to where lines begin, in a language of the other direction too', {
  tag: '@phone',
}, async ({ page }) => {
  await openStudio(page)
  await addPhoto(page)
  const turned = () =>
    page
      .locator('header [data-command="undo"] svg')
      .evaluate((icon) => getComputedStyle(icon).scale.startsWith('-1'))
  expect(await turned()).toBe(false)
  await readIn(page, 'ar-ar')
  expect(await turned()).toBe(true)
})
