import { createCanvas, loadImage } from '@napi-rs/canvas'
import { expect, type Page } from 'playwright/test'
import { testCards } from '#core/commerce/payments/test-cards.ts'
import { addPhoto, madeFile } from '../app/studio-page.ts'
import { type Product, type Station, test } from './whole-product.ts'

/** A sheet takes the simulator six seconds. */
const PRINTED = { timeout: 45_000 }

const zone = (page: Page, name: string) => page.locator(`[data-zone="${name}"]`)
const stage = (page: Page, words: string | RegExp) => page.getByText(words).first()

/** Scans the code on the station's screen and designs a case with a photo, up to the order. */
async function designAt(page: Page, station: Station): Promise<void> {
  await page.goto(await station.code())
  const start = page.getByRole('button', { name: 'Start on this device' })
  const design = page.getByRole('link', { name: 'Design a phone case' })
  await expect(start.or(design)).toBeVisible()
  if (await start.isVisible()) await start.click()
  await design.click()
  await page.getByRole('searchbox').fill('pixel 9 pro')
  await page.getByRole('radio', { name: 'Pixel 9 Pro', exact: true }).check()
  await page.getByRole('button', { name: 'Start designing' }).click()
  await addPhoto(page, madeFile())
  await page.locator('[data-command="done"]').click()
  await page.locator('[data-command="continue"]').click()
  await page.locator('[data-command="order"]').click()
  await expect(page.getByRole('heading', { name: 'Your order' })).toBeVisible()
}

/** Places the order, which leads to its payment, and goes on to the provider's own page. */
async function toCardPage(page: Page): Promise<void> {
  await page.locator('[data-command="place-order"]').click()
  await page.locator('[data-command="pay-by-card"]').click({ timeout: 60_000 })
  await expect(page.getByRole('heading', { name: 'Card payment' })).toBeVisible()
  await expect(page.getByLabel('Card number')).toBeVisible()
}

async function payWith(page: Page, card: keyof typeof testCards): Promise<void> {
  await page.getByLabel('Card number').fill(testCards[card])
  await page.getByLabel(/Expiry/).fill('1240')
  await page.getByLabel(/Security code/).fill('123')
  await page.getByRole('button', { name: /^Pay/ }).first().click()
}

const completed = async (station: Station): Promise<number> =>
  (await station.sheets()).filter(({ state }) => state === 'completed').length

/** Mean difference of two pictures of 24 x 48, over what lies well within the case; 0 to 255. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [width, height] = [24, 48]
  const small = async (bytes: Buffer) => {
    const ink = createCanvas(width, height).getContext('2d')
    const image = await loadImage(bytes)
    ink.drawImage(image, 0, 0, width, height)
    return ink.getImageData(6, 20, 12, 22).data
  }
  const [first, second] = [await small(one), await small(other)]
  const sum = first.reduce((all, value, at) => all + Math.abs(value - (second[at] ?? 0)), 0)
  return sum / first.length
}

/** The picture that the order's page shows, and the sheet as it lies in the printer's tray. */
async function checkSheet(page: Page, { stations }: Product): Promise<void> {
  const shown = page.getByRole('img', { name: 'The design as ordered' })
  await expect(shown).toBeVisible()
  const preview = await shown.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth
    canvas.height = image.naturalHeight
    canvas.getContext('2d')?.drawImage(image, 0, 0)
    return canvas.toDataURL('image/png')
  })
  const last = (await stations.M001.sheets()).at(-1)
  const sheet = await fetch(`${stations.M001.simulatorUrl}/sheets/${last?.id}`)
  const printed = Buffer.from(await sheet.arrayBuffer())
  const previewed = Buffer.from(preview.slice(preview.indexOf(',') + 1), 'base64')
  expect(await difference(previewed, printed)).toBeLessThan(8)
}

test('a customer scans, designs, pays, watches the print come out, and picks it up', {
  tag: '@phone',
}, async ({ page, product, context }) => {
  test.setTimeout(240_000)
  const station = product.stations.M001
  const before = await completed(station)
  await designAt(page, station)
  await toCardPage(page)
  await payWith(page, 'declined')
  await expect(page.getByRole('alert').first()).toContainText('declined')
  await payWith(page, 'success')
  await expect(page.getByRole('heading', { name: 'Payment successful' })).toBeVisible()
  await page.getByRole('link', { name: 'Watch the queue' }).click()
  await expect(zone(page, 'print').getByText('Yours')).toBeVisible(PRINTED)
  await expect(zone(page, 'pickup').getByText('Yours')).toBeVisible(PRINTED)
  expect(await completed(station)).toBe(before + 1)

  await zone(page, 'pickup').getByRole('link').first().click()
  await checkSheet(page, product)
  const digits = await page.getByText(/^\d{4} \d{4}$/).innerText()
  const screen = await context.newPage()
  await screen.goto(station.screenUrl)
  await screen.getByRole('textbox').fill(digits)
  await screen.getByRole('textbox').press('Enter')
  await expect(stage(page, 'Pickup complete')).toBeVisible()
  expect(await completed(station)).toBe(before + 1)
})

test('the station’s screen stands whole in its window, large or small', { tag: '@pc' }, async ({
  page,
  product,
}) => {
  for (const [width, height] of [
    [800, 480],
    [1280, 800],
    [1080, 1920],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(product.stations.M001.screenUrl)
    await expect(page.locator('.code svg')).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('textbox')).toBeInViewport({ ratio: 1 })
    const beyond = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
    expect(beyond, `${width} x ${height}`).toBeLessThanOrEqual(0)
  }
})

test('a print waits for paper, and comes out once there is some', { tag: '@phone' }, async ({
  page,
  product,
}) => {
  test.setTimeout(180_000)
  const station = product.stations.M001
  const before = await completed(station)
  await designAt(page, station)
  await toCardPage(page)
  await payWith(page, 'success')
  await station.setFault('media-empty', true)
  await expect(page.getByRole('heading', { name: 'Payment successful' })).toBeVisible()
  await page.getByRole('link', { name: 'See the order' }).click()
  await expect(stage(page, /Needs paper or blanks|Your print is kept/)).toBeVisible(PRINTED)
  expect(await completed(station)).toBe(before)
  await station.setFault('media-empty', false)
  await expect(page.getByText(/^\d{4} \d{4}$/)).toBeVisible(PRINTED)
  expect(await completed(station)).toBe(before + 1)
})

test('a print of a broken station is moved to its neighbour, or its money comes back', {
  tag: '@phone',
}, async ({ page, product }) => {
  test.setTimeout(240_000)
  const { M001: broken, M007: neighbour } = product.stations
  const before = await completed(broken)
  await designAt(page, broken)
  await toCardPage(page)
  await broken.setFault('cover-open', true)
  await expect.poll(broken.state, PRINTED).toBe('faulty')
  await payWith(page, 'success')
  await expect(page.getByRole('heading', { name: 'Payment successful' })).toBeVisible()
  await page.getByRole('link', { name: 'See the order' }).click()
  await expect(page.getByText(/Your print is kept/)).toBeVisible()
  await page.getByRole('button', { name: 'Print it there' }).first().click()
  await expect(page.getByText(/^\d{4} \d{4}$/)).toBeVisible(PRINTED)
  expect(await completed(neighbour)).toBeGreaterThan(0)
  expect(await completed(broken)).toBe(before)

  await broken.setFault('cover-open', false)
  await expect.poll(broken.state, PRINTED).toBe('ready')
  await designAt(page, broken)
  await toCardPage(page)
  await broken.setFault('cover-open', true)
  await expect.poll(broken.state, PRINTED).toBe('faulty')
  await payWith(page, 'success')
  await page.getByRole('link', { name: 'See the order' }).click()
  await page.getByRole('button', { name: 'Cancel the order' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the order' }).click()
  await expect(page.getByText('Production cancelled').first()).toBeVisible()
  await expect(page.getByText(/was released|was given back/)).toBeVisible(PRINTED)
  expect(await completed(broken)).toBe(before)
})
