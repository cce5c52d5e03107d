import { expect, test } from 'playwright/test'
import { openLibraryPage } from './library-page.ts'

const megabyte = 1024 * 1024

test.describe('the photo store', () => {
  test.beforeEach(({ page }) => openLibraryPage(page))

  test('keeps what is put in it over a reload, once however often it is put', async ({ page }) => {
    const put = () => page.evaluate((bytes) => window.libraryPage.storePut(7, bytes), megabyte)
    const hash = await put()
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(await put()).toBe(hash)
    expect(await page.evaluate(() => window.libraryPage.storeList())).toEqual([hash])
    await openLibraryPage(page)
    expect(await page.evaluate((it) => window.libraryPage.storeCheck(it, 7), hash)).toBe(megabyte)
    await page.evaluate((it) => window.libraryPage.storeRemove(it), hash)
    expect(await page.evaluate((it) => window.libraryPage.storeHas(it), hash)).toBe(false)
  })

  test('takes the same photo from several workers at once', async ({ page }) => {
    const hashes = await page.evaluate(
      (bytes) =>
        Promise.all(
          Array.from({ length: 24 }, (_, nth) =>
            window.libraryPage.storePut(nth % 2, bytes, nth % 4),
          ),
        ),
      2 * megabyte,
    )
    const [even = '', odd = ''] = hashes
    expect(new Set(hashes)).toEqual(new Set([even, odd]))
    expect(await page.evaluate((it) => window.libraryPage.storeCheck(it, 0, 3), even)).toBe(
      2 * megabyte,
    )
    expect(await page.evaluate((it) => window.libraryPage.storeCheck(it, 1, 2), odd)).toBe(
      2 * megabyte,
    )
  })

  test('never gives half a file, and writes it anew', async ({ page }) => {
    const hash = await page.evaluate(() => window.libraryPage.storePut(3, 5000))
    for (const leftover of ['part', '5000']) {
      await page.evaluate((it) => window.libraryPage.storeRemove(it), hash)
      await page.evaluate(([it, name]) => window.libraryPage.leaveHalf(it, name), [
        hash,
        leftover,
      ] as const)
      expect(await page.evaluate((it) => window.libraryPage.storeHas(it), hash)).toBe(false)
      await page.evaluate(() => window.libraryPage.storePut(3, 5000))
      expect(await page.evaluate((it) => window.libraryPage.storeCheck(it, 3), hash)).toBe(5000)
    }
  })

  test('says when the device is full, and keeps what was there', async ({ page, baseURL }) => {
    const first = await page.evaluate((bytes) => window.libraryPage.storePut(1, bytes), megabyte)
    const devtools = await page.context().newCDPSession(page)
    const origin = new URL(baseURL ?? '').origin
    await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 2 * megabyte })
    const answer = await page.evaluate(
      (bytes) => window.libraryPage.storePut(2, bytes),
      4 * megabyte,
    )
    expect(answer).toBe('storage-full')
    expect(await page.evaluate((it) => window.libraryPage.storeCheck(it, 1), first)).toBe(megabyte)
    await devtools.send('Storage.overrideQuotaForOrigin', { origin })
    const again = await page.evaluate(
      (bytes) => window.libraryPage.storePut(2, bytes),
      4 * megabyte,
    )
    expect(await page.evaluate((it) => window.libraryPage.storeCheck(it, 2), again)).toBe(
      4 * megabyte,
    )
  })
})

test('without a private file system photos are kept all the same', async ({ page }) => {
  await page.route('**/library-store.worker*', async (route) => {
    const response = await route.fetch()
    const body = `delete StorageManager.prototype.getDirectory;${await response.text()}`
    await route.fulfill({ response, body })
  })
  await openLibraryPage(page)
  const hash = await page.evaluate(() => window.libraryPage.storePut(5, 5000))
  expect(await page.evaluate((it) => window.libraryPage.storeCheck(it, 5, 1), hash)).toBe(5000)
  expect(await page.evaluate(() => window.libraryPage.storeList())).toEqual([hash])
})
