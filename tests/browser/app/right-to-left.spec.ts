import { expect, type Page, test } from 'playwright/test'
import { saveAddress } from '#core/contract/services/addresses.ts'
import { screens } from '#core/launch/screens.ts'
import panels from '#locales/ar-ar/panels.json' with { type: 'json' }
import { addresses, callService, newLogin, standAtStation } from './station.ts'
import { addPhoto, openStudio, readIn } from './studio-page.ts'

/** Words that stand on one line, in the order in which they are seen from left to right. */
const seenFromTheLeft = (page: Page, text: string): Promise<string> =>
  page.getByText(text, { exact: true }).evaluate((element, wanted) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    let node = walker.nextNode()
    while (node !== null && !node.nodeValue?.includes(wanted)) node = walker.nextNode()
    if (node === null) throw new Error('not in one piece')
    const range = document.createRange()
    const start = node.nodeValue?.indexOf(wanted) ?? 0
    const signs = [...wanted].map((sign, at) => {
      range.setStart(node, start + at)
      range.setEnd(node, start + at + 1)
      return { sign, left: range.getBoundingClientRect().left }
    })
    const sorted = signs.toSorted((one, other) => one.left - other.left)
    return sorted.map(({ sign }) => sign).join('')
  }, text)

test('in Arabic, numbers, places and addresses keep the order of their own words', {
  tag: '@phone',
}, async ({ page }) => {
  const login = await newLogin()
  const address = {
    recipient: 'Anna Rossi',
    phone: '13800000000',
    country: 'China',
    province: 'Shanghai',
    city: 'Shanghai',
    detail: '181 Taicang Road (2)',
    postalCode: '200020',
    email: 'anna@example.com',
  }
  await callService(saveAddress, address, login.token)
  await standAtStation(page, login)
  await page.goto(`${addresses.mall}?language=ar-ar`)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const station = '181 Taicang Road, Huangpu, Shanghai'
  expect(await seenFromTheLeft(page, station)).toBe(station)
  await page.goto(`/#${screens.address.paths[0]}`)
  for (const line of [address.detail, `${address.postalCode} ${address.city}`]) {
    expect(await seenFromTheLeft(page, line)).toBe(line)
  }
})

test('in Arabic, what moves a photo across its frame moves to the side that it is pulled to', {
  tag: '@pc',
}, async ({ page }) => {
  await openStudio(page)
  await addPhoto(page)
  await readIn(page, 'ar-ar')
  const thumb = page.getByRole('slider', { name: panels.photo.panX })
  const middle = async () => {
    const box = await thumb.boundingBox()
    return box === null ? 0 : box.x + box.width / 2
  }
  const before = { at: Number(await thumb.getAttribute('aria-valuenow')), x: await middle() }
  await thumb.press('ArrowRight')
  await expect.poll(middle).toBeGreaterThan(before.x)
  expect(Number(await thumb.getAttribute('aria-valuenow'))).toBeGreaterThan(before.at)
})

/** A file that is no picture: the note that refuses it has its name. */
const refusedFile = (name: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from('no picture'),
})

test('a note about a file keeps the order of its name, in a language of the other direction too', {
  tag: '@phone',
}, async ({ page }) => {
  await openStudio(page)
  const source = page.locator('main input[data-source="file"]').first()
  // What comes from right to left begins at the right: its ending is seen first from the left. Digits
  // alone have no direction: a name that begins with them takes it from its first letter.
  const names = ['2041 (1) party.txt', 'צילום (2).txt', 'صورة (3).txt'] as const
  const seen = [
    '2041 (1) party.txt',
    `txt.${[...'צילום (2)'].reverse().join('')}`,
    `txt.${[...'صورة (3)'].reverse().join('')}`,
  ]
  for (const language of ['en-us', 'ar-ar']) {
    await page.evaluate((code) => localStorage.setItem('HL_language', code), language)
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar-ar' ? 'rtl' : 'ltr')
    await source.setInputFiles(names.map(refusedFile))
    // While a file is on its way its name stands in another note.
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(names.length)
    for (const [at, name] of names.entries()) {
      await expect(page.getByText(name, { exact: true })).toBeVisible()
      expect(await seenFromTheLeft(page, name), `${name} in ${language}`).toBe(seen[at])
    }
  }
})

test('in Arabic, what is to be written begins on the right, as what is written does', {
  tag: '@phone',
}, async ({ page }) => {
  await openStudio(page)
  await addPhoto(page)
  await readIn(page, 'ar-ar')
  await page.locator('nav [data-command="text"]').click()
  const words = page.locator('[data-panel="text"] textarea')
  await expect(words).toHaveCSS('direction', 'rtl')
  await words.fill('Happy birthday')
  await expect(words).toHaveCSS('direction', 'ltr')
  await words.fill('عيد ميلاد سعيد')
  await expect(words).toHaveCSS('direction', 'rtl')
})
