import { expect, type Page, test } from 'playwright/test'
import { photograph, photographsAreHere, photographsMissing } from '../../fixtures/photographs.ts'
import { addPhoto, openStudio, openTool, savedDesign, savedLayer } from './studio-page.ts'

const group = photograph('open/portrait/faces/human-group-3.jpg')
/** Of the five one is far from sure at first sight, and one not quite. */
const five = photograph('open/portrait/faces/human-group-4.jpg')
const alone = photograph('open/portrait/faces/cid22-2811087.jpg')

const toolsPanel = (page: Page) => page.locator('[data-panel="tools"]')
const people = (page: Page) => toolsPanel(page).getByRole('group', { name: /^People kept/ })
const chips = (page: Page) => people(page).getByRole('button', { name: /^Person \d/ })
const shown = (page: Page) => toolsPanel(page).locator('[data-preview]')

async function openCutOut(page: Page, photo: string): Promise<void> {
  await openStudio(page)
  await addPhoto(page, photo)
  await openTool(page, 'cut-out')
  await expect(shown(page)).toBeVisible({ timeout: 60_000 })
}

test.describe('the people of a cut-out', () => {
  test.skip(!photographsAreHere, photographsMissing)

  test('are all kept at first, and each is left out and brought back by a tap', {
    tag: '@phone',
  }, async ({ page }) => {
    await openCutOut(page, group)
    await expect(chips(page).first()).toBeVisible({ timeout: 30_000 })
    const all = await chips(page).count()
    expect(all).toBeGreaterThanOrEqual(2)
    await expect(people(page)).toHaveAccessibleName(`People kept: ${all} of ${all}`)
    for (const chip of await chips(page).all()) {
      const box = await chip.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    }
    await chips(page).first().click()
    await expect(chips(page).first()).toHaveAttribute('aria-pressed', 'false')
    await expect(people(page)).toHaveAccessibleName(`People kept: ${all - 1} of ${all}`)
    await chips(page).first().click()
    await expect(chips(page).first()).toHaveAttribute('aria-pressed', 'true')
    await expect(people(page)).toHaveAccessibleName(`People kept: ${all} of ${all}`)
  })

  test('are left out by the keyboard but for the last, who comes to stand whole without them', {
    tag: '@phone',
  }, async ({ page }) => {
    await openCutOut(page, group)
    await expect(chips(page).first()).toBeVisible({ timeout: 30_000 })
    const all = await chips(page).count()
    const placed = await savedLayer(page)
    await chips(page).first().focus()
    for (let left = 1; left < all; left++) {
      await page.keyboard.press('Space')
      await expect(people(page)).toHaveAccessibleName(`People kept: ${all - left} of ${all}`)
      await page.keyboard.press('Tab')
    }
    const last = chips(page).last()
    await expect(last).toBeFocused()
    await expect(last).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Space')
    await expect(last).toHaveAttribute('aria-pressed', 'true')
    await expect(shown(page)).toBeVisible({ timeout: 60_000 })
    await toolsPanel(page).locator('[data-command="apply-tool"]').click()
    await expect(toolsPanel(page).locator('[data-tool="sketch"]')).toBeVisible({ timeout: 60_000 })
    const layer = await savedLayer(page)
    expect(layer.heightMm).toBeLessThan(placed.heightMm)
    const [made] = layer.kind === 'photo' ? layer.derived : []
    expect(String(made?.settings['leftOut']).split(';')).toHaveLength(all - 1)

    // On a cake, too, who stays stands in the middle.
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.locator('nav [data-command="product"]').click()
    const kinds = page.locator('[data-panel="product"]').getByRole('radio')
    await kinds.nth(1).click({ force: true })
    await expect(kinds.nth(1)).toBeChecked()
    const { geometry } = (await savedDesign(page)).product
    expect(await savedLayer(page)).toMatchObject({ xMm: geometry.widthMm / 2, scale: 1 })
  })

  test('are all shown where the detector is not sure of some at first sight', {
    tag: '@phone',
  }, async ({ page }) => {
    await openCutOut(page, five)
    await expect(people(page)).toHaveAccessibleName('People kept: 5 of 5', { timeout: 30_000 })
    await chips(page).first().click()
    await expect(people(page)).toHaveAccessibleName('People kept: 4 of 5')
  })

  test('are not asked about where there is one alone', { tag: '@phone' }, async ({ page }) => {
    await openCutOut(page, alone)
    await expect(toolsPanel(page).locator('[data-command="apply-tool"]')).toBeEnabled()
    await expect(people(page)).toHaveCount(0)
  })
})
