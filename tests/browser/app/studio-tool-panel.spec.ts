import { expect, type Locator, type Page, test } from 'playwright/test'
import { enlargeLetters } from './enlarge-letters.ts'
import { addPhoto, madeFile, madeWaves, openStudio, openTools } from './studio-page.ts'

const toolsPanel = (page: Page) => page.locator('[data-panel="tools"]')
const cardOf = (page: Page, tool: string) => toolsPanel(page).locator(`[data-tool="${tool}"]`)
const applyButton = (page: Page) => toolsPanel(page).locator('[data-command="apply-tool"]')
const shownPreview = (page: Page) => toolsPanel(page).locator('[data-preview]')
const note = (page: Page) => page.locator('main > p[role="status"]')

async function openedTools(page: Page, photo = madeFile('hills.png', 800, 600)): Promise<void> {
  await openStudio(page)
  await addPhoto(page, photo)
  await openTools(page)
  await expect(cardOf(page, 'sketch')).toBeVisible()
}

/** Whether all of it lies in the window and nothing lies over its middle. */
const isInSight = (target: Locator): Promise<boolean> =>
  target.evaluate((own) => {
    const { left, top, right, bottom } = own.getBoundingClientRect()
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    const within = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
    return within && own.contains(hit)
  })

/** Whether it stays where it is, frame by frame, from when the panel has come up until what is awaited is there. */
async function staysUntil(target: Locator, awaited: Locator): Promise<boolean> {
  const watched = await target.evaluateHandle(async (own) => {
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    const topNow = () => own.getBoundingClientRect().top
    let rest = topNow()
    for (let still = 0; still < 10; still++) {
      await frame()
      if (Math.abs(topNow() - rest) > 0.1) [rest, still] = [topNow(), 0]
    }
    const seen = { isStill: true }
    const look = () => {
      if (Math.abs(topNow() - rest) > 0.5) seen.isStill = false
      requestAnimationFrame(look)
    }
    look()
    return seen
  })
  await awaited.waitFor({ timeout: 60_000 })
  return await watched.evaluate(({ isStill }) => isStill)
}

test.describe('the panel of the photo tools', () => {
  test('shows all tools at once on a phone', { tag: '@phone' }, async ({ page }) => {
    await openedTools(page)
    const cards = toolsPanel(page).locator('[data-tool]')
    expect(await cards.count()).toBe(6)
    for (const card of await cards.all()) await expect.poll(() => isInSight(card)).toBe(true)
  })

  test('is closed, left and compared in one line, however far it is scrolled', {
    tag: '@phone',
  }, async ({ page }) => {
    await openedTools(page)
    await cardOf(page, 'sketch').click()
    await expect(shownPreview(page)).toBeVisible({ timeout: 60_000 })
    await toolsPanel(page).getByText('Nothing is uploaded').scrollIntoViewIfNeeded()
    const panel = page.getByRole('dialog', { name: 'Photo tools' })
    for (const name of ['All tools', 'Before', 'Close']) {
      const button = panel.getByRole('button', { name, exact: true })
      await expect.poll(() => isInSight(button)).toBe(true)
    }
  })

  test('keeps its title in one line when Before comes beside it', { tag: '@phone' }, async ({
    page,
  }) => {
    await openedTools(page)
    for (const tool of ['sketch', 'enhance']) {
      await cardOf(page, tool).click()
      await expect(shownPreview(page)).toBeVisible({ timeout: 60_000 })
      const title = toolsPanel(page).getByRole('heading', { level: 2 })
      // The longest of them, which only a photo of people has.
      await title.evaluate((own) => own.replaceChildren('Remove background'))
      expect((await title.boundingBox())?.height).toBeLessThan(30)
      await toolsPanel(page).getByRole('button', { name: 'All tools' }).click()
    }
  })

  test('breaks no word of its title where the window is small or zoomed to 200 %', {
    tag: '@pc',
  }, async ({ page }) => {
    await page.setViewportSize({ width: 640, height: 400 })
    await openedTools(page)
    await cardOf(page, 'sketch').click()
    const before = toolsPanel(page).getByRole('button', { name: 'Before', exact: true })
    await expect(before).toBeVisible({ timeout: 60_000 })
    const title = toolsPanel(page).getByRole('heading', { level: 2 })
    await title.evaluate((own) => own.replaceChildren('Remove background'))
    // Two lines, and each of its words in one.
    expect((await title.boundingBox())?.height).toBeLessThan(60)
  })

  test('leaves the words of a tool that is in use as wide as those of the others', {
    tag: '@pc',
  }, async ({ page }) => {
    await openedTools(page)
    await cardOf(page, 'sketch').click()
    await expect(applyButton(page)).toBeEnabled({ timeout: 60_000 })
    await applyButton(page).click()
    await expect(cardOf(page, 'sketch')).toContainText('In use', { timeout: 60_000 })
    const widthOf = async (tool: string) =>
      (await cardOf(page, tool).locator('strong').boundingBox())?.width ?? 0
    expect(await widthOf('sketch')).toBeCloseTo(await widthOf('enhance'), 0)
  })

  test('shows what it would make without handles over it, and gives them back', async ({
    page,
  }) => {
    await openedTools(page)
    const grips = page.locator('[data-grip]')
    await expect(grips.first()).toBeVisible()
    await cardOf(page, 'enhance').click()
    await expect(shownPreview(page)).toBeVisible({ timeout: 60_000 })
    await expect(grips).toHaveCount(0)
    await toolsPanel(page).getByRole('button', { name: 'All tools' }).click()
    await expect(grips.first()).toBeVisible()
  })

  test('keeps what applies a tool where it is while the preview comes', async ({ page }) => {
    await openedTools(page)
    await cardOf(page, 'enhance').click()
    await expect(applyButton(page)).toBeVisible()
    const progress = toolsPanel(page).getByRole('progressbar')
    // What is on its way stands beside it for as long as that takes.
    const isStill = staysUntil(applyButton(page), shownPreview(page))
    await expect(progress).toBeVisible()
    expect(await isStill).toBe(true)
    await expect(progress).toHaveCount(0)
  })

  test('leaves a setting in sight in a small window while what a tool needs is on its way', {
    tag: '@phone',
  }, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    await openedTools(page)
    await page.route(/\.onnx/, () => {})
    await cardOf(page, 'anime').click()
    await expect(toolsPanel(page).getByRole('progressbar')).toBeVisible()
    for (const look of await toolsPanel(page).locator('label:has([type="radio"])').all()) {
      await expect.poll(() => isInSight(look)).toBe(true)
    }
  })

  test('leaves its slider whole on a phone while what a tool needs is on its way', {
    tag: '@phone',
  }, async ({ page }) => {
    await openedTools(page)
    await page.route(/\.onnx/, () => {})
    await cardOf(page, 'anime').click()
    await expect(applyButton(page)).toBeVisible()
    const progress = toolsPanel(page).getByRole('progressbar')
    await expect(progress).toBeVisible()
    const strength = toolsPanel(page).getByRole('slider', { name: 'Strength' })
    await expect(strength).toBeInViewport({ ratio: 1 })
    const thumb = await strength.boundingBox()
    const track = await progress.boundingBox()
    // The progress has a line of words above its track.
    expect((thumb?.y ?? 0) + (thumb?.height ?? 0)).toBeLessThan((track?.y ?? 0) - 16)
    const cancel = await toolsPanel(page).getByRole('button', { name: 'Cancel' }).boundingBox()
    const apply = await applyButton(page).boundingBox()
    expect(cancel?.y).toBeCloseTo(apply?.y ?? 0, -1)
    expect((cancel?.x ?? 0) + (cancel?.width ?? 0)).toBeLessThanOrEqual(apply?.x ?? 0)
  })

  test('says that a tool was applied in the note above the print, and lays no toast over it', {
    tag: '@phone',
  }, async ({ page }) => {
    await openedTools(page)
    await cardOf(page, 'enhance').click()
    await expect(shownPreview(page)).toBeVisible({ timeout: 60_000 })
    await applyButton(page).click()
    await expect(note(page)).toContainText('Better colours', { timeout: 60_000 })
    await expect(page.getByRole('region', { name: 'Messages' }).getByRole('button')).toHaveCount(0)
    await expect(note(page)).toHaveText('', { timeout: 10_000 })
  })

  test('shows no preview of what a tool cannot make', { tag: '@phone' }, async ({ page }) => {
    await openedTools(page, madeWaves(0, 255))
    await cardOf(page, 'cut-out').click()
    await expect(toolsPanel(page).getByRole('alert')).toBeVisible({ timeout: 60_000 })
    await expect(shownPreview(page)).toHaveCount(0)
    await expect(note(page)).toHaveText('')
  })

  test('has the picture in sight when the brush for it is chosen', { tag: '@phone' }, async ({
    page,
  }) => {
    await openedTools(page)
    await cardOf(page, 'cut-out').click()
    await toolsPanel(page).getByRole('radio', { name: 'Brush', exact: true }).check({ force: true })
    const surface = toolsPanel(page).locator('[data-brush-surface]')
    await expect(surface).toBeVisible()
    await expect.poll(() => isInSight(surface)).toBe(true)
  })
})

test.describe('with letters of twice the size', () => {
  test('the studio’s bar is whole, and a tool is set and applied', { tag: '@phone' }, async ({
    page,
  }) => {
    await enlargeLetters(page)
    await openedTools(page)
    const bar = page.locator('[data-studio] > header')
    const tag = page.locator('[data-stage-dpi]')
    await expect.poll(() => isInSight(tag)).toBe(true)
    const steps = await bar.locator('[data-command="undo"]').boundingBox()
    const { x = 0 } = (await tag.boundingBox()) ?? {}
    expect(x).toBeGreaterThan((steps?.x ?? 0) + (steps?.width ?? 0))
    for (const control of await bar.locator('a, button').all()) {
      await expect.poll(() => isInSight(control), String(control)).toBe(true)
    }
    await cardOf(page, 'enhance').click()
    await expect(shownPreview(page)).toBeAttached({ timeout: 60_000 })
    const strength = toolsPanel(page).getByRole('slider', { name: 'Strength' })
    await expect.poll(() => isInSight(strength)).toBe(true)
    await applyButton(page).click()
    await expect(cardOf(page, 'sketch')).toBeVisible({ timeout: 60_000 })
  })
})
