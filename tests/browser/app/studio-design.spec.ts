import { expect, type Page, test } from 'playwright/test'
import { standAtStation } from './station.ts'
import {
  addPhoto,
  drag,
  heic,
  layersOf,
  madeFile,
  madeWebp,
  middleOf,
  openStudio,
  savedDesign,
  stageOf,
} from './studio-page.ts'

/** Opens a panel from the bar of tools; on a phone an open panel lies over it. */
async function openPanel(page: Page, name: string): Promise<void> {
  const sheet = page.getByRole('dialog')
  if (await sheet.isVisible()) await closePanel(page)
  await page
    .getByRole('navigation', { name: 'Add to the design' })
    .getByRole('button', { name })
    .click()
}

const panelOf = (page: Page, name: string) => page.locator(`[data-panel="${name}"]`)

const closePanel = (page: Page) =>
  page.locator('aside, [role="dialog"]').getByRole('button', { name: 'Close' }).first().click()

/** Steps back until the first step is said, or forward until the last one is. */
async function stepToTheEnd(page: Page, name: 'Undo' | 'Redo'): Promise<void> {
  const end = page.getByText(name === 'Undo' ? 'Already the first step' : 'Already the last step')
  for (let steps = 0; steps < 60 && !(await end.isVisible()); steps++) {
    await page.getByRole('button', { name, exact: true }).click()
  }
  await expect(end).toBeVisible()
}

test('a design of everything is made, undone to the start, redone, and there after a reload', {
  tag: '@phone',
}, async ({ page, hasTouch }) => {
  await openStudio(page)
  await addPhoto(page)

  await openPanel(page, 'Text')
  await panelOf(page, 'text').getByRole('button', { name: 'Add text' }).click()
  await expect(page.getByText('Please write or choose some words first.')).toBeVisible()
  await panelOf(page, 'text').getByRole('textbox', { name: 'Your words' }).fill('Ciao Nonna')
  await panelOf(page, 'text').getByRole('button', { name: 'Add text' }).click()
  await expect(layersOf(page)).toHaveCount(2)

  await openPanel(page, 'Stickers')
  await page.getByRole('searchbox', { name: 'Search stickers' }).fill('red heart')
  await page.getByRole('button', { name: 'Add the sticker red heart' }).click()
  await expect(layersOf(page)).toHaveCount(3)

  await openPanel(page, 'Doodle')
  const box = await stageOf(page).boundingBox()
  if (box === null) throw new Error('no stage')
  const start = { x: box.x + box.width / 2 - 30, y: box.y + 130 }
  await drag(page, hasTouch, start, { x: start.x + 60, y: start.y + 40 })
  await expect(layersOf(page)).toHaveCount(4)

  await openPanel(page, 'Background')
  await panelOf(page, 'background').getByRole('button', { name: 'Mint' }).click()

  await openPanel(page, 'Layout')
  await panelOf(page, 'layout')
    .getByRole('button', { name: /Side by side/ })
    .click()
  await expect(panelOf(page, 'layout').getByText('1 place still waits for a photo.')).toBeVisible()

  const made = await savedDesign(page)
  expect(made.layers.map(({ kind }) => kind).toSorted()).toEqual([
    'doodle',
    'photo',
    'sticker',
    'text',
  ])
  expect(made.background).toEqual({ kind: 'colour', colour: expect.stringMatching(/^#/) })
  expect(made.layout.layoutId).toBe('halves-vertical')
  const photo = made.layers.find((layer) => layer.kind === 'photo')
  expect(photo).toMatchObject({ slotId: 'slot-1' })

  await closePanel(page)
  await stepToTheEnd(page, 'Undo')
  await expect(layersOf(page)).toHaveCount(0)
  expect(await savedDesign(page)).toMatchObject({ layers: [], layout: { layoutId: 'free' } })
  await stepToTheEnd(page, 'Redo')
  expect(await savedDesign(page)).toEqual(made)

  await page.reload()
  await expect(layersOf(page)).toHaveCount(4)
  expect(await savedDesign(page)).toEqual(made)
})

test('a photo fills the slot it is chosen for, others take the free ones', {
  tag: '@phone',
}, async ({ page }) => {
  await openStudio(page)
  await openPanel(page, 'Layout')
  await panelOf(page, 'layout').getByRole('button', { name: /^Four/ }).click()
  await closePanel(page)
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose a photo for place 3' }).click(),
  ])
  await chooser.setFiles(madeFile())
  await expect(layersOf(page)).toHaveCount(1)
  expect((await savedDesign(page)).layers).toMatchObject([{ slotId: 'slot-3' }])
  await openPanel(page, 'Photos')
  await panelOf(page, 'photos')
    .locator('input[data-source="file"]')
    .setInputFiles([madeFile('a.png', 800, 600), madeFile('b.png', 700, 700)])
  await expect(layersOf(page)).toHaveCount(3)
  const slots = (await savedDesign(page)).layers.flatMap((layer) =>
    layer.kind === 'photo' ? [layer.slotId] : [],
  )
  expect(new Set(slots)).toEqual(new Set(['slot-1', 'slot-2', 'slot-3']))
})

test('a file of another kind is refused in the specification’s words, and nothing is lost', {
  tag: '@phone',
}, async ({ page }) => {
  await openStudio(page)
  await addPhoto(page)
  await openPanel(page, 'Photos')
  await panelOf(page, 'photos')
    .locator('input[data-source="file"]')
    .setInputFiles([
      { name: 'cat.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a, in truth') },
      madeFile('good.png', 900, 700),
    ])
  await expect(page.getByText(/Upload accepts only png, jpg and jpeg/)).toBeVisible()
  await expect(layersOf(page)).toHaveCount(2)
})

test('a first photo that cannot be taken says why on the stage, and another is taken', {
  tag: '@phone',
}, async ({ page }) => {
  await openStudio(page)
  const input = page.locator('main input[data-source="file"]').first()
  const stage = page.getByRole('main')
  await input.setInputFiles({ name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: heic() })
  await expect(stage.getByRole('alert')).toContainText('HEIC')
  await expect(stage.getByRole('alert')).toContainText('JPEG')
  await expect(page.getByRole('button', { name: 'Add your photo' })).toBeVisible()
  await input.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) })
  await expect(stage.getByRole('alert')).toHaveText(/a\.jpg.*no photo in this file/)
  await input.setInputFiles(madeWebp())
  await expect(layersOf(page)).toHaveCount(1)
  await expect(stage.getByRole('alert')).toHaveCount(0)
  const { layers } = await savedDesign(page)
  expect(layers).toMatchObject([
    { original: { widthPx: 640, heightPx: 480, mediaType: 'image/jpeg' } },
  ])
})

test('layers are named, hidden, locked and brought up and down in their list', {
  tag: '@phone',
}, async ({ page, hasTouch }) => {
  await openStudio(page)
  await addPhoto(page)
  await openPanel(page, 'Stickers')
  await page.getByRole('button', { name: 'Add the sticker pink heart' }).click()
  await openPanel(page, 'Layers')
  const list = panelOf(page, 'layers')
  await list.getByRole('button', { name: 'Rename' }).first().click()
  await list.getByRole('textbox', { name: 'Name of the layer' }).fill('Amore')
  await page.keyboard.press('Enter')
  await list.getByRole('button', { name: 'Drag Amore; arrow keys move it' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(list.getByText('Amore is now 2 of 2 from the top')).toBeAttached()
  await list.getByRole('button', { name: 'Hide Amore' }).click()
  await expect(layersOf(page)).toHaveCount(1)
  await list.getByRole('button', { name: 'Show Amore' }).click()
  await list.getByRole('button', { name: 'Lock Amore' }).click()
  const [below] = (await savedDesign(page)).layers
  expect(below).toMatchObject({ name: 'Amore', locked: true, hidden: false })
  await closePanel(page)
  const heart = layersOf(page).first()
  const from = await middleOf(heart)
  await drag(page, hasTouch, from, { x: from.x + 40, y: from.y })
  expect((await savedDesign(page)).layers[0]).toMatchObject({ xMm: below?.xMm })
})

test('preflight says what is wrong, mends it, and leads to the finished product', async ({
  page,
}) => {
  await openStudio(page)
  await page.locator('[data-command="done"]').click()
  await expect(page.getByText('There is nothing on the print yet.')).toBeVisible()
  await page.locator('[data-command="continue"]').click()
  await page.getByRole('button', { name: 'Keep designing' }).click()
  await closePanel(page)
  await addPhoto(page, madeFile('small.png', 700, 640))
  await page.locator('[data-command="done"]').click()
  await expect(page.locator('[data-finding="low-dpi"]')).toBeVisible()
  await page.locator('[data-finding="low-dpi"] [data-fix="shrink"]').click()
  await expect(page.locator('[data-finding="low-dpi"]')).toBeHidden()
  await page.locator('[data-command="continue"]').click()
  await expect(page.locator('[data-drawn="product"]')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('radio', { name: 'Flat' }).check({ force: true })
  await expect(page.locator('[data-drawn="flat"]')).toBeVisible({ timeout: 30_000 })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Preview' })).toBeFocused()
})

test('a browser that cannot draw a design says so', { tag: '@phone' }, async ({ page }) => {
  // As iPhones have it before iOS 16.4.
  await page.addInitScript(() => {
    Reflect.deleteProperty(HTMLCanvasElement.prototype, 'transferControlToOffscreen')
  })
  await standAtStation(page)
  await page.goto('/#/pages/index/index_diy?draft=any')
  await expect(page.getByText('The studio needs a newer browser')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the shop' }).click()
  await expect(page).toHaveURL(/index\/mall/)
})
