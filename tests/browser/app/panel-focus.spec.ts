import { expect, type Page, test } from 'playwright/test'
import { addPhoto, layersOf, openStudio } from './studio-page.ts'

const panel = (page: Page, name: string) => page.locator(`[data-panel="${name}"]`)

test.describe('from the keyboard', { tag: '@pc' }, () => {
  test('a letter opens a panel and takes the customer into it: what is typed next stands there', async ({
    page,
  }) => {
    await openStudio(page)
    await page.keyboard.press('t')
    const words = panel(page, 'text').getByRole('textbox')
    await expect(words).toBeFocused()
    await page.keyboard.type('Hello')
    await expect(words).toHaveValue('Hello')
    await page.keyboard.press('Escape')
    await expect(panel(page, 'text')).toBeHidden()
    await expect(page.locator('nav [data-command="text"]')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(words).toHaveValue('Hello')
  })

  test('the stickers are one Tab stop, and arrows go between them', async ({ page }) => {
    await openStudio(page)
    await page.keyboard.press('s')
    const stickers = panel(page, 'stickers').locator('ul button')
    await expect(stickers.nth(100)).toBeAttached({ timeout: 20_000 })
    expect(
      await stickers.evaluateAll((all) => all.filter((one) => one.tabIndex === 0).length),
    ).toBe(1)
    await stickers.first().focus()
    await page.keyboard.press('ArrowRight')
    await expect(stickers.nth(1)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await expect(stickers.nth(1)).toBeFocused()
    await page.keyboard.press('End')
    await expect(stickers.last()).toBeFocused()
  })
})

test('a step back closes the panel, then the finished preview, and only then leaves the studio', {
  tag: '@phone',
}, async ({ page }) => {
  await openStudio(page)
  await addPhoto(page)
  const studio = page.url()
  await page.locator('nav [data-command="text"]').click()
  await expect(panel(page, 'text')).toBeVisible()
  await page.goBack()
  await expect(panel(page, 'text')).toBeHidden()
  expect(page.url()).toBe(studio)
  await page.locator('header [data-command="preview"]').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(layersOf(page)).toHaveCount(1)
  await page.goBack()
  expect(page.url()).not.toBe(studio)
})

test('words that were typed but not added are there after the panel was closed and the phone turned', {
  tag: '@phone',
}, async ({ page }) => {
  await openStudio(page)
  await page.locator('nav [data-command="text"]').click()
  const words = panel(page, 'text').getByRole('textbox')
  await words.fill('Per la nonna')
  await page.setViewportSize({ width: 844, height: 390 })
  await expect(words).toHaveValue('Per la nonna')
  await page.locator('nav [data-command="text"]').click()
  await expect(words).toBeHidden()
  await page.locator('nav [data-command="text"]').click()
  await expect(words).toHaveValue('Per la nonna')
})
