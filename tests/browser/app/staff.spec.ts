import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import Fastify from 'fastify'
import { TOTP } from 'otpauth'
import { expect, type Page, test } from 'playwright/test'
import { orderDetail } from '#core/contract/services/orders.ts'
import { staffSessions } from '#core/contract/services/staff.ts'
import type { Connection } from '#server/database/connect.ts'
import { machines, payments, staffAccounts } from '#server/database/schema.ts'
import { learnFact } from '#server/payments/learn-fact.ts'
import { addStaffAccount } from '#server/staff/accounts.ts'
import { SAMPLE_PASSWORD, sampleTotpSecret } from '#server/staff/sample-staff.ts'
import { issueStaffToken } from '#server/staff/tokens.ts'
import { pay, print } from '../../contract/order-steps.ts'
import { SECRET } from '../server-under-test.ts'
import { placeUnpaid } from './placed-order.ts'
import { callService, newLogin } from './station.ts'
import { connectToTestDatabase, seedStationStates } from './test-database.ts'

/** A code that was used opens nothing again: what earlier tests used is forgotten. */
async function signIn(page: Page, screen: 'staff' | 'partner', username: string): Promise<void> {
  const { database, close } = await connectToTestDatabase()
  const unused = { totpStep: 0 }
  await database.update(staffAccounts).set(unused).where(eq(staffAccounts.username, username))
  await close()
  const totp = new TOTP({ secret: sampleTotpSecret(SECRET, username) })
  await page.goto(`/#/pages/${screen}/index`)
  await page.getByLabel('User name').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(SAMPLE_PASSWORD)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Code of the authenticator').fill(totp.generate())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
}

test('staff begins and ends the maintenance of a station, and it stands in the trail', {
  tag: '@pc',
}, async ({ page }) => {
  await signIn(page, 'staff', 'anna')
  await page.getByRole('button', { name: 'Stations' }).click()
  const station = page.locator('[data-machine="M002"]')
  for (const act of ['Begin maintenance', 'End maintenance']) {
    await station.getByRole('button', { name: act }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('a new print head')
    await dialog.getByRole('button', { name: act }).click()
    await expect(dialog).toBeHidden()
  }
  await expect(station.getByRole('button', { name: 'Begin maintenance' })).toBeVisible()
  await page.getByRole('button', { name: 'Audit trail' }).click()
  await expect(page.getByText('a new print head').first()).toBeVisible()
})

test('the name of who is signed in is whole on a small phone', { tag: '@phone' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await signIn(page, 'staff', 'anna')
  const name = page.locator('[data-name]')
  await expect(name).toBeInViewport({ ratio: 1 })
  const cut = await name.evaluate((own) => own.scrollWidth - own.clientWidth)
  expect(cut).toBeLessThanOrEqual(0)
})

test('staff is asked once more before cash is confirmed, and then the order queues', {
  tag: '@pc',
}, async ({ page }) => {
  const { token } = await newLogin()
  const order_number = await placeUnpaid(token, true)
  await signIn(page, 'staff', 'anna')
  await page.getByRole('button', { name: new RegExp(order_number) }).click()
  await page.getByRole('button', { name: 'Confirm payment' }).click()
  const sure = page.getByRole('alertdialog')
  await expect(sure).toContainText(order_number)
  expect(await callService(orderDetail, { order_number }, token)).toMatchObject({
    stage: 'waiting-for-payment',
  })
  await sure.getByRole('button', { name: /^Confirm payment: / }).click()
  await expect(sure).toBeHidden()
  await expect(page.getByRole('button', { name: 'Confirm payment' })).toBeHidden()
  expect(await callService(orderDetail, { order_number }, token)).toMatchObject({
    stage: 'queuing',
  })
  // A dialog over another one: what is typed goes into its first field.
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByLabel('Reason (the customer reads it)')).toBeFocused()
})

test('who closes a dialog of an order is back where they opened it; without a reason the keyboard is in its field', {
  tag: '@pc',
}, async ({ page }) => {
  const { token } = await newLogin()
  const order_number = await placeUnpaid(token, true)
  await signIn(page, 'staff', 'anna')
  const row = page.getByRole('button', { name: new RegExp(order_number) })
  await row.click()
  const order = page.getByRole('dialog', { name: new RegExp(order_number) })
  for (const act of ['Confirm payment', 'Cancel order']) {
    await order.getByRole('button', { name: act }).click()
    await expect(page.getByRole('button', { name: 'Close' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(order.getByRole('button', { name: act })).toBeFocused()
  }
  await page.keyboard.press('Enter')
  const reason = page.getByLabel('Reason (the customer reads it)')
  await expect(page.getByRole('dialog').last()).toContainText(`${order_number}\u2069 · ¥49.00`)
  await page.getByRole('dialog').last().getByRole('button', { name: 'Cancel order' }).focus()
  await page.keyboard.press('Enter')
  await expect(reason).toBeFocused()
  await reason.fill('they changed their mind')
  await page.keyboard.press('Enter')
  // The button that asked is gone with the order's payment: the dialog beneath has the keyboard.
  await expect(reason).toBeHidden()
  await expect(order).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(order).toBeHidden()
})

test('a pickup code that is not known is said beside its field, until another is typed', {
  tag: '@pc',
}, async ({ page }) => {
  await signIn(page, 'staff', 'anna')
  await page.getByRole('button', { name: 'Hand out by code' }).click()
  const dialog = page.getByRole('dialog')
  const code = dialog.getByLabel('Pickup code')
  await code.fill('000000')
  await dialog.getByRole('button', { name: 'Hand out by code' }).click()
  await expect(code).toHaveAccessibleDescription(/do not know this pickup code/)
  await expect(code).toBeFocused()
  await code.fill('000001')
  await expect(code).not.toHaveAttribute('aria-invalid')
})

test('a partner reads a statement that begins and ends with a balance', { tag: '@pc' }, async ({
  page,
}) => {
  await signIn(page, 'partner', 'carla')
  await expect(page.getByRole('row', { name: /Opening balance/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Closing balance/ })).toBeVisible()
  await page.getByRole('button', { name: 'Stations' }).click()
  await expect(page.locator('[data-machine="M001"]')).toBeVisible()
  await expect(page.locator('[data-machine="M005"]')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Begin maintenance' })).toBeHidden()
  for (const tab of await page
    .getByRole('navigation', { name: 'Partners' })
    .getByRole('button')
    .all()) {
    await expect(tab).toBeInViewport({ ratio: 1 })
  }
})

test('one of the staff changes their password, with the second factor once more', {
  tag: '@phone',
}, async ({ page }) => {
  const connection = await connectToTestDatabase()
  const username = `greta-${randomUUID().slice(0, 8)}`
  const account = {
    username,
    name: 'Greta',
    role: 'staff',
    machineIds: ['M001'],
    partner: null,
  } as const
  const drawn = await addStaffAccount(connection.database, account)
  await connection.close()
  await page.goto('/#/pages/staff/index')
  const signInWith = async (password: string) => {
    await page.getByLabel('User name').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Next' }).click()
  }
  await signInWith(drawn)
  const secret = await page.locator('code').innerText()
  await page.getByLabel('Code of the authenticator').fill(new TOTP({ secret }).generate())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: 'I have kept them' })).toBeVisible()
  const [code = '', other = ''] = await page.locator('li code').allInnerTexts()
  await page.getByRole('button', { name: 'I have kept them' }).click()

  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  await dialog.getByLabel('Current password').fill('not the present one')
  await dialog.getByLabel('New password').fill('a password of her own')
  await dialog.getByLabel('Code of the authenticator').fill(code)
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog.getByText('That is not your current password')).toBeVisible()
  await dialog.getByLabel('Current password').fill(drawn)
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Audit trail' }).click()
  await expect(page.getByText('Password changed', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Log out' }).click()
  await signInWith('a password of her own')
  await page.getByLabel('Code of the authenticator').fill(other)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
})

test('what stops a printer is said in words; a keyword without any stands beside a sentence', {
  tag: '@phone',
}, async ({ page }) => {
  const connection = await connectToTestDatabase()
  await connection.database
    .update(machines)
    .set({ faults: ['media-empty', 'vendor-laser-tired'] })
    .where(eq(machines.id, 'M004'))
  await signIn(page, 'staff', 'anna')
  await page.getByRole('button', { name: 'Stations' }).click()
  const station = page.locator('[data-machine="M004"]')
  await expect(station.getByText('Paper or blanks are used up')).toBeVisible()
  await expect(station.getByText('The printer reports a fault vendor-laser-tired')).toBeVisible()
  await expect(station.getByText('media-empty')).toHaveCount(0)
  await seedStationStates(connection)
  await connection.close()
})

/** A customer's order is paid by card and printed, and the money for it taken. */
async function sell(connection: Connection): Promise<string> {
  const { token } = await newLogin()
  const number = await placeUnpaid(token)
  const context = { database: connection.database, now: () => new Date(), log: Fastify().log }
  const { id } = await pay({ context }, number)
  await print({ context }, number)
  const [payment] = await connection.database
    .select()
    .from(payments)
    .where(eq(payments.orderId, id))
  if (payment === undefined) throw new Error('it was paid')
  const { minor, currency } = payment
  await learnFact(context, payment.id, { fact: 'captured', amount: { minor, currency } })
  return number
}

test('one of the staff sees where they are signed in, and ends what is open elsewhere', {
  tag: '@phone',
}, async ({ page }) => {
  const { database, close } = await connectToTestDatabase()
  const [anna] = await database
    .select()
    .from(staffAccounts)
    .where(eq(staffAccounts.username, 'anna'))
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'
  const { token } = await issueStaffToken(database, anna?.id ?? '', new Date(), firefox)
  await close()
  await signIn(page, 'staff', 'anna')
  await page.getByRole('button', { name: 'Where you are logged in' }).click()
  const dialog = page.getByRole('dialog', { name: 'Where you are logged in' })
  await expect(dialog.getByText('This device')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Log out: Firefox · Windows' }).click()
  await expect(dialog.getByText('Firefox')).toHaveCount(0)
  await expect(callService(staffSessions, {}, token)).rejects.toThrow()
  await expect(dialog.getByText('This device')).toHaveCount(1)
})

test('a bill opens as a document, is printed alone, and is taken along as a table', {
  tag: '@phone',
}, async ({ page }) => {
  const connection = await connectToTestDatabase()
  const number = await sell(connection)
  await connection.close()
  await signIn(page, 'partner', 'carla')
  await page.getByRole('button', { name: 'Bills' }).click()
  await page.getByRole('button', { name: 'Open the bill' }).first().click()
  const bill = page.getByRole('dialog', { name: 'Bill' })
  await expect(bill.getByText('Huangpu Prints')).toBeVisible()
  await expect(bill.getByText('still open')).toBeVisible()
  await expect(bill.getByRole('row', { name: new RegExp(number) })).toContainText('¥49.00')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    bill.getByRole('button', { name: 'Save as CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^bill-20\d\d-\d\d\.csv$/)
  await page.emulateMedia({ media: 'print' })
  await expect(bill.getByRole('row', { name: new RegExp(number) })).toBeVisible()
  await expect(bill.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.locator('h1')).toBeHidden()

  // A reload comes back to the bills, and the widest words and sums have room.
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => localStorage.setItem('HL_language', 'ar-ar'))
  await page.reload()
  await page.getByRole('button', { name: 'فتح الفاتورة' }).first().click()
  const document = page.getByRole('dialog').locator('[data-printed]')
  await expect(document.getByText(number)).toBeVisible()
  const [inner, outer] = await document.evaluate(({ scrollWidth, clientWidth }) => [
    scrollWidth,
    clientWidth,
  ])
  expect(inner).toBeLessThanOrEqual(outer ?? 0)
})
