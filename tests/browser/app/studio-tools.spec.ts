import { expect, type Page, test } from 'playwright/test'
import { photograph, photographsAreHere, photographsMissing } from '../../fixtures/photographs.ts'
import { longTasksDuring, present } from './page-thread.ts'
import {
  addPhoto,
  layersOf,
  madeFile,
  openStudio,
  openTools,
  savedLayer,
  underCamera,
} from './studio-page.ts'

const portrait = photograph('open/portrait/faces/cid22-2811087.jpg')
const noFace = photograph('open/portrait/no-face/hen.jpg')

const toolsPanel = (page: Page) => page.locator('[data-panel="tools"]')

async function openBench(page: Page): Promise<void> {
  await openTools(page)
  await expect(toolsPanel(page)).toBeVisible()
}

/** Opens a tool and waits for what it would do. */
async function preview(page: Page, tool: string): Promise<void> {
  await toolsPanel(page).locator(`[data-tool="${tool}"]`).click()
  await expect(toolsPanel(page).locator('[data-preview]')).toBeVisible({ timeout: 60_000 })
}

async function apply(page: Page): Promise<void> {
  await toolsPanel(page).locator('[data-command="apply-tool"]').click()
  await expect(toolsPanel(page).locator('[data-tool="sketch"]')).toBeVisible({ timeout: 60_000 })
}

const toolsUsed = async (page: Page) => {
  const layer = await savedLayer(page)
  return layer.kind === 'photo' ? layer.derived.map(({ tool }) => tool) : []
}

/** Opens a tool and applies it, watched from the first press to the new version of the photo. */
const longTasksOf = (page: Page, tools: readonly string[]) =>
  longTasksDuring(page, async () => {
    for (const tool of tools) {
      await toolsPanel(page).locator(`[data-tool="${tool}"]`).click()
      await present(page, '[data-preview]')
      await toolsPanel(page).locator('[data-command="apply-tool"]').click()
      await present(page, '[data-tool="sketch"]')
    }
  })

/** Lets no networks run until what it answers is called. */
async function heldRuntime(page: Page): Promise<() => void> {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/ort-wasm.*\.wasm/, async (route) => {
    await held
    await route.continue()
  })
  return release
}

test.describe('the image tools', () => {
  test('draws a sketch as a version of the photo, and undo brings the photo back', {
    tag: '@phone',
  }, async ({ page }) => {
    await openStudio(page)
    await addPhoto(page)
    await openBench(page)
    await preview(page, 'sketch')
    await toolsPanel(page).getByRole('radio', { name: 'Ink' }).check({ force: true })
    await apply(page)
    const layer = await savedLayer(page)
    expect(layer).toMatchObject({
      derived: [{ tool: 'sketch', settings: { style: 'ink' }, result: { widthPx: 1600 } }],
    })
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    expect(await toolsUsed(page)).toEqual([])
    await page.getByRole('button', { name: 'Redo', exact: true }).click()
    expect(await savedLayer(page)).toEqual(layer)
  })

  test('draws a small photo larger than it is, in the frame that it had', {
    tag: '@phone',
  }, async ({ page }) => {
    const dpi = async () =>
      Number(await page.locator('[data-stage-dpi]').getAttribute('data-stage-dpi'))
    await openStudio(page)
    await addPhoto(page, madeFile('small.png', 275, 206))
    const photo = await savedLayer(page)
    const before = await dpi()
    await openBench(page)
    await preview(page, 'sketch')
    await apply(page)
    const result = { widthPx: 1375, heightPx: 1030, mediaType: 'image/jpeg' }
    const drawn = await savedLayer(page)
    expect(drawn).toEqual({ ...photo, derived: [expect.objectContaining({ tool: 'sketch' })] })
    expect(drawn).toMatchObject({ derived: [{ result }] })
    expect(Math.abs((await dpi()) - before * 5)).toBeLessThan(5)

    // Another style, in another visit, is made of the photo and not of the drawing.
    await page.reload()
    await layersOf(page).first().focus()
    await openBench(page)
    await preview(page, 'sketch')
    await toolsPanel(page).getByRole('radio', { name: 'Ink' }).check({ force: true })
    await apply(page)
    expect(await savedLayer(page)).toMatchObject({
      derived: [{ settings: { style: 'ink' }, result }],
    })
    await preview(page, 'enhance')
    await apply(page)
    expect(await savedLayer(page)).toMatchObject({ ...photo, derived: [{}, { result }] })
    const undo = page.getByRole('button', { name: 'Undo', exact: true })
    await undo.click()
    await undo.click()
    expect(await savedLayer(page)).toEqual(drawn)
    expect(Math.abs((await dpi()) - before * 5)).toBeLessThan(5)
  })

  test('stacks versions, and goes back to any of them', { tag: '@phone' }, async ({
    page,
    hasTouch,
  }) => {
    await openStudio(page)
    await addPhoto(page, madeFile('small.png', 400, 300))
    await openBench(page)
    await preview(page, 'enhance')
    await apply(page)
    await preview(page, 'super-resolution')
    await apply(page)
    expect(await toolsUsed(page)).toEqual(['enhance', 'super-resolution'])
    const layer = await savedLayer(page)
    expect(layer).toMatchObject({
      // So small a photo is offered four times from the first.
      derived: [{}, { settings: { factor: 4 }, result: { widthPx: 1600, heightPx: 1200 } }],
    })
    if (hasTouch) {
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
    }
    await page.getByRole('button', { name: 'Go back to: Original' }).click()
    expect(await toolsUsed(page)).toEqual([])
  })

  test('enlarges as many times as was chosen', { tag: '@phone' }, async ({ page }) => {
    await openStudio(page)
    await addPhoto(page, madeFile('small.png', 80, 60))
    await openBench(page)
    await preview(page, 'super-resolution')
    await toolsPanel(page).getByRole('radio', { name: '4 times' }).check({ force: true })
    await apply(page)
    expect(await savedLayer(page)).toMatchObject({
      derived: [{ settings: { factor: 4 }, result: { widthPx: 320, heightPx: 240 } }],
    })
  })

  test('redraws as anime in the look that was chosen', { tag: '@phone' }, async ({ page }) => {
    await openStudio(page)
    await addPhoto(page)
    await openBench(page)
    await preview(page, 'anime')
    await toolsPanel(page).getByRole('radio', { name: 'Bold' }).check({ force: true })
    await apply(page)
    expect(await savedLayer(page)).toMatchObject({
      derived: [{ tool: 'anime', settings: { look: 'bold' }, result: { widthPx: 1600 } }],
    })
  })

  test('ask which photo only where there are several', { tag: '@phone' }, async ({ page }) => {
    const openFromBar = async () => {
      await layersOf(page).first().focus()
      await page.keyboard.press('Escape')
      await page
        .getByRole('navigation', { name: 'Add to the design' })
        .getByRole('button', { name: 'Photo tools' })
        .click()
    }
    await openStudio(page)
    await addPhoto(page)
    await openFromBar()
    await expect(toolsPanel(page).locator('[data-tool="sketch"]')).toBeVisible()
    await page.keyboard.press('Escape')
    await page
      .getByRole('navigation', { name: 'Add to the design' })
      .getByRole('button', { name: 'Photos' })
      .click()
    await page
      .locator('[data-panel="photos"] input[data-source="file"]')
      .setInputFiles(madeFile('other.png', 900, 900))
    await expect(layersOf(page)).toHaveCount(2)
    await page.keyboard.press('Escape')
    await openFromBar()
    await toolsPanel(page).getByRole('button', { name: 'Photo', exact: true }).last().click()
    await expect(toolsPanel(page).locator('[data-tool="sketch"]')).toBeVisible()
  })

  test('say that their script did not come, and work when it does', { tag: '@phone' }, async ({
    page,
  }) => {
    await page.route(/imaging\.worker/, (route) => route.abort('internetdisconnected'))
    await openStudio(page)
    await addPhoto(page)
    await openBench(page)
    await toolsPanel(page).locator('[data-tool="sketch"]').click()
    await expect(toolsPanel(page).getByRole('alert')).toContainText('could not be loaded')
    await page.unroute(/imaging\.worker/)
    await toolsPanel(page).getByRole('button', { name: 'Try again' }).click()
    await expect(toolsPanel(page).locator('[data-preview]')).toBeVisible({ timeout: 60_000 })
  })
})

test('a tool that does without its networks says so, and does not once they come', {
  tag: '@phone',
}, async ({ page }) => {
  const networks = /\.onnx(\?|$)/
  await page.route(networks, (route) => route.abort('internetdisconnected'))
  await openStudio(page)
  await addPhoto(page)
  await openBench(page)
  await toolsPanel(page).locator('[data-tool="anime"]').click()
  const said = toolsPanel(page).getByText('Part of this tool did not load')
  await expect(said).toBeVisible({ timeout: 60_000 })
  await expect(toolsPanel(page).locator('[data-preview]')).toBeVisible()
  await page.unroute(networks)
  await toolsPanel(page).locator('[data-command="fetch-again"]').click()
  await expect(said).toBeHidden({ timeout: 60_000 })
})

test('what was applied without its networks says so afterwards, also where the page is opened again, and is made anew once they come', {
  tag: '@phone',
}, async ({ page }) => {
  const networks = /\.onnx(\?|$)/
  await page.route(networks, (route) => route.abort('internetdisconnected'))
  await openStudio(page)
  await addPhoto(page)
  await openBench(page)
  await toolsPanel(page).locator('[data-tool="anime"]').click()
  await toolsPanel(page).locator('[data-command="apply-tool"]').click()
  const again = toolsPanel(page).locator('[data-command="fetch-again"]')
  await expect(again).toBeVisible({ timeout: 60_000 })
  const said = toolsPanel(page).getByText('Part of this tool did not load')
  await expect(said).toBeVisible()
  await savedLayer(page)
  await page.reload()
  await layersOf(page).focus()
  await openTools(page)
  await expect(said).toBeVisible()
  await page.unroute(networks)
  await again.click()
  await expect(said).toBeHidden({ timeout: 60_000 })
  await expect(toolsPanel(page).locator('[data-tool="anime"]')).toContainText('In use', {
    timeout: 60_000,
  })
  await expect(said).toBeHidden()
  expect(await toolsUsed(page)).toEqual(['anime'])
})

test.describe('what the tools promise about time', () => {
  test.describe('on a machine that may be busy', { tag: '@phone' }, () => {
    // It may be late once; a fault of ours is late every time.
    test.describe.configure({ retries: 2 })

    test('stops applying within half a second, and the photo is as it was', async ({ page }) => {
      await openStudio(page)
      await addPhoto(page, madeFile('large.png', 4000, 3000))
      await openBench(page)
      await preview(page, 'sketch')
      await toolsPanel(page).locator('[data-command="apply-tool"]').click()
      const cancel = toolsPanel(page).getByRole('button', { name: 'Cancel' })
      await cancel.click()
      await expect(cancel).toBeHidden({ timeout: 500 })
      await expect(toolsPanel(page).locator('[data-command="apply-tool"]')).toBeEnabled()
      expect(await toolsUsed(page)).toEqual([])
    })
  })

  test('keeps the page’s own thread free while it works', { tag: '@phone' }, async ({ page }) => {
    await openStudio(page)
    await addPhoto(page, madeFile('large.png', 3000, 2000))
    await openBench(page)
    expect(await longTasksOf(page, ['enhance', 'sketch'])).toEqual([])
  })

  test('keeps it free while a portrait is cut out', { tag: '@phone' }, async ({ page }) => {
    test.skip(!photographsAreHere, photographsMissing)
    await openStudio(page)
    await addPhoto(page, portrait)
    await openBench(page)
    expect(await longTasksOf(page, ['cut-out'])).toEqual([])
  })
})

test.describe('a portrait', () => {
  test.skip(!photographsAreHere, photographsMissing)

  test('is cut out, and its edge is refined by brush', { tag: '@phone' }, async ({ page }) => {
    await openStudio(page)
    await addPhoto(page, portrait)
    await openBench(page)
    await preview(page, 'cut-out')
    await apply(page)
    const cut = await savedLayer(page)
    expect(cut).toMatchObject({
      derived: [{ tool: 'cut-out', result: { mediaType: 'image/png' }, matte: { widthPx: 512 } }],
    })
    await toolsPanel(page).getByRole('button', { name: 'Refine the edge by brush' }).click()
    await toolsPanel(page).getByRole('radio', { name: 'Remove' }).check({ force: true })
    const picture = toolsPanel(page).getByRole('application', { name: /^The cut-out\. Paint/ })
    await picture.scrollIntoViewIfNeeded()
    const box = await picture.boundingBox()
    if (box === null) throw new Error('no picture to paint on')
    await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.35)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.55, box.y + box.height * 0.4, { steps: 5 })
    await page.mouse.up()
    await expect(toolsPanel(page).getByText('1 stroke')).toBeAttached()
    await picture.focus()
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Space')
    await expect(toolsPanel(page).getByText('2 strokes')).toBeAttached({ timeout: 60_000 })
    await page.keyboard.press('Control+z')
    await expect(toolsPanel(page).getByText('1 stroke')).toBeAttached({ timeout: 60_000 })
    await page.keyboard.press('Control+y')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(toolsPanel(page).getByText('3 strokes')).toBeAttached({ timeout: 60_000 })
    await toolsPanel(page).locator('[data-command="clean-matte"]').click()
    await expect(toolsPanel(page).getByRole('button', { name: 'Specks are gone' })).toBeVisible({
      timeout: 60_000,
    })
    await toolsPanel(page).locator('[data-command="keep-refine"]').click()
    await expect(toolsPanel(page).locator('[data-tool="sketch"]')).toBeVisible({ timeout: 60_000 })
    const refined = await savedLayer(page)
    expect(refined).toMatchObject({ derived: [{ tool: 'cut-out' }] })
    expect(refined).not.toEqual(cut)
  })

  test('without a real face is refused in the specification’s words', { tag: '@phone' }, async ({
    page,
  }) => {
    await openStudio(page)
    await addPhoto(page, noFace)
    await openBench(page)
    await toolsPanel(page).locator('[data-tool="cut-out"]').click()
    await expect(
      toolsPanel(page).getByText(/Processing failed, no clear real portrait/),
    ).toBeVisible({
      timeout: 60_000,
    })
    await expect(
      toolsPanel(page).getByRole('button', { name: 'Choose another photo' }),
    ).toBeVisible()
    expect(await toolsUsed(page)).toEqual([])
  })
})

test.describe('eyes under the camera', () => {
  test.skip(!photographsAreHere, photographsMissing)

  test('are found by preflight on a device that has no networks yet, and one tap brings them out', {
    tag: '@phone',
  }, async ({ page }) => {
    const release = await heldRuntime(page)
    await openStudio(page)
    await addPhoto(page, await underCamera(portrait))
    await page.locator('[data-command="done"]').click()
    const look = page.locator('[data-panel="preflight"]').getByRole('progressbar')
    await expect(look).toHaveAccessibleName('Looking whether every face stays in sight')
    await expect(page.locator('[data-panel="preflight"]')).toContainText('MB')
    await expect(page.locator('[data-command="continue"]')).toBeEnabled()
    release()
    const finding = page.locator('[data-finding="face-covered"]')
    await expect(finding).toBeVisible({ timeout: 60_000 })
    await expect(look).toBeHidden()
    const before = await savedLayer(page)
    await finding.locator('[data-fix="move-off-hole"]').click()
    await expect(finding).toBeHidden()
    await expect(page.locator('[data-panel="preflight"]')).toContainText('Everything looks right')
    const { crop } = before.kind === 'photo' ? before : { crop: null }
    const after = await savedLayer(page)
    expect(after).toEqual({ ...before, crop: expect.not.objectContaining(crop ?? {}) })
  })

  test('are told with the finished product to those who did not wait for the look', {
    tag: '@phone',
  }, async ({ page }) => {
    const release = await heldRuntime(page)
    await openStudio(page)
    await addPhoto(page, await underCamera(portrait, 800))
    await page.locator('[data-command="done"]').click()
    await expect(page.locator('[data-panel="preflight"]').getByRole('progressbar')).toBeVisible()
    await page.locator('[data-command="continue"]').click()
    await expect(page.locator('[data-command="order"]')).toBeVisible()
    release()
    const finding = page.locator('[data-finding="face-covered"]')
    await expect(finding).toBeVisible({ timeout: 60_000 })
    await finding.locator('[data-fix="move-off-hole"]').click()
    await expect(finding).toBeHidden()
  })

  test('come out by themselves behind the preview of a first tool, and undo puts the photo back', {
    tag: '@phone',
  }, async ({ page }) => {
    await openStudio(page)
    await addPhoto(page, await underCamera(portrait, 800))
    const cropNow = async () => {
      const layer = await savedLayer(page)
      return layer.kind === 'photo' ? layer.crop : null
    }
    const before = await cropNow()
    await openTools(page)
    const tools = page.locator('[data-panel="tools"]')
    await tools.locator('[data-tool="cut-out"]').click()
    await expect(tools.locator('[data-preview]')).toBeVisible({ timeout: 90_000 })
    await expect.poll(cropNow, { timeout: 60_000 }).not.toEqual(before)
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.locator('header').getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(cropNow).toEqual(before)
    // With its faces known the photo is placed for them at once.
    await page.locator('header').getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(layersOf(page)).toHaveCount(0)
    await addPhoto(page, await underCamera(portrait, 800))
    expect(await cropNow()).not.toEqual(before)
  })

  test('are not waited for: the look is stopped, and the order goes on', {
    tag: '@phone',
  }, async ({ page }) => {
    await page.route(/ort-wasm.*\.wasm/, () => new Promise(() => undefined))
    await openStudio(page)
    await addPhoto(page, await underCamera(portrait))
    await page.locator('[data-command="done"]').click()
    const panel = page.locator('[data-panel="preflight"]')
    await panel.getByRole('button', { name: 'Cancel' }).click()
    await expect(panel.getByRole('progressbar')).toBeHidden()
    await expect(panel.getByText('Everything looks right')).toBeVisible()
    await page.locator('[data-command="continue"]').click()
    await expect(page.locator('[data-drawn="product"]')).toBeVisible({ timeout: 30_000 })
  })
})
