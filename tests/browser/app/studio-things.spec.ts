import { expect, type Page, test } from 'playwright/test'
import { photograph, photographsAreHere, photographsMissing } from '../../fixtures/photographs.ts'
import { addPhoto, openStudio, openTool, savedLayer, smallCopy } from './studio-page.ts'

const lions = photograph('open/portrait/no-face/lions.jpg')
const hen = photograph('open/portrait/no-face/hen.jpg')
const dunes = photograph('open/sr-train/wallpapers/elementary-164.jpg')
const kitten = photograph('open/portrait/no-face/kitten.jpg')
const portrait = photograph('open/portrait/faces/cid22-2811087.jpg')

const toolsPanel = (page: Page) => page.locator('[data-panel="tools"]')
const kept = (page: Page) => toolsPanel(page).getByRole('group', { name: /^Kept: / })
const chips = (page: Page) => kept(page).getByRole('button', { name: /^Thing \d/ })
const shown = (page: Page) => toolsPanel(page).locator('[data-preview]')
const applyButton = (page: Page) => toolsPanel(page).locator('[data-command="apply-tool"]')
const nobody = (page: Page) => toolsPanel(page).getByText('No person found', { exact: false })

async function openCutOut(page: Page, photo: Parameters<typeof addPhoto>[1]): Promise<void> {
  await openStudio(page)
  await addPhoto(page, photo)
  await openTool(page, 'cut-out')
}

async function settingsApplied(page: Page) {
  await expect(applyButton(page)).toBeEnabled({ timeout: 60_000 })
  await applyButton(page).click()
  await expect(toolsPanel(page).locator('[data-tool="sketch"]')).toBeVisible({ timeout: 60_000 })
  const layer = await savedLayer(page)
  return layer.kind === 'photo' ? layer.derived.at(-1)?.settings : undefined
}

test.describe('the cut-out of a photo without people', () => {
  test.skip(!photographsAreHere, photographsMissing)

  test('takes what stands out and says so, and a tap leaves one of two things out', {
    tag: '@phone',
  }, async ({ page }) => {
    await openCutOut(page, lions)
    await expect(shown(page)).toBeVisible({ timeout: 90_000 })
    await expect(nobody(page)).toBeVisible()
    await expect(chips(page)).toHaveCount(2)
    await expect(kept(page)).toHaveAccessibleName('Kept: 2 of 2')
    await chips(page).first().click()
    await expect(chips(page).first()).toHaveAttribute('aria-pressed', 'false')
    await expect(kept(page)).toHaveAccessibleName('Kept: 1 of 2')
    await expect(chips(page).last()).toHaveAttribute('aria-disabled', 'true')
    await expect(chips(page)).toHaveCount(2)
    const settings = await settingsApplied(page)
    expect(String(settings?.['thingsOut'])).toMatch(/^0\.\d{3} 0\.\d{3}$/)
  })

  test('comes to stand whole on the print, in one step of undo', { tag: '@phone' }, async ({
    page,
  }) => {
    await openCutOut(page, kitten)
    const before = await savedLayer(page)
    await expect(shown(page)).toBeVisible({ timeout: 90_000 })
    await expect(nobody(page)).toBeVisible({ timeout: 60_000 })
    await settingsApplied(page)
    const { widthMm } = await savedLayer(page)
    expect(widthMm).toBeLessThan(before.widthMm)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    expect(await savedLayer(page)).toEqual(before)
  })

  test('is mended by the brush', { tag: '@pc' }, async ({ page }) => {
    await openCutOut(page, lions)
    await expect(shown(page)).toBeVisible({ timeout: 90_000 })
    await toolsPanel(page)
      .getByRole('radio', { name: 'Automatic and brush' })
      .check({ force: true })
    const picture = toolsPanel(page).locator('[data-brush-surface], canvas').first()
    await expect(toolsPanel(page).getByText('Brush size')).toBeVisible({ timeout: 30_000 })
    await expect(picture).toBeVisible()
    await expect(nobody(page)).toBeVisible({ timeout: 60_000 })
    expect(await settingsApplied(page)).toMatchObject({ subject: 'mended', sought: 'people' })
  })

  test('is refused as ever where nothing stands out surely, with the brush beside it', {
    tag: '@phone',
  }, async ({ page }) => {
    await openCutOut(page, hen)
    await expect(toolsPanel(page).getByText('We found no face in this photo')).toBeVisible({
      timeout: 90_000,
    })
    await expect(toolsPanel(page).locator('[data-command="paint-instead"]')).toBeVisible()
  })

  test('takes no land of a landscape, unless it is asked for', { tag: '@phone' }, async ({
    page,
  }) => {
    await openCutOut(page, await smallCopy(dunes, 1000))
    await expect(toolsPanel(page).getByText('Nothing stands out clearly')).toBeVisible({
      timeout: 90_000,
    })
    await toolsPanel(page).locator('[data-command="things-instead"]').click()
    await expect(shown(page)).toBeVisible({ timeout: 60_000 })
  })

  test('is asked for by a button where people are, and people come back', {
    tag: '@pc',
  }, async ({ page }) => {
    await openCutOut(page, portrait)
    await expect(shown(page)).toBeVisible({ timeout: 60_000 })
    const instead = toolsPanel(page).locator('[data-command="things-instead"]')
    await expect(instead).toHaveText('Keep what stands out instead')
    await instead.click()
    await expect(instead).toHaveText('Look for people again')
    // A face that fills the photo stands out from nothing.
    await expect(toolsPanel(page).getByText('Nothing stands out clearly')).toBeVisible({
      timeout: 60_000,
    })
    await instead.click()
    await expect(shown(page)).toBeVisible({ timeout: 60_000 })
    await expect(instead).toHaveText('Keep what stands out instead')
  })
})
