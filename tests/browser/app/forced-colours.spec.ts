import { expect, test } from 'playwright/test'
import { addresses, standAtStation } from './station.ts'
import { openStudio } from './studio-page.ts'

test.use({ contextOptions: { forcedColors: 'active' } })

test('where the system has colours of its own, what is chosen is framed and colours to choose stay theirs', {
  tag: '@phone',
}, async ({ page }) => {
  await standAtStation(page)
  await page.goto(addresses.size)
  const frameOf = (name: string) =>
    page.locator('label', { has: page.getByRole('radio', { name, exact: true }) }).first()
  await expect(frameOf('Round')).toHaveCSS('border-top-width', '3px')
  await expect(frameOf('Square')).not.toHaveCSS('border-top-width', '3px')
  await page.goto('about:blank')
  await openStudio(page)
  await page.locator('nav [data-command="background"]').click()
  const swatch = page.getByRole('button', { name: 'Red', exact: true })
  await expect(swatch).toHaveCSS('forced-color-adjust', 'none')
  const colour = await swatch.evaluate((element) => getComputedStyle(element).backgroundColor)
  expect(colour).not.toMatch(/^rgb\((0, 0, 0|255, 255, 255)\)$/)
  await page.goBack()
  await page.locator('nav [data-command="layout"]').click()
  const chosen = page.locator(
    '[data-panel="layout"] :is([aria-pressed="true"], [aria-checked="true"])',
  )
  await expect(chosen.first()).toHaveCSS('border-top-width', '3px')
})
