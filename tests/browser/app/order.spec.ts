import { expect, type Page, test } from 'playwright/test'
import { machineDetail, stockList } from '#core/contract/services/machines.ts'
import { orderList } from '#core/contract/services/orders.ts'
import { UPLOADS_PATH } from '#core/contract/uploads.ts'
import errors from '#locales/en-us/errors.json' with { type: 'json' }
import { callService, codeOf } from './station.ts'
import { addPhoto, madeFile, openStudio } from './studio-page.ts'

const tokenOf = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('HL_bindWx') ?? '{}').token)

/** From the studio to the order of what is on the stage. */
async function toOrder(page: Page): Promise<void> {
  await page.locator('[data-command="done"]').click()
  await page.locator('[data-command="continue"]').click()
  await page.locator('[data-command="order"]').click()
  await expect(page.getByRole('heading', { name: 'Your order' })).toBeVisible()
  // Cards have tests of their own (payment.spec.ts).
  await page.getByRole('radio', { name: 'At the station' }).check()
  await expect(page.locator('[data-command="place-order"]')).toBeEnabled()
}

const placeOrder = (page: Page) => page.locator('[data-command="place-order"]').click()

async function writeAddress(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Send it' }).check()
  await page.getByRole('link', { name: 'Add or change addresses' }).click()
  await page.getByRole('button', { name: 'Add an address' }).click()
  const fields = {
    Recipient: 'Anna Rossi',
    'Phone number': '13800000000',
    Country: 'China',
    'Province or state': 'Shanghai',
    City: 'Shanghai',
    'Postal code': '200020',
    'Street, house, flat': '181 Taicang Road',
    Email: 'anna@example.com',
  }
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Anna Rossi' })).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
}

/** A phone that read the code of a station, whose customer goes on without an account. */
async function startAtStation(page: Page, more = ''): Promise<void> {
  await page.goto(`${codeOf()}${more}`)
  await page.getByRole('button', { name: 'Start on this device' }).click()
  await expect(page.getByText('Stampa Xintiandi')).toBeVisible()
}

test('a customer scans, signs in, designs, writes an address, orders and follows the order', async ({
  page,
}) => {
  await startAtStation(page, '&promoter_id=P7&Distribution=D1')
  await page.getByRole('link', { name: 'Design a phone case' }).click()
  await page.getByRole('searchbox').fill('pixel 9 pro')
  await page.getByRole('radio', { name: 'Pixel 9 Pro', exact: true }).check()
  await expect(page.getByText(/left at this station/)).toBeVisible()
  await page.getByRole('button', { name: 'Start designing' }).click()
  await addPhoto(page, madeFile())

  const uploads: string[] = []
  page.on('request', (request) => {
    if (request.url().includes(UPLOADS_PATH)) uploads.push(request.method())
  })
  await toOrder(page)
  await writeAddress(page)
  await expect(page.getByRole('radio', { name: /Anna Rossi/ })).toBeChecked()
  // What few customers have to say is folded away: the way to pay is seen without it.
  await expect(page.getByLabel('Coupon')).toBeHidden()
  await expect(page.getByRole('radio', { name: 'By card' })).toBeVisible()
  await page.getByText('Coupon, promotion or remarks?').click()
  await page.getByLabel('Coupon').fill('nonsense')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText(errors['coupon-not-usable'])).toBeVisible()
  await expect(page.getByText('Total', { exact: true })).toBeVisible()
  await expect(page.locator('[data-command="place-order"]')).toBeEnabled()
  await page.getByLabel('Coupon').fill('welcome10')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Coupon WELCOME10')).toBeVisible()
  await page.getByLabel('Remarks (optional)').fill('For Nonna')
  expect(uploads).toEqual([])
  const sent = page.waitForRequest((request) =>
    Boolean(request.postData()?.includes('Order.place')),
  )
  await placeOrder(page)
  expect((await sent).postDataJSON()).toMatchObject({
    terminal: 2,
    promoter_id: 'P7',
    Distribution: 'D1',
    remarks: 'For Nonna',
  })

  await expect(page.getByText('Your order is placed')).toBeVisible({ timeout: 60_000 })
  expect(uploads).toContain('PATCH')
  await expect(page.getByText('¥56.10').first()).toBeVisible()
  await expect(page.getByText(/Tell the staff your number/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pay by card' })).toBeVisible()
  await page.getByRole('link', { name: 'See the order' }).click()
  await expect(page.getByText('Waiting for payment')).toBeVisible()
  await expect(page.getByText('For Nonna')).toBeVisible()
  await expect(page.getByText(/Anna Rossi, 181 Taicang Road/)).toBeVisible()
  await expect(page.getByRole('img', { name: 'The design as ordered' })).toBeVisible()

  await page.getByRole('button', { name: 'Cancel the order' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the order' }).click()
  await expect(page.getByText('Closed').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pay now' })).toHaveCount(0)
})

test('two taps and an answer that was lost are one order', { tag: '@phone' }, async ({ page }) => {
  await startAtStation(page)
  const token = await tokenOf(page)
  await openStudio(page)
  await addPhoto(page)
  await toOrder(page)
  let lost = 0
  await page.route('/shop/index', async (route) => {
    if (!route.request().postData()?.includes('"Order.place"') || lost > 0) return route.continue()
    lost++
    // The order is placed; only its answer does not come back.
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.locator('[data-command="place-order"]').dblclick()
  await expect(page.getByText('Your order is placed')).toBeVisible({ timeout: 60_000 })
  expect(lost).toBe(1)
  expect(await callService(orderList, {}, token)).toHaveLength(1)
})

test('a second tab that orders the same is answered with the same order', {
  tag: '@phone',
}, async ({ page, context }) => {
  await startAtStation(page)
  const token = await tokenOf(page)
  await openStudio(page)
  await addPhoto(page)
  await toOrder(page)
  const claim = await page.evaluate(() => sessionStorage.getItem('HL_claim'))
  const second = await context.newPage()
  await second.addInitScript((kept) => sessionStorage.setItem('HL_claim', kept ?? ''), claim)
  await second.goto(page.url())
  await second.getByRole('radio', { name: 'At the station' }).check()
  await expect(second.locator('[data-command="place-order"]')).toBeEnabled()
  await Promise.all([placeOrder(page), placeOrder(second)])
  for (const tab of [page, second]) {
    await expect(tab.getByText('Your order is placed')).toBeVisible({ timeout: 60_000 })
  }
  expect(await callService(orderList, {}, token)).toHaveLength(1)
})

test('a design that was edited after ordering is another order', { tag: '@phone' }, async ({
  page,
}) => {
  await startAtStation(page)
  const token = await tokenOf(page)
  await openStudio(page)
  await addPhoto(page)
  await toOrder(page)
  const order = page.url()
  for (let count = 0; count < 2; count++) {
    await page.goto(order)
    await placeOrder(page)
    await expect(page.getByText('Your order is placed')).toBeVisible({ timeout: 60_000 })
  }
  expect(await callService(orderList, {}, token)).toHaveLength(2)
})

test('a station that cannot print says why, and nothing is lost', { tag: '@phone' }, async ({
  page,
}) => {
  await openStudio(page)
  await addPhoto(page)
  await toOrder(page)
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await expect(page.getByText(/The station must be scanned to use/)).toBeVisible()
  await placeOrder(page)
  await expect(page.getByRole('alert').getByText(/The station must be scanned to use/)).toBeVisible(
    {
      timeout: 60_000,
    },
  )
  await expect(page.locator('[data-command="place-order"]')).toBeEnabled()
})

test('cancelling while the files are made stops it, and the order can be placed after', {
  tag: '@phone',
}, async ({ page }) => {
  await openStudio(page)
  await addPhoto(page)
  await toOrder(page)
  await page.route(`**${UPLOADS_PATH}`, () => {
    // Never answered: the upload hangs until it is cancelled.
  })
  await placeOrder(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.locator('[data-command="place-order"]')).toBeVisible()
  await page.unroute(`**${UPLOADS_PATH}`)
  await placeOrder(page)
  await expect(page.getByText('Your order is placed')).toBeVisible({ timeout: 60_000 })
})

test('the sample stations have what these tests take', async () => {
  const machine = await callService(machineDetail, { machine_id: 'M001' })
  expect(machine).toMatchObject({ state: 'ready', hasRoom: true })
  expect((await callService(stockList, { machine_id: 'M001' })).length).toBeGreaterThan(1000)
})
