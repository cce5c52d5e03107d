import { readFile } from 'node:fs/promises'
import { expect, test } from 'playwright/test'
import { photographsAreHere, photographsMissing } from '../../fixtures/photographs.ts'
import { openLibraryPage, takeIn } from './library-page.ts'

test.describe('the page’s side of a real worker', () => {
  test.beforeEach(({ page }) => openLibraryPage(page))

  test('waits for a script that starts late', async ({ page }) => {
    const { answer, born } = await page.evaluate(() => window.libraryPage.frail('answer'))
    expect([answer, born]).toEqual(['ok', 1])
  })

  test('answers for a worker that dies, and starts another', async ({ page }) => {
    const dead = await page.evaluate(() => window.libraryPage.frail('die'))
    expect(dead.answer).toBe('worker-died')
    const next = await page.evaluate(() => window.libraryPage.frail('answer'))
    expect([next.answer, next.born]).toEqual(['ok', 2])
  })

  test('ends a worker that hangs when its job is aborted, and the next job runs', async ({
    page,
  }) => {
    const hung = await page.evaluate(async () => {
      await window.libraryPage.frail('answer')
      return await window.libraryPage.frail('hang', 100)
    })
    expect(hung.answer).toBe('cancelled')
    const next = await page.evaluate(() => window.libraryPage.frail('answer'))
    expect([next.answer, next.born]).toEqual(['ok', 2])
    await page.waitForFunction(async () => {
      const { restarts } = await window.libraryPage.frail('answer')
      return restarts === 1
    })
  })
})

test.describe('memory while taking in', () => {
  test.skip(process.platform !== 'linux', 'reads the process’s peak from /proc')

  test('bombs are refused without unpacking them, and large photos stay bounded', async ({
    page,
    browser,
  }) => {
    test.skip(!photographsAreHere, photographsMissing)
    await openLibraryPage(page)
    await takeIn(page, 'made/photo.jpg')
    const devtools = await browser.newBrowserCDPSession()
    const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
    const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
    const peakMb = async () => {
      const peaks = await Promise.all(
        renderers.map(async (id) => {
          const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '')
          return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
        }),
      )
      return Math.max(...peaks)
    }
    const before = await peakMb()
    for (const path of [
      'made/bomb-16384x16384-rgb.png',
      'made/bomb-20000x20000-1bit.png',
      'giant/giant-image.jpg',
      'giant/65536-uint32-limit.png',
    ])
      expect((await takeIn(page, path)).answer).toBe('photo-too-large')
    const afterBombs = (await peakMb()) - before
    expect(afterBombs).toBeLessThan(64)
    await page.evaluate(() => window.libraryPage.takeDrawn(4000, 3000))
    const after12 = (await peakMb()) - before
    const large = await page.evaluate(() => window.libraryPage.takeDrawn(8000, 6000))
    expect(large.answer).toBe('ok')
    const after48 = (await peakMb()) - before
    test.info().annotations.push({
      type: 'peak MB',
      description: `bombs +${afterBombs.toFixed(0)}, 12 MP +${after12.toFixed(0)}, 48 MP +${after48.toFixed(0)}`,
    })
    console.log(test.info().annotations.at(-1)?.description)
    expect(after48).toBeLessThan(600)
  })
})
