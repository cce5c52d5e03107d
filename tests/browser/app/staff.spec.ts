import { TOTP } from 'otpauth'
import { expect, type Page, test } from 'playwright/test'
import { orderDetail } from '#core/contract/services/orders.ts'
import { SAMPLE_PASSWORD, sampleTotpSecret } from '#server/staff/sample-staff.ts'
import { SECRET } from '../server-under-test.ts'
import { placeUnpaid } from './placed-order.ts'
import { callService, newLogin } from './station.ts'

/** A code that was used opens nothing again: the next step's is taken half a minute early. */
async function signIn(page: Page, screen: 'staff' | 'partner', username: string): Promise<void> {
  const totp = new TOTP({ secret: sampleTotpSecret(SECRET, username) })
  for (const step of [-1, 0, 1]) {
    await page.goto(`/#/pages/${screen}/index`)
    await page.getByLabel('User name').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(SAMPLE_PASSWORD)
    await page.getByRole('button', { name: 'Next' }).click()
    const code = page.getByLabel('Code of the authenticator')
    await code.fill(totp.generate({ timestamp: Date.now() + step * 30_000 }))
    await page.getByRole('button', { name: 'Sign in' }).click()
    const inside = page.getByRole('button', { name: 'Log out' })
    const wrong = page.getByText('This code is wrong, or was used already.')
    await expect(inside.or(wrong)).toBeVisible()
    if (await inside.isVisible()) return
    await page.reload()
  }
  throw new Error('every code was used')
}

test('staff begins and ends the maintenance of a station, and it stands in the trail', async ({
  page,
}) => {
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

test('staff is asked once more before cash is confirmed, and then the order queues', async ({
  page,
}) => {
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
})

test('a partner reads a statement that begins and ends with a balance', async ({ page }) => {
  await signIn(page, 'partner', 'carla')
  await expect(page.getByRole('row', { name: /Opening balance/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Closing balance/ })).toBeVisible()
  await page.getByRole('button', { name: 'Stations' }).click()
  await expect(page.locator('[data-machine="M001"]')).toBeVisible()
  await expect(page.locator('[data-machine="M005"]')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Begin maintenance' })).toBeHidden()
})
