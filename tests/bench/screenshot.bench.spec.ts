import { expect, test } from 'playwright/test'
import { addPhoto, layersOf, madeFile, openStudio, stageOf } from '../browser/app/studio-page.ts'

test.use({
  baseURL: `http://127.0.0.1:${process.env['STAMPA_PORT'] ?? 4173}`,
  viewport: { width: 1440, height: 900 },
})

test('the README shows the studio at work on a picture of our own', async ({ page }) => {
  await openStudio(page)
  await addPhoto(page, madeFile('hills.png', 1800, 3000))
  const tools = page.getByRole('navigation', { name: 'Add to the design' })
  await tools.getByRole('button', { name: 'Text' }).click()
  await page.getByRole('textbox', { name: 'Your words' }).fill('Ciao, Nonna')
  await page.getByRole('button', { name: 'Add text' }).click()
  await expect(layersOf(page)).toHaveCount(2)
  await page.getByRole('radio', { name: 'Pacifico' }).click()
  await page
    .getByRole('button', { name: 'Text colour: Ink' })
    .or(page.getByRole('button', { name: /^Colour:/ }).first())
    .first()
    .click()
  await page.getByRole('button', { name: 'Cream' }).first().click()
  await page.keyboard.press('Escape')
  await layersOf(page).last().focus()
  for (let times = 0; times < 3; times++) await page.keyboard.press('Shift+ArrowDown')
  await tools.getByRole('button', { name: 'Stickers' }).click()
  await page.getByRole('searchbox', { name: 'Search stickers' }).fill('sun')
  await page
    .getByRole('button', { name: /^Add the sticker/ })
    .first()
    .click()
  await expect(layersOf(page)).toHaveCount(3)
  for (let times = 0; times < 2; times++) await page.keyboard.press('Shift+ArrowUp')
  await layersOf(page).nth(1).focus()
  await expect(stageOf(page)).toBeVisible()
  await page.waitForTimeout(1500)
  await page.screenshot({ path: 'docs/screenshot.png' })
})
