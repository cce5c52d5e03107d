import { expect, type Locator, type Page, test } from 'playwright/test'
import sharp from 'sharp'
import {
  addPhoto,
  drag,
  middleOf,
  openStudio,
  openTool,
  openTools,
  savedDesign,
  stageOf,
} from './studio-page.ts'

/** Longer than a call that asks the server something, shorter than any photo. */
const CALL_MAX = 2000

const toolsPanel = (page: Page) => page.locator('[data-panel="tools"]')
const compare = (page: Page): Locator =>
  toolsPanel(page).getByRole('button', { name: 'Before', exact: true })
// The stage's share of its size is a status by its tag as well.
const note = (page: Page): Locator => page.locator('main [role="status"]')
const undo = (page: Page): Locator => page.getByRole('button', { name: 'Undo', exact: true })

const ready = (page: Page) => expect(compare(page)).toBeVisible({ timeout: 60_000 })

/** Mean colour of a square of so many px of the stage's own canvas. */
async function colourAt(page: Page, x: number, y: number): Promise<readonly number[]> {
  const side = 16
  const clip = { x: x - side / 2, y: y - side / 2, width: side, height: side }
  const { channels } = await sharp(await page.screenshot({ clip })).stats()
  return channels.slice(0, 3).map(({ mean }) => Math.round(mean))
}

/** A place within the photo's sky, one of the product beside the photo, one beside the product. */
async function places(page: Page) {
  const layer = await page.locator('[data-layer]').first().boundingBox()
  const stage = await stageOf(page).boundingBox()
  if (layer === null || stage === null) throw new Error('no photo on the stage')
  return {
    within: { x: layer.x + layer.width * 0.4, y: layer.y + layer.height * 0.5 },
    beside: { x: layer.x + layer.width + 30, y: layer.y + layer.height * 0.6 },
    outside: { x: stage.x + 12, y: stage.y + stage.height * 0.3 },
  }
}
async function seen(page: Page) {
  const { within, beside, outside } = await places(page)
  return {
    within: await colourAt(page, within.x, within.y),
    beside: await colourAt(page, beside.x, beside.y),
    outside: await colourAt(page, outside.x, outside.y),
  }
}
const apart = (one: readonly number[], other: readonly number[]): number =>
  Math.max(...one.map((value, at) => Math.abs(value - (other[at] ?? 0))))
const spread = (colour: readonly number[]): number => Math.max(...colour) - Math.min(...colour)
const isColourful = async (page: Page) => spread((await seen(page)).within) > 40

/** Pulls the photo's lower right corner towards its middle. */
async function shrinkPhoto(page: Page, touch: boolean): Promise<void> {
  const corner = page.locator('[data-grip="se"]')
  const from = await middleOf(corner)
  const middle = await middleOf(page.locator('[data-layer]').first())
  const to = { x: (from.x + middle.x) / 2, y: (from.y + middle.y) / 2 }
  await drag(page, touch, from, to)
}

test.describe('the preview of a tool', () => {
  test('stands on the product in the photo’s place, and cancelling leaves nothing of it', {
    tag: '@phone',
  }, async ({ page, hasTouch }) => {
    await openStudio(page)
    await addPhoto(page)
    await shrinkPhoto(page, hasTouch)
    const saved = await savedDesign(page)
    await openTools(page)
    await expect(toolsPanel(page)).toBeVisible()
    await expect.poll(() => isColourful(page)).toBe(true)
    const plain = await seen(page)
    const sent: string[] = []
    page.on('request', (request) => {
      if ((request.postData() ?? '').length > CALL_MAX) sent.push(request.url())
    })
    await toolsPanel(page).locator('[data-tool="sketch"]').click()
    await ready(page)
    await expect(note(page)).toHaveText('Preview, not applied yet')
    await expect.poll(() => isColourful(page)).toBe(false)
    const drawn = await seen(page)
    // The stage looks closely: a thin line of the product may come to lie elsewhere.
    expect(apart(drawn.beside, plain.beside)).toBeLessThan(8)
    expect(apart(drawn.outside, plain.outside)).toBeLessThan(8)
    expect(await savedDesign(page)).toEqual(saved)

    await toolsPanel(page).getByRole('button', { name: 'All tools' }).click()
    await expect.poll(() => seen(page)).toEqual(plain)
    await expect(note(page)).toBeEmpty()
    expect(await savedDesign(page)).toEqual(saved)
    expect(sent).toEqual([])
    // The one step there is to undo is the photo's size.
    await undo(page).click()
    expect((await savedDesign(page)).layers[0]).not.toEqual(saved.layers[0])
    expect((await savedDesign(page)).layers[0]).toMatchObject({ derived: [] })
  })

  test('is compared with the photo as it was, held or from press to press', {
    tag: '@phone',
  }, async ({ page }) => {
    await openStudio(page)
    await addPhoto(page)
    await openTool(page, 'sketch')
    await ready(page)
    await expect.poll(() => isColourful(page)).toBe(false)
    await expect(compare(page)).toHaveAttribute('aria-pressed', 'false')
    await compare(page).click()
    await expect(compare(page)).toHaveAttribute('aria-pressed', 'true')
    await expect(note(page)).toHaveText('Your photo as it was')
    await expect.poll(() => isColourful(page)).toBe(true)
    await compare(page).focus()
    await page.keyboard.press('Enter')
    await expect(compare(page)).toHaveAttribute('aria-pressed', 'false')
    await expect.poll(() => isColourful(page)).toBe(false)
    await compare(page).dispatchEvent('pointerdown')
    await expect.poll(() => isColourful(page)).toBe(true)
    await compare(page).dispatchEvent('pointercancel')
    await expect.poll(() => isColourful(page)).toBe(false)
  })

  test('follows its settings, and applying keeps what is seen', { tag: '@phone' }, async ({
    page,
  }) => {
    await openStudio(page)
    await addPhoto(page)
    await openTool(page, 'sketch')
    await ready(page)
    await expect.poll(() => isColourful(page)).toBe(false)
    await toolsPanel(page).getByRole('radio', { name: 'Coloured pencil' }).check({ force: true })
    await expect.poll(() => isColourful(page), { timeout: 30_000 }).toBe(true)
    await toolsPanel(page)
      .getByRole('radio', { name: 'Pencil', exact: true })
      .check({ force: true })
    await expect.poll(() => isColourful(page), { timeout: 30_000 }).toBe(false)
    await toolsPanel(page).locator('[data-command="apply-tool"]').click()
    await expect(toolsPanel(page).locator('[data-tool="sketch"]')).toBeVisible({ timeout: 60_000 })
    await expect(note(page)).toBeEmpty()
    await expect.poll(() => isColourful(page)).toBe(false)
    expect((await savedDesign(page)).layers[0]).toMatchObject({ derived: [{ tool: 'sketch' }] })
    await undo(page).click()
    await expect.poll(() => isColourful(page)).toBe(true)
  })

  test('leaves the stage in sight: the panel covers half of a phone at most', {
    tag: '@phone',
  }, async ({ page }) => {
    await openStudio(page)
    await addPhoto(page)
    await openTool(page, 'enhance')
    await ready(page)
    const sheet = await page.getByRole('dialog').boundingBox()
    const layer = await page.locator('[data-layer]').first().boundingBox()
    if (sheet === null || layer === null) throw new Error('no sheet, or no photo')
    expect(sheet.height).toBeLessThanOrEqual(844 / 2)
    expect(layer.y + layer.height).toBeLessThanOrEqual(sheet.y)
  })
})
