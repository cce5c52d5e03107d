import { expect, type Page, test } from 'playwright/test'
import { testCards } from '#core/commerce/payments/test-cards.ts'
import type { Login } from '#core/contract/entities/account.ts'
import { orderDetail } from '#core/contract/services/orders.ts'
import { placeUnpaid } from './placed-order.ts'
import { callService, newLogin, standAtStation } from './station.ts'

/** A new customer's unpaid order, and the page signed in as them. */
async function orderOf(page: Page, payOffline = false): Promise<{ login: Login; number: string }> {
  const login = await newLogin()
  const number = await placeUnpaid(login.token, payOffline)
  await standAtStation(page, login)
  return { login, number }
}

const mine = (screen: string, query = '') => `/#/pages/mine/${screen}${query}`

/** From the payment page to the provider's. */
async function toCardPage(page: Page, number: string): Promise<void> {
  await page.goto(mine('pay_paypal', `?order=${number}`))
  await page.locator('[data-command="pay-by-card"]').click()
  await expect(page.getByRole('heading', { name: 'Card payment' })).toBeVisible()
  await expect(page).toHaveURL(/\/pay\.html\?reference=/)
}

async function payWith(page: Page, card: keyof typeof testCards): Promise<void> {
  await page.getByLabel('Card number').fill(testCards[card])
  await page.getByLabel(/Expiry/).fill('1240')
  await page.getByLabel(/Security code/).fill('123')
  await page.getByRole('button', { name: /^Pay/ }).first().click()
}

test('a card is paid outside the app’s isolation, and the customer is led to the queue', {
  tag: '@phone',
}, async ({ page }) => {
  const { login, number } = await orderOf(page)
  await page.goto(mine('pay_paypal', `?order=${number}`))
  await expect(page.getByText('¥', { exact: false }).first()).toBeVisible()
  await toCardPage(page, number)
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false)
  await expect(page.getByText(`Order ${number}`)).toBeVisible()
  await payWith(page, 'success')
  await expect(page.getByRole('heading', { name: 'Payment successful' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Watch the queue' })).toHaveAttribute(
    'href',
    /lineUp/,
  )
  const order = await callService(orderDetail, { order_number: number }, login.token)
  expect(order.stage).not.toBe('waiting-for-payment')
})

test('a declined card is followed by another one', { tag: '@phone' }, async ({ page }) => {
  const { number } = await orderOf(page)
  await toCardPage(page, number)
  await page.getByRole('button', { name: /^Pay/ }).first().click()
  await expect(page.getByText('Please check the card number')).toBeVisible()
  await expect(page.getByLabel('Card number')).toBeFocused()
  await payWith(page, 'declined')
  await expect(page.getByRole('alert').first()).toContainText('declined')
  await payWith(page, 'success')
  await expect(page.getByRole('heading', { name: 'Payment successful' })).toBeVisible()
})

test('the card’s holder is asked, rejects, and approves the next time', {
  tag: '@phone',
}, async ({ page }) => {
  const { number } = await orderOf(page)
  await toCardPage(page, number)
  await payWith(page, 'confirm')
  await page.getByRole('button', { name: 'No, reject' }).click()
  await expect(page.getByRole('alert').first()).toContainText('declined')
  await payWith(page, 'confirm')
  await page.getByRole('button', { name: 'Yes, approve' }).click()
  await expect(page.getByRole('heading', { name: 'Payment successful' })).toBeVisible()
})

test('who cancels at the card page may pay by card or at the station', { tag: '@phone' }, async ({
  page,
}) => {
  const { number } = await orderOf(page)
  await toCardPage(page, number)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Payment cancelled' })).toBeVisible()
  await page.getByRole('link', { name: 'Pay another way' }).click()
  await page.getByRole('button', { name: 'Pay at the station' }).click()
  await expect(page.getByText(/Tell the staff your number/)).toBeVisible()
  await toCardPage(page, number)
})

test('the card page speaks the customer’s language', { tag: '@phone' }, async ({ page }) => {
  const { number } = await orderOf(page)
  await page.addInitScript(() => localStorage.setItem('HL_language', 'ar-ar'))
  await page.goto(mine('pay_paypal', `?order=${number}`))
  await page.locator('[data-command="pay-by-card"]').click()
  await expect(page.getByLabel('رقم البطاقة')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl')
  // They change their mind about the language, and find the page in the other one.
  await page.addInitScript(() => localStorage.setItem('HL_language', 'fr-fr'))
  await page.goto(mine('pay_paypal', `?order=${number}`))
  await page.locator('[data-command="pay-by-card"]').click()
  await expect(page.getByLabel('Numéro de carte')).toBeVisible()
})

test('payment pages without an order, with another’s and with one that is over say so', {
  tag: '@phone',
}, async ({ page, browser }) => {
  const other = await browser.newPage()
  const foreign = await orderOf(other)
  await other.close()
  await orderOf(page)
  for (const screen of [
    'pay_paypal',
    'pay_success',
    'pay_fail',
    'self_help_payment_details',
    'goodsordersize',
  ]) {
    for (const query of ['', `?order=${foreign.number}`]) {
      await page.goto(mine(screen, query))
      await expect(page.getByText('This link belongs to no order')).toBeVisible()
      await expect(page.getByRole('link', { name: 'All orders' })).toBeVisible()
    }
  }
})

test('an order’s size is shown on its own picture', { tag: '@phone' }, async ({ page }) => {
  const { number } = await orderOf(page)
  await page.goto(mine('goodsordersize', `?order=${number}`))
  await expect(page.getByRole('img', { name: /The design as ordered, .*mm/ })).toBeVisible()
})

test('a card page of nobody’s reference leads back and nowhere else', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/pay.html?reference=guessed&to=https://elsewhere.example')
  await expect(page.getByText('This payment is over')).toBeVisible()
  await expect(page.getByRole('link')).toHaveAttribute('href', /^\/#\//)
})
