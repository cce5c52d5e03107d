import { expect, type Page, test } from 'playwright/test'
import { deviceLogin, userInfo } from '#core/contract/services/accounts.ts'
import errors from '#locales/en-us/errors.json' with { type: 'json' }
import { addresses, callService, newLogin, standAtStation } from './station.ts'
import { stageOf } from './studio-page.ts'

const newPhone = () => `138${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
const PASSWORD = 'a good password'

/** The code in the sandbox's message. */
const codeOn = async (page: Page): Promise<string> => {
  const text = await page.getByRole('complementary', { name: 'Test message' }).innerText()
  return /\d{6}/.exec(text)?.[0] ?? ''
}

const kept = (page: Page) =>
  page.evaluate(() => ({ local: { ...localStorage }, session: { ...sessionStorage } }))

const loginKept = async (page: Page) =>
  JSON.parse((await kept(page)).local['HL_bindWx'] ?? 'null') as { token: string; phone: string }

/** Keys of everything that lies stored of drafts. */
const draftRecords = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('stampa-drafts')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const tables = [...opening.result.objectStoreNames]
          const work = opening.result.transaction(tables)
          const asked = tables.map((table) => work.objectStore(table).getAllKeys())
          work.oncomplete = () => {
            opening.result.close()
            resolve(asked.flatMap(({ result }) => result.map(String)))
          }
        }
      }),
  )

test.describe('an account by phone number', { tag: '@phone' }, () => {
  test('is opened by a code, left, entered again with a forgotten password, and ended elsewhere', async ({
    page,
  }) => {
    const phone = newPhone()
    await page.goto('/#/pages/login/login?machine_id=M001')
    await page.getByRole('radio', { name: 'New account' }).check()
    await page.getByLabel('Phone number').fill(phone)
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await expect(page.getByLabel('Code')).toBeFocused()
    await page.getByLabel('Code').fill('000000')
    await page.getByLabel('Password', { exact: true }).fill('password1')
    await page.getByRole('button', { name: 'Open account' }).click()
    await expect(page.getByText(/Many people use this password/)).toBeVisible()
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByText(/This code is not right/)).toBeVisible()
    await expect(page.getByLabel('Code')).toBeFocused()
    await page.getByLabel('Code').fill(await codeOn(page))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/index\/mall/)

    await page.goto('/#/pages/mine/order')
    await page.getByRole('link', { name: 'Account and logins' }).click()
    await page.getByRole('button', { name: 'Log out', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/select_login/)

    await page.getByRole('link', { name: /phone number/i }).click()
    await page.getByLabel('Phone number').fill(phone)
    await page.getByLabel('Password', { exact: true }).fill('not it')
    await page.keyboard.press('Enter')
    await expect(page.getByText(errors['credentials-wrong'])).toBeVisible()
    await page.getByRole('button', { name: 'Forgotten your password?' }).click()
    await page.getByLabel('Phone number').fill(phone)
    await page.keyboard.press('Enter')
    await page.getByLabel('Code').fill(await codeOn(page))
    await page.getByLabel('New password').fill(`${PASSWORD}, another`)
    await page.getByRole('button', { name: 'Save and log in' }).click()
    await expect(page).toHaveURL(/index\/mall/)
    const mine = await loginKept(page)
    expect(mine).toMatchObject({ phone, token: expect.stringMatching(/^[\w-]{43}$/) })

    const { login } = await import('#core/contract/services/accounts.ts')
    const elsewhere = await callService(login, { phone, password: `${PASSWORD}, another` })
    await page.goto('/#/pages/mine/account')
    await expect(page.getByRole('listitem')).toHaveCount(2)
    await expect(page.getByRole('listitem').filter({ hasText: 'This device' })).toHaveCount(1)
    await page.getByRole('button', { name: /^Log out: / }).click()
    await expect(page.getByRole('listitem')).toHaveCount(1)
    await expect(callService(userInfo, {}, elsewhere.token)).rejects.toThrow()
    await expect(callService(userInfo, {}, mine.token)).resolves.toMatchObject({ phone })
  })

  test('says what is wrong with each field before anything is sent, and goes to the first', async ({
    page,
  }) => {
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.url())
    })
    await page.goto('/#/pages/login/login')
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page.getByText('Please enter the phone number')).toBeVisible()
    await expect(page.getByText('Please enter your password')).toBeVisible()
    await expect(page.getByLabel('Phone number')).toBeFocused()
    await page.getByLabel('Phone number').fill('12345')
    await expect(page.getByText('Incorrect phone number format')).toBeVisible()
    expect(sent).toEqual([])
  })
})

test.describe('an account of this device alone', { tag: '@phone' }, () => {
  const signInByDevice = async (page: Page) => {
    await page.goto('/#/?machine_id=M001')
    await page.getByRole('main').getByRole('button').first().click()
    await expect(page).toHaveURL(/index\/mall/)
    return (await kept(page)).local['HL_device'] ?? ''
  }

  test('is not left without a warning; with a number its device opens it no more', async ({
    page,
  }) => {
    const device = await signInByDevice(page)
    await page.goto('/#/pages/mine/account')
    await page.getByRole('button', { name: 'Log out', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Log out?' })
    await expect(question.getByText(/nobody can open it again/)).toBeVisible()
    await question.getByRole('button', { name: 'Add a phone number' }).click()
    const form = page.getByRole('dialog', { name: 'Add a phone number' })
    const phone = newPhone()
    await form.getByLabel('Phone number').fill(phone)
    await form.getByRole('button', { name: 'Send me a code' }).click()
    await form.getByLabel('Code').fill(await codeOn(page))
    await form.getByLabel('New password').fill(PASSWORD)
    await form.getByRole('button', { name: 'Add a phone number' }).click()
    await expect(page.getByRole('heading', { name: phone })).toBeVisible()
    expect((await kept(page)).local).not.toHaveProperty('HL_device')
    const again = await callService(deviceLogin, { device })
    expect(again.phone).toBe('')
  })

  test('leaves nothing of its customer behind, and its designs only if they want to', async ({
    page,
  }) => {
    const device = await signInByDevice(page)
    const own = await loginKept(page)
    const { id } = await callService(userInfo, {}, own.token)
    await page.evaluate(() => {
      localStorage.setItem('HL_request_a-draft', '2')
      localStorage.setItem('HL_size_a-draft', '{}')
      localStorage.setItem('HL_imaging_place', 'server')
      sessionStorage.setItem('HL_promotion', '{"promoter_id":"P1"}')
    })
    await page.goto('/#/pages/mine/account')
    await page.getByRole('button', { name: 'Log out', exact: true }).click()
    await page.getByLabel(/Delete the designs/).check()
    await page.getByRole('button', { name: 'Log out and lose it' }).click()
    await expect(page).toHaveURL(/select_login/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const { local, session } = await kept(page)
    const personal = ['HL_bindWx', 'HL_device', 'HL_request_a-draft', 'HL_size_a-draft']
    // Nor that they agreed that photos are sent to the server.
    for (const key of [...personal, 'HL_imaging_place']) expect(local).not.toHaveProperty(key)
    for (const key of ['HL_promotion', 'HL_claim']) expect(session).not.toHaveProperty(key)
    expect(JSON.stringify({ local, session })).not.toContain(own.token)
    await expect(callService(userInfo, {}, own.token)).rejects.toThrow()
    expect((await callService(deviceLogin, { device })).id).not.toBe(id)
  })

  test('leaves no design behind that is to be deleted, nor what could be undone of it', async ({
    page,
  }) => {
    await signInByDevice(page)
    await page.goto(addresses.customise)
    await page.getByRole('searchbox').fill('iphone 15 pro')
    await page.getByRole('radio', { name: 'iPhone 15 Pro', exact: true }).check()
    await page.getByRole('button', { name: 'Start designing' }).click()
    await expect(stageOf(page)).toBeVisible()
    const id = new URL(page.url().replace('/#', '')).searchParams.get('draft') ?? ''
    expect(await draftRecords(page)).toContain(id)
    await page.goto('/#/pages/mine/account')
    await page.getByRole('button', { name: 'Log out', exact: true }).click()
    await page.getByLabel(/Delete the designs/).check()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Log out/ })
      .click()
    await expect(page).toHaveURL(/select_login/)
    expect(await draftRecords(page)).toEqual([])
  })

  test('shows its way to the account among the orders', async ({ page }) => {
    await standAtStation(page, await newLogin())
    await page.goto('/#/pages/mine/order')
    await page.getByRole('link', { name: 'Account and logins' }).click()
    await expect(page.getByRole('heading', { name: 'Where you are logged in' })).toBeVisible()
  })
})
