import { expect, type Locator, type Page, test } from 'playwright/test'
import { addPhoto, openStudio, openTools } from './studio-page.ts'

const toolsPanel = (page: Page) => page.locator('[data-panel="tools"]')
const apply = (page: Page) => toolsPanel(page).locator('[data-command="apply-tool"]')
const applying = (page: Page) => toolsPanel(page).locator('[data-applying]')
const firstSlider = (page: Page) => toolsPanel(page).getByRole('slider').first()

/** How far a slider stands below the tool's title, in one look: the panel itself may still be rising. */
const below = (slider: Locator): Promise<number> =>
  slider.evaluate((own) => {
    const title = own.closest('[data-panel]')?.querySelector('h2')
    return own.getBoundingClientRect().y - (title?.getBoundingClientRect().y ?? 0)
  })

/** Opens a tool whose script does not come before it is let through. */
async function openWaitingTool(page: Page): Promise<() => void> {
  let letThrough: () => void = () => undefined
  const isLet = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(/imaging\.worker/, async (route) => {
    await isLet
    await route.continue()
  })
  await openStudio(page)
  await addPhoto(page)
  await openTools(page)
  await toolsPanel(page).locator('[data-tool="sketch"]').click()
  await expect(apply(page)).toBeEnabled()
  return letThrough
}

test('applying before the preview is there, and cancelling, shows the preview after all', {
  tag: '@phone',
}, async ({ page }) => {
  const letThrough = await openWaitingTool(page)
  await apply(page).click()
  await expect(applying(page)).toBeVisible()
  letThrough()
  await applying(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(applying(page)).toBeHidden()
  await expect(toolsPanel(page).locator('[data-preview]')).toBeVisible({ timeout: 60_000 })
})

test('while a tool is applied its settings stand where they were, and cannot be changed', {
  tag: '@phone',
}, async ({ page }) => {
  await openWaitingTool(page)
  const before = await below(firstSlider(page))
  const value = await firstSlider(page).getAttribute('aria-valuenow')
  // A click would scroll to the button, which is in sight.
  await apply(page).dispatchEvent('click')
  await expect(applying(page)).toBeVisible()
  const slider = toolsPanel(page).locator('[inert] [role="slider"]').first()
  expect(await below(slider)).toBeCloseTo(before, 0)
  await slider.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(slider).toHaveAttribute('aria-valuenow', value ?? '')
  await applying(page).getByRole('button', { name: 'Cancel' }).click()
  await firstSlider(page).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(firstSlider(page)).not.toHaveAttribute('aria-valuenow', value ?? '')
})
