import { expect, type Page, test } from 'playwright/test'
import { logout } from '#core/contract/services/accounts.ts'
import { scan } from '#core/contract/services/machines.ts'
import { screens } from '#core/launch/screens.ts'
import { LOGIN_VALID_MS } from '#core/session/session.ts'
import { addresses, callService, codeOf, newLogin, standAtStation } from './station.ts'

const pathOf = (page: Page): string => new URL(page.url()).hash.slice(1)

/** Remembers a login or a machine before the app is opened, and nothing else. */
const remember = (page: Page, kept: Readonly<Record<string, string>>) =>
  page.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) {
      if (localStorage.getItem(key) === null) localStorage.setItem(key, value)
    }
  }, kept)

const loginKept = async (storedAtMs = Date.now()) =>
  JSON.stringify({ ...(await newLogin()), storedAtMs })

test.describe('without a machine', { tag: '@phone' }, () => {
  const needOne = [
    screens.customise,
    screens.size,
    screens.lineUp,
    screens.orders,
    screens.studio,
  ].map(({ paths }) => paths[0])

  for (const path of needOne) {
    test(`${path} goes to the mall`, async ({ page }) => {
      await remember(page, { HL_bindWx: await loginKept() })
      await page.goto(`/#${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(pathOf(page)).toBe('/pages/index/mall')
    })
  }

  for (const path of [
    '/pages/mine/pay_paypal',
    '/pages/mine/pay_success',
    '/pages/mine/pay_fail',
  ]) {
    test(`${path} stays where it is`, async ({ page }) => {
      await page.goto(`/#${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(pathOf(page)).toBe(path)
    })
  }

  test('the mall asks for the station, and a chosen one is kept', async ({ page }) => {
    await page.goto(addresses.mall)
    await page.getByRole('link', { name: 'Choose a station' }).click()
    await remember(page, { HL_bindWx: await loginKept() })
    await page.goto('/#/choose-location')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
})

test.describe('a visitor', () => {
  test('is led to the login selection with machine and language, and then where they were going', async ({
    page,
  }) => {
    await page.goto(`${addresses.customise}?machine_id=M002&language=de-de`)
    await expect(page).toHaveURL(/select_login\?machine_id=M002&language=de-de$/)
    await expect(page.locator('html')).toHaveAttribute('lang', 'de-DE')
    await page.locator('main button').first().click()
    await expect(page).toHaveURL(/pages\/index\/index/)
  })

  test('may look around in the mall, and open the login', { tag: '@phone' }, async ({ page }) => {
    await page.goto(addresses.mall)
    await expect(page.getByRole('link', { name: 'Design a phone case' })).toBeVisible()
    await page.goto('/#/pages/login/login')
    await expect(page.getByLabel('Phone number')).toBeVisible()
  })

  test('who scans a code lands at the login selection of that station, both by / and by its alias', async ({
    page,
  }) => {
    await page.goto(codeOf('M001'))
    await expect(page.getByText('You are at station M001')).toBeVisible()
    await page.goto(codeOf('M002').replace('/#/?', '/#/pages/login/select_login?'))
    await expect(page.getByText('You are at station M002')).toBeVisible()
  })
})

test('a scan whose script does not come says so, and the next scan goes through', {
  tag: '@phone',
}, async ({ page }) => {
  const scripts = /\/assets\/.*\.js$/
  await page.route(scripts, async (route) => {
    const response = await route.fetch()
    if ((await response.text()).includes(scan.name)) await route.abort('internetdisconnected')
    else await route.fulfill({ response })
  })
  await page.goto(codeOf('M001'))
  await expect(page.getByRole('alert')).toContainText('could not be loaded')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto('about:blank')
  await page.goto(codeOf('M001'))
  const claimed = () => page.evaluate(() => sessionStorage.getItem('HL_claim'))
  await expect.poll(claimed).toContain('M001')
})

test('while its scripts are on their way the page shows the mark of the house, and then the screen', {
  tag: '@phone',
}, async ({ page }) => {
  let letScriptsCome = () => {}
  const scriptsMayCome = new Promise<void>((resolve) => {
    letScriptsCome = resolve
  })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await scriptsMayCome
    await route.continue()
  })
  await page.goto(addresses.mall, { waitUntil: 'commit' })
  const mark = page.locator('.opening')
  await expect(mark).toBeVisible()
  letScriptsCome()
  await expect(page.getByRole('link', { name: 'Design a phone case' })).toBeVisible()
  await expect(mark).toHaveCount(0)
})

test.describe('a login', { tag: '@phone' }, () => {
  test('that is 24 hours old is none', async ({ page }) => {
    const old = await loginKept(Date.now() - LOGIN_VALID_MS)
    await remember(page, { HL_bindWx: old, HL_machine: 'M001' })
    await page.goto(addresses.customise)
    await expect(page).toHaveURL(/select_login/)
  })

  test('that grows old while the page is away is none when it is shown again', async ({ page }) => {
    await remember(page, {
      HL_bindWx: await loginKept(Date.now() - LOGIN_VALID_MS + 60_000),
      HL_machine: 'M001',
    })
    await page.clock.install()
    await page.goto(addresses.customise)
    await expect(page.getByRole('searchbox')).toBeVisible()
    await page.clock.setFixedTime(Date.now() + 120_000)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(page).toHaveURL(/select_login/)
  })

  test('whose token the server refuses is asked for again when the app is shown', async ({
    page,
  }) => {
    const login = await newLogin()
    await standAtStation(page, login)
    await page.goto(addresses.customise)
    await expect(page.getByRole('searchbox')).toBeVisible()
    await callService(logout, {}, login.token)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(page).toHaveURL(/select_login\?machine_id=M001/)
  })

  test('that ends in the middle of things says so without a way around, and leads to the login page', async ({
    page,
  }) => {
    const login = await newLogin()
    await standAtStation(page, login)
    const checked = page.waitForResponse((response) =>
      Boolean(response.request().postData()?.includes('User.verifyToken')),
    )
    await page.goto(addresses.customise)
    await expect(page.getByRole('searchbox')).toBeVisible()
    await checked
    await callService(logout, {}, login.token)
    await page.evaluate(() => {
      location.hash = '#/pages/mine/order'
    })
    const modal = page.getByRole('alertdialog', { name: /^Login timeout, please login again/ })
    await expect(modal).toBeVisible()
    await expect(modal.getByRole('button')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(modal).toBeVisible()
    await modal.getByRole('button').click()
    await expect(page).toHaveURL(/pages\/login\/login$/)
  })
})

test('the language of a launch without a parameter is the machine’s', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/#/?machine_id=M002')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans-CN')
})

test('the language of a launch holds in its tab, on pages opened anew by an address without one', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/#/?machine_id=M001&language=de-de')
  const html = page.locator('html')
  await expect(html).toHaveAttribute('lang', 'de-DE')
  // As who comes back from the card provider's page.
  await page.goto('about:blank')
  await page.goto(`/#${screens.paySuccess.paths[0]}?order=20260101-AAAAAA`)
  await expect(html).toHaveAttribute('lang', 'de-DE')
  await page.goto('about:blank')
  await page.goto('/#/?machine_id=M002')
  await expect(html).toHaveAttribute('lang', 'zh-Hans-CN')
})

test('the language falls back to en-us where the machine’s cannot be looked up', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/#/?machine_id=NOWHERE')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
})
