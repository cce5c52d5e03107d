import { createCanvas, loadImage } from '@napi-rs/canvas'
import { expect, type Locator, type Page, test } from 'playwright/test'
import { layerBounds, safeBox } from '#core/design/geometry.ts'
import {
  addPhoto,
  layersOf,
  middleOf,
  openStudio,
  savedDesign,
  savedLayer,
  stageOf,
} from './studio-page.ts'

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

  test('the order page has the focus on its title, so that Tab goes on from there', async ({
    page,
  }) => {
    await openStudio(page)
    await addPhoto(page)
    for (const step of ['done', 'continue', 'order']) {
      await page.locator(`[data-command="${step}"]`).press('Enter')
    }
    await expect(page.getByRole('button', { name: 'Place order' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
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

test('a step back in the very moment a panel appears closes it', {
  tag: '@phone',
}, async ({ page }) => {
  await openStudio(page)
  const studio = page.url()
  for (let again = 0; again < 3; again++) {
    await page.evaluate(() => {
      const appears = new MutationObserver(() => {
        if (document.querySelector('[data-panel="text"]') === null) return
        appears.disconnect()
        history.back()
      })
      appears.observe(document.body, { childList: true, subtree: true })
    })
    await page.locator('nav [data-command="text"]').click()
    await expect(panel(page, 'text')).toBeHidden()
    expect(page.url()).toBe(studio)
  }
  await page.locator('nav [data-command="text"]').click()
  await expect(panel(page, 'text')).toBeVisible()
  await page.goBack()
  await expect(panel(page, 'text')).toBeHidden()
})

test('a step back closes the menu and the dialog that asks for a name, and leaves the panel under it', {
  tag: '@phone',
}, async ({ page }) => {
  await openStudio(page)
  await addPhoto(page)
  const studio = page.url()
  const more = page.getByRole('button', { name: 'More', exact: true })
  await more.click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('menu')).toBeHidden()
  await more.click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await expect(page.getByRole('dialog', { name: 'Rename' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(page.url()).toBe(studio)
  await page.goBack()
  expect(page.url()).not.toBe(studio)
})

test('a step back closes the menu of a long press and leaves what was pressed selected', {
  tag: '@phone',
}, async ({ page }) => {
  await openStudio(page)
  await addPhoto(page)
  const studio = page.url()
  const finger = await page.context().newCDPSession(page)
  const place = await middleOf(stageOf(page))
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [place] })
  await expect(page.getByRole('menu')).toBeVisible()
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await page.goBack()
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(page.getByRole('toolbar', { name: 'What is selected' })).toBeVisible()
  expect(page.url()).toBe(studio)
  await page.goBack()
  expect(page.url()).not.toBe(studio)
})

test('a step back closes a colour that is being chosen, a list and a question, not the panel under them', {
  tag: '@phone',
}, async ({ page }) => {
  await openStudio(page)
  const studio = page.url()
  const opens = async (inside: Locator, over: Locator) => {
    await inside.click()
    await expect(over).toBeVisible()
    await page.goBack()
    await expect(over).toBeHidden()
    await expect(inside).toBeVisible()
  }
  await page.locator('[data-command="done"]').click()
  const preflight = panel(page, 'preflight')
  await opens(preflight.locator('[data-command="continue"]'), page.getByRole('alertdialog'))
  await page.goBack()
  await expect(preflight).toBeHidden()
  await page.locator('nav [data-command="text"]').click()
  await panel(page, 'text').getByRole('textbox').fill('Nonna')
  await panel(page, 'text').getByRole('button', { name: 'Add text' }).click()
  const colour = panel(page, 'text').getByRole('button', { name: /^Colour: / })
  await opens(colour, page.getByRole('dialog', { name: 'Choose a colour' }))
  await page.goBack()
  await expect(panel(page, 'text')).toBeHidden()
  expect(page.url()).toBe(studio)
})

test('taps select several where there is no Shift to hold', { tag: '@phone' }, async ({ page }) => {
  await openStudio(page)
  await addPhoto(page)
  await page.locator('nav [data-command="stickers"]').click()
  const stickers = panel(page, 'stickers').locator('ul button')
  await stickers.first().click()
  await expect(layersOf(page)).toHaveCount(2)
  await page.goBack()
  await page.locator('nav [data-command="layers"]').click()
  const layers = panel(page, 'layers')
  await layers.getByRole('switch', { name: 'Select several' }).click()
  const rows = layers.locator('button[aria-pressed]')
  for (const row of await rows.all()) {
    if ((await row.getAttribute('aria-pressed')) === 'false') await row.click()
  }
  await expect(layers.locator('button[aria-pressed="true"]')).toHaveCount(2)
  await page.goBack()
  const bar = page.getByRole('toolbar', { name: 'What is selected' })
  await expect(bar.locator('[data-command="group"]')).toBeVisible()
  await bar.getByRole('button', { name: 'Select several' }).click()
  await stageOf(page).tap({ position: { x: 8, y: 8 } })
  await expect(bar).toBeHidden()
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

/** How many lines of dark letters stand one under another on the screen. */
async function linesSeen(target: Locator): Promise<number> {
  const picture = await loadImage(await target.screenshot())
  const { width, height } = picture
  const ink = createCanvas(width, height).getContext('2d')
  ink.drawImage(picture, 0, 0)
  const { data } = ink.getImageData(0, 0, width, height)
  const isInked = (row: number) =>
    Array.from({ length: width }, (_, x) => data[(row * width + x) * 4 + 1] ?? 255).some(
      (green) => green < 128,
    )
  const rows = Array.from({ length: height }, (_, row) => isInked(row))
  return rows.filter((inked, row) => inked && rows[row - 1] !== true).length
}

test('a text of 200 letters stands in several lines within the print, and nothing is said against it', {
  tag: '@phone',
}, async ({ page }) => {
  await openStudio(page)
  await page.locator('nav [data-command="text"]').click()
  const words = 'All my love to the best grandmother of them all. '.repeat(5).slice(0, 200).trim()
  await panel(page, 'text').getByRole('textbox').fill(words)
  await panel(page, 'text').getByRole('button', { name: 'Add text' }).click()
  await expect(layersOf(page)).toHaveCount(1)
  await page.goBack()
  const layer = await savedLayer(page)
  if (layer.kind !== 'text') throw new Error('no text')
  expect(layer.text).toBe(words)
  const { product } = await savedDesign(page)
  const safe = safeBox(product.geometry)
  const box = layerBounds(layer)
  expect(box.xMm).toBeGreaterThanOrEqual(safe.xMm)
  expect(box.yMm).toBeGreaterThanOrEqual(safe.yMm)
  expect(box.xMm + box.widthMm).toBeLessThanOrEqual(safe.xMm + safe.widthMm)
  expect(box.yMm + box.heightMm).toBeLessThanOrEqual(safe.yMm + safe.heightMm)
  await page.keyboard.press('Escape')
  const lines = layer.softBreaks.length + 1
  expect(lines).toBeGreaterThan(4)
  await expect.poll(() => linesSeen(layersOf(page))).toBe(lines)
  await page.locator('[data-command="done"]').click()
  const preflight = panel(page, 'preflight')
  await expect(preflight).toBeVisible()
  await expect(preflight.locator('[data-finding]')).toHaveCount(0)
})
