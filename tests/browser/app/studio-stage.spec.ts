import { expect, test } from 'playwright/test'
import { standAtStation } from './station.ts'
import {
  addPhoto,
  drag,
  layersOf,
  madeFile,
  middleOf,
  openStudio,
  savedDesign,
  savedLayer,
  stageOf,
  swipe,
} from './studio-page.ts'

/** A photo that does not fill the print, so that there is room to move it. */
async function smallPhoto(page: Parameters<typeof openStudio>[0]): Promise<void> {
  await openStudio(page)
  await addPhoto(page)
  await layersOf(page).first().focus()
  for (let times = 0; times < 14; times++) await page.keyboard.press('[')
}

test.describe('the stage', () => {
  test('takes a photo in and selects it', async ({ page }) => {
    await openStudio(page)
    await addPhoto(page)
    await expect(layersOf(page)).toHaveAttribute('aria-pressed', 'true')
    expect(await savedLayer(page)).toMatchObject({ kind: 'photo', original: { widthPx: 1600 } })
  })

  test('moves a layer by dragging, in one step of undo', async ({ page, hasTouch }) => {
    await smallPhoto(page)
    const before = await savedLayer(page)
    const from = await middleOf(layersOf(page))
    await drag(page, hasTouch, from, { x: from.x + 37, y: from.y + 53 })
    const after = await savedLayer(page)
    expect(after.xMm - before.xMm).toBeGreaterThan(3)
    expect(after.yMm - before.yMm).toBeGreaterThan(5)
    await page.getByRole('button', { name: 'Undo' }).click()
    expect(await savedLayer(page)).toMatchObject({ xMm: before.xMm, yMm: before.yMm })
    await page.getByRole('button', { name: 'Redo' }).click()
    expect(await savedLayer(page)).toMatchObject({ xMm: after.xMm, yMm: after.yMm })
  })

  test('scales a layer by a corner and turns it by its handle', async ({ page, hasTouch }) => {
    await smallPhoto(page)
    const before = await savedLayer(page)
    const corner = await middleOf(page.locator('[data-grip="se"]'))
    await drag(page, hasTouch, corner, { x: corner.x - 30, y: corner.y - 40 })
    const scaled = await savedLayer(page)
    expect(scaled.scale).toBeLessThan(before.scale)
    const turn = await middleOf(page.locator('[data-grip="rotate"]'))
    await drag(page, hasTouch, turn, { x: turn.x + 60, y: turn.y - 20 })
    expect((await savedLayer(page)).rotationDeg).toBeLessThan(-8)
  })

  test('says how sharp a photo prints while it is scaled, and offers to enlarge a poor one', {
    tag: '@phone',
  }, async ({ page, hasTouch }) => {
    await openStudio(page)
    await addPhoto(page, madeFile('small.png', 400, 300))
    const tag = page.locator('[data-stage-dpi]')
    const dpi = async () => Number(await tag.getAttribute('data-stage-dpi'))
    await expect(tag).toHaveAttribute('data-grade', 'poor')
    const before = await dpi()
    const corner = await middleOf(page.locator('[data-grip="se"]'))
    await drag(page, hasTouch, corner, { x: corner.x - 60, y: corner.y - 120 })
    expect(await dpi()).toBeGreaterThan(before * 1.1)
    await tag.click()
    await expect(page.getByRole('heading', { name: 'Sharper and larger' })).toBeVisible()
  })

  test('says of a photo of a few pixels that it is too small, and no number', {
    tag: '@phone',
  }, async ({ page }) => {
    await openStudio(page)
    await addPhoto(page, madeFile('tiny.png', 3, 2))
    const tag = page.locator('[data-stage-dpi]')
    await expect(tag).toHaveText('too small for this size · Make it sharper')
    await page.locator('[data-command="properties"]').first().click()
    await expect(page.locator('[data-dpi]')).toHaveText('too small for this size')
  })

  test('says so at both ends of the history', { tag: '@phone' }, async ({ page }) => {
    await openStudio(page)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Already the first step')).toBeVisible()
    await page.getByRole('button', { name: 'Redo' }).click()
    await expect(page.getByText('Already the last step')).toBeVisible()
  })

  test('gives the design back after a reload, and what was done can be undone', {
    tag: '@phone',
  }, async ({ page }) => {
    await openStudio(page)
    await addPhoto(page)
    const before = await savedDesign(page)
    await page.reload()
    await expect(layersOf(page)).toHaveCount(1)
    expect(await savedDesign(page)).toEqual(before)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(layersOf(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Redo' }).click()
    expect(await savedDesign(page)).toEqual(before)
  })

  test('refuses an address that names no design', { tag: '@phone' }, async ({ page }) => {
    await standAtStation(page)
    await page.goto('/#/pages/index/index_diy?draft=nowhere')
    await expect(page.getByText('This design cannot be opened')).toBeVisible()
    await page.getByRole('link', { name: 'Back to the shop' }).click()
    await expect(page).toHaveURL(/pages\/index\/mall$/)
  })
})

test.describe('from right to left', () => {
  test('the bars are mirrored, the design is not: a layer follows the finger', async ({
    page,
    hasTouch,
  }) => {
    await smallPhoto(page)
    await page.evaluate(() => localStorage.setItem('HL_language', 'ar-ar'))
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    const layer = page.locator('[data-layer]')
    const back = await page.locator('header a').first().boundingBox()
    expect(back?.x ?? 0).toBeGreaterThan((page.viewportSize()?.width ?? 0) / 2)
    const before = await savedLayer(page)
    const from = await middleOf(layer)
    await drag(page, hasTouch, from, { x: from.x + 40, y: from.y })
    expect((await savedLayer(page)).xMm).toBeGreaterThan(before.xMm + 3)
    await page.locator('[data-command="stickers"]').click()
    await page.getByRole('searchbox').fill('قطة')
    await expect(page.getByRole('button', { name: /قطة/ }).first()).toBeVisible()
    const words = page.getByText(/[a-z]{4,}/i)
    await expect(words.filter({ hasNotText: 'Stampa' })).toHaveCount(0)
  })
})

test.describe('two fingers', { tag: '@phone' }, () => {
  test('pinch and turn the selected layer', async ({ page }) => {
    await smallPhoto(page)
    const before = await savedLayer(page)
    const { x, y } = await middleOf(layersOf(page))
    await swipe(page, [
      [
        { x: x - 30, y },
        { x: x + 30, y },
      ],
      [
        { x: x - 50, y: y - 20 },
        { x: x + 50, y: y + 20 },
      ],
    ])
    const after = await savedLayer(page)
    expect(after.scale / before.scale).toBeGreaterThan(1.4)
    expect(after.rotationDeg).toBeGreaterThan(10)
  })

  test('pan and zoom the stage beside the layer', async ({ page }) => {
    await smallPhoto(page)
    const before = await savedLayer(page)
    const layer = layersOf(page)
    const width = (await layer.boundingBox())?.width ?? 0
    const box = await stageOf(page).boundingBox()
    if (box === null) throw new Error('no stage')
    const y = box.y + 60
    await swipe(page, [
      [
        { x: 150, y },
        { x: 240, y },
      ],
      [
        { x: 90, y: y + 10 },
        { x: 300, y: y + 10 },
      ],
    ])
    expect((await layer.boundingBox())?.width ?? 0).toBeGreaterThan(width * 1.5)
    expect(await savedLayer(page)).toEqual(before)
  })
})

test.describe('a mouse', { tag: '@pc' }, () => {
  test('selects what its rectangle touches', async ({ page }) => {
    await smallPhoto(page)
    await page.keyboard.press('Control+d')
    await page.keyboard.press('Escape')
    await expect(page.locator('[data-layer][aria-pressed="true"]')).toHaveCount(0)
    const box = await stageOf(page).boundingBox()
    if (box === null) throw new Error('no stage')
    await drag(
      page,
      false,
      { x: box.x + 12, y: box.y + 12 },
      { x: box.x + box.width - 80, y: box.y + box.height - 90 },
    )
    await expect(page.locator('[data-layer][aria-pressed="true"]')).toHaveCount(2)
  })

  test('zooms with its wheel, and the whole print comes back', async ({ page }) => {
    await smallPhoto(page)
    const width = async () => (await layersOf(page).boundingBox())?.width ?? 0
    const before = await width()
    const { x, y } = await middleOf(layersOf(page))
    await page.mouse.move(x, y)
    await page.mouse.wheel(0, -300)
    await expect.poll(width).toBeGreaterThan(before * 1.3)
    await page.getByRole('button', { name: 'Show the whole print' }).click()
    await expect.poll(width).toBeCloseTo(before, 0)
  })

  test('opens a menu that acts on what is under it', async ({ page }) => {
    await smallPhoto(page)
    await page.keyboard.press('Escape')
    const { x, y } = await middleOf(layersOf(page))
    await page.mouse.click(x, y, { button: 'right' })
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await expect(layersOf(page)).toHaveCount(2)
  })

  test('goes to the words of a text that is tapped twice', async ({ page }) => {
    await openStudio(page)
    await page.keyboard.press('t')
    await page.getByRole('textbox', { name: 'Your words' }).fill('Ciao')
    await page.getByRole('button', { name: 'Add text' }).click()
    await expect(layersOf(page)).toHaveCount(1)
    const { x, y } = await middleOf(layersOf(page))
    await page.mouse.dblclick(x, y)
    const words = page.locator('[data-inspector]').getByRole('textbox', { name: 'Your words' })
    await expect(words).toBeFocused()
    await words.fill('Ciao Nonna')
    await expect.poll(async () => savedLayer(page)).toMatchObject({ text: 'Ciao Nonna' })
  })

  test('drops a photo where it lets go', async ({ page }) => {
    await openStudio(page)
    const box = await stageOf(page).boundingBox()
    if (box === null) throw new Error('no stage')
    const { buffer, name, mimeType } = madeFile()
    const transfer = await page.evaluateHandle(
      ({ bytes, fileName, type }) => {
        const carried = new DataTransfer()
        const binary = Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0))
        carried.items.add(new File([binary], fileName, { type }))
        return carried
      },
      { bytes: buffer.toString('base64'), fileName: name, type: mimeType },
    )
    const place = { clientX: box.x + box.width / 2 + 40, clientY: box.y + box.height / 2 + 90 }
    await stageOf(page).dispatchEvent('drop', { dataTransfer: transfer, ...place })
    await expect(layersOf(page)).toHaveCount(1)
    const { x, y } = await middleOf(layersOf(page))
    expect(Math.hypot(x - place.clientX, y - place.clientY)).toBeLessThan(3)
  })
})

test.describe('the keyboard alone', { tag: '@pc' }, () => {
  test('finds, moves, shapes, copies and deletes layers', async ({ page }) => {
    await smallPhoto(page)
    const before = await savedLayer(page)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('.')
    await page.keyboard.press(']')
    const after = await savedLayer(page)
    expect(after.xMm).toBeCloseTo(before.xMm + 1)
    expect(after.yMm).toBeCloseTo(before.yMm + 10)
    expect(after.rotationDeg).toBeCloseTo(5)
    expect(after.scale).toBeGreaterThan(before.scale)
    await page.keyboard.press('Control+d')
    await expect(layersOf(page)).toHaveCount(2)
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+g')
    const groups = (await savedDesign(page)).layers.map(({ groupId }) => groupId)
    expect(groups[0]).not.toBeNull()
    expect(groups[1]).toBe(groups[0])
    await page.keyboard.press('Delete')
    await expect(layersOf(page)).toHaveCount(0)
    await page.keyboard.press('Control+z')
    await expect(layersOf(page)).toHaveCount(2)
  })

  test('leaves arrows and Delete to a field that has the focus', async ({ page }) => {
    await smallPhoto(page)
    const before = await savedLayer(page)
    const title = page.getByRole('textbox', { name: 'Name of the design' })
    await title.fill('Nonna')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await savedDesign(page)).title).toBe('Nona')
    expect(await savedLayer(page)).toEqual(before)
  })

  test('is told every shortcut, and can turn the single keys off', async ({ page }) => {
    await smallPhoto(page)
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(list.getByText('Move left by 1 mm')).toBeVisible()
    await list.getByRole('switch', { name: 'Single letters and signs' }).click()
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
    await page.keyboard.press('?')
    await expect(list).toBeHidden()
  })
})

test.describe('a design is never lost', () => {
  test('a full device is said, what was saved stays, and saving goes on', {
    tag: '@phone',
  }, async ({ page }) => {
    await smallPhoto(page)
    const saved = await savedLayer(page)
    // What a browser throws when its quota is used up; the worker tests use a real quota.
    await page.evaluate(() => {
      const store = IDBObjectStore.prototype
      const put = Object.getOwnPropertyDescriptor(store, 'put') ?? {}
      Object.defineProperty(store, 'put', {
        configurable: true,
        value: () => {
          throw new DOMException('full', 'QuotaExceededError')
        },
      })
      Object.assign(globalThis, { freeSpace: () => Object.defineProperty(store, 'put', put) })
    })
    await page.keyboard.press('ArrowRight')
    const trouble = page.getByRole('alert').filter({ hasText: 'no space left' })
    await expect(trouble).toBeVisible()
    await expect(page.locator('[data-save]')).toHaveAttribute('data-save', 'failed')
    await page.evaluate(() => void Reflect.get(globalThis, 'freeSpace')())
    await trouble.getByRole('button', { name: 'Try again' }).click()
    await expect(trouble).toBeHidden()
    expect((await savedLayer(page)).xMm).toBeCloseTo(saved.xMm + 1)
  })

  test('it is taken along as one file, and opened again with its photos', {
    tag: '@phone',
  }, async ({ page }) => {
    await openStudio(page)
    await addPhoto(page)
    const before = await savedLayer(page)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Save as a file' }).click(),
    ])
    const path = await file.path()
    await page.getByRole('link', { name: 'Back to the shop' }).click()
    await expect(page.getByRole('link', { name: /^Continue/ }).locator('img')).toBeAttached()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Open a design file' }).click(),
    ])
    await chooser.setFiles(path)
    await expect(layersOf(page)).toHaveCount(1)
    expect(await savedLayer(page)).toEqual(before)
  })

  test('a photo that is pasted stands on the design', { tag: '@pc' }, async ({ page }) => {
    await openStudio(page)
    const { buffer, name, mimeType } = madeFile()
    await page.evaluate(
      ({ bytes, fileName, type }) => {
        const carried = new DataTransfer()
        const binary = Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0))
        carried.items.add(new File([binary], fileName, { type }))
        const paste = new ClipboardEvent('paste', { clipboardData: carried, bubbles: true })
        document.body.dispatchEvent(paste)
      },
      { bytes: buffer.toString('base64'), fileName: name, type: mimeType },
    )
    await expect(layersOf(page)).toHaveCount(1)
  })
})
