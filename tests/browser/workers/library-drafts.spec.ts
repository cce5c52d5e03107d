import { expect, type Page, test } from 'playwright/test'
import { DESIGN_VERSION } from '#core/design/document.ts'
import { openLibraryPage } from './library-page.ts'

const create = (page: Page, id: string, title: string) =>
  page.evaluate(
    ([draft, name]) => window.libraryPage.createDraft(window.libraryPage.design(draft, name)),
    [id, title] as const,
  )

const edit = (page: Page, id: string, title: string) =>
  page.evaluate(
    ([draft, name]) => window.libraryPage.edit(window.libraryPage.design(draft, name)),
    [id, title] as const,
  )

const open = (page: Page, id: string) =>
  page.evaluate((draft) => window.libraryPage.openDraft(draft), id)

const titles = (page: Page) => page.evaluate(() => window.libraryPage.titles())
const saved = (page: Page) =>
  page.waitForFunction(() => window.libraryPage.saveState().kind === 'saved')

test.describe('drafts', () => {
  test.beforeEach(({ page }) => openLibraryPage(page))

  test('are listed, latest first, and back after a reload', async ({ page }) => {
    await create(page, 'one', 'Anna')
    await create(page, 'two', 'Ben')
    expect(await titles(page)).toEqual(['Ben', 'Anna'])
    await openLibraryPage(page)
    expect(await titles(page)).toEqual(['Ben', 'Anna'])
    expect(await open(page, 'one')).toMatchObject({ id: 'one', title: 'Anna' })
  })

  test('save themselves soon after the last edit', async ({ page }) => {
    await create(page, 'one', 'Anna')
    await open(page, 'one')
    for (const title of ['A', 'An', 'Annabel']) await edit(page, 'one', title)
    await saved(page)
    await openLibraryPage(page)
    expect(await open(page, 'one')).toMatchObject({ title: 'Annabel' })
  })

  test('lose nothing when the page is left at once after an edit', async ({ page }) => {
    await create(page, 'one', 'Anna')
    await open(page, 'one')
    await edit(page, 'one', 'Left')
    await openLibraryPage(page)
    expect(await open(page, 'one')).toMatchObject({ title: 'Left' })
  })

  test('survive a crash of the page', async ({ page, context }) => {
    await create(page, 'one', 'Anna')
    await open(page, 'one')
    await edit(page, 'one', 'Before the crash')
    await saved(page)
    await edit(page, 'one', 'Lost')
    await page.goto('chrome://crash').catch(() => undefined)
    const next = await context.newPage()
    await openLibraryPage(next)
    const back = await open(next, 'one')
    expect(['Before the crash', 'Lost']).toContain(typeof back === 'string' ? back : back.title)
  })

  test('are copied, renamed and deleted', async ({ page }) => {
    await create(page, 'one', 'Anna')
    await page.evaluate(() => window.libraryPage.duplicateDraft('one', 'Anna 2'))
    await page.evaluate(() => window.libraryPage.renameDraft('one', 'Annabel'))
    expect(await titles(page)).toEqual(['Annabel', 'Anna 2'])
    await page.evaluate(() => window.libraryPage.deleteDraft('one'))
    expect(await titles(page)).toEqual(['Anna 2'])
    expect(await open(page, 'one')).toBe('draft-missing')
  })

  test('that are broken never break the list', async ({ page }) => {
    await create(page, 'good', 'Anna')
    await create(page, 'bad-summary', 'Ben')
    await create(page, 'bad-design', 'Cleo')
    await page.evaluate(() => window.libraryPage.breakDraft('bad-summary', 'summaries'))
    await page.evaluate(() => window.libraryPage.breakDraft('bad-design', 'designs'))
    expect(await titles(page)).toEqual(['Cleo', 'Anna'])
    expect(await open(page, 'bad-design')).toBe('design-unreadable')
    expect(await open(page, 'good')).toMatchObject({ title: 'Anna' })
  })

  test('that another tab saves or deletes say so here', async ({ page, context }) => {
    await create(page, 'one', 'Anna')
    await open(page, 'one')
    const other = await context.newPage()
    await openLibraryPage(other)
    await open(other, 'one')
    await edit(other, 'one', 'Other')
    await page.waitForFunction(() => window.libraryPage.elsewhere() === 'changed')
    await edit(page, 'one', 'Mine')
    await saved(page)
    expect(await page.evaluate(() => window.libraryPage.elsewhere())).toBeNull()
    await other.waitForFunction(() => window.libraryPage.elsewhere() === 'changed')
    await other.evaluate(() => window.libraryPage.deleteDraft('one'))
    await page.waitForFunction(() => window.libraryPage.elsewhere() === 'deleted')
  })

  test('of a full device say so, keep what was saved, and save when there is space', async ({
    page,
  }) => {
    await create(page, 'one', 'Anna')
    await open(page, 'one')
    await page.evaluate(() => window.libraryPage.fillDevice())
    await edit(page, 'one', 'Too much')
    await page.waitForFunction(() => window.libraryPage.saveState().kind === 'failed')
    expect(await page.evaluate(() => window.libraryPage.saveState())).toMatchObject({
      fault: { code: 'storage-full' },
    })
    expect(await page.evaluate(() => window.libraryPage.closeDraft())).toBe('storage-full')
    expect(await titles(page)).toEqual(['Anna'])
    await page.evaluate(() => window.libraryPage.makeRoom())
    await page.evaluate(() => window.libraryPage.flush())
    expect(await titles(page)).toEqual(['Too much'])
  })

  test('keep their photos; a deleted draft’s are pruned when no editor is open', async ({
    page,
    context,
  }) => {
    const made = await page.evaluate(async () => {
      const harness = window.libraryPage
      const kept = await harness.takeDrawn(64, 64)
      const gone = await harness.takeDrawn(80, 64)
      if (kept.photo === undefined || gone.photo === undefined) throw new Error('refused')
      await harness.createDraft(harness.design('kept', 'Kept', [kept.photo]))
      await harness.createDraft(harness.design('gone', 'Gone', [gone.photo]))
      return { kept: kept.photo, gone: gone.photo }
    })
    const editor = await context.newPage()
    await openLibraryPage(editor)
    await open(editor, 'kept')
    await page.evaluate(() => window.libraryPage.deleteDraft('gone'))
    expect(await page.evaluate((photo) => window.libraryPage.answer(photo), made.gone)).toBe('ok')
    await editor.evaluate(() => window.libraryPage.closeDraft())
    expect(await page.evaluate(() => window.libraryPage.tidy())).toEqual({ ok: true, value: 1 })
    expect(await page.evaluate((photo) => window.libraryPage.answer(photo), made.kept)).toBe('ok')
    expect(await page.evaluate((photo) => window.libraryPage.answer(photo), made.gone)).toBe(
      'photo-missing',
    )
  })
})

test.describe('a design as one file', () => {
  test.beforeEach(({ page }) => openLibraryPage(page))

  const roundTrip = (page: Page, spoil?: { find: string; replace: string }) =>
    page.evaluate(async (change) => {
      const harness = window.libraryPage
      const { photo } = await harness.takeDrawn(640, 480)
      if (photo === undefined) throw new Error('refused')
      const design = harness.design('one', 'Anna / "5"', [photo])
      const back = await harness.roundTrip(design, change)
      return { ...back, sent: design, photo: await harness.answer(photo) }
    }, spoil)

  test('comes back whole with its photos', async ({ page }) => {
    const back = await roundTrip(page)
    expect(back).toMatchObject({ answer: 'ok', name: 'Anna 5.stampa', photo: 'ok' })
    expect(back.design).toEqual(back.sent)
  })

  test.describe('is refused, and nothing of it kept,', () => {
    const spoils = {
      'when a photo is not what its hash says': { find: 'JFIF', replace: 'JFIX' },
      'when a path leads elsewhere': { find: 'photos/', replace: '../../p' },
      'when the document is no design': { find: '"version"', replace: '"virsion"' },
      'when the photo is of another size': { find: '"widthPx":640', replace: '"widthPx":641' },
    }
    for (const [title, spoil] of Object.entries(spoils)) {
      test(title, async ({ page }) => {
        expect(await roundTrip(page, spoil)).toMatchObject({
          answer: 'design-unreadable',
          photo: 'photo-missing',
        })
      })
    }

    test('when it is of a later version', async ({ page }) => {
      const back = await roundTrip(page, {
        find: `"version":${DESIGN_VERSION}`,
        replace: `"version":${DESIGN_VERSION + 1}`,
      })
      expect(back).toMatchObject({ answer: 'design-newer', photo: 'photo-missing' })
    })
  })
})
