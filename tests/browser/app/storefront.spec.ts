import { expect, type Page, test } from 'playwright/test'
import { screens } from '#core/launch/screens.ts'
import { type Refusal, refusalTable } from '#core/refusals.ts'
import errors from '#locales/en-us/errors.json' with { type: 'json' }
import { addresses, newLogin, standAtStation } from './station.ts'
import { connectToTestDatabase, seedStationStates } from './test-database.ts'

const open = async (page: Page, path: string) => {
  await standAtStation(page)
  await page.goto(path.startsWith('/#') ? path : `/#${path}`)
}

test.describe('a receiving address', { tag: '@phone' }, () => {
  test('says what each of its eight fields lacks, and goes to the first', async ({ page }) => {
    await open(page, '/pages/mine/addAddress')
    await page.getByRole('button', { name: 'Add an address' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    for (const what of [
      'the recipient',
      'the phone number',
      'the country',
      'the province',
      'the city',
      'the detailed address',
      'the postal code',
      'the email',
    ]) {
      await expect(page.getByText(`Please enter ${what}`, { exact: true })).toBeVisible()
    }
    await expect(page.getByLabel('Recipient')).toBeFocused()
    await page.getByLabel('Phone number').fill('999')
    await expect(page.getByText('Incorrect phone number format')).toBeVisible()
  })

  test('asks for no place where there is no map', async ({ page }) => {
    await open(page, '/pages/mine/addAddress')
    await page.getByRole('button', { name: 'Add an address' }).click()
    await expect(page.getByLabel('Recipient')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Choose on the map' })).toHaveCount(0)
    await page.goto('/#/choose-location?for=address')
    await expect(page).toHaveURL(/addAddress/)
  })
})

test.describe('sizes', { tag: '@phone' }, () => {
  test('of the station are used, own ones are kept and deleted after a question', async ({
    page,
  }) => {
    await standAtStation(page, await newLogin())
    await page.goto(addresses.size)
    await page.getByRole('button', { name: /^Cupcakes, 12/ }).click()
    await expect(page.getByRole('textbox', { name: 'Width' })).toHaveValue('50')
    await expect(page.getByRole('img', { name: 'The sheet with 12 copies' })).toBeVisible()
    await page.getByRole('button', { name: 'Keep this size' }).click()
    const own = page.getByRole('listitem').filter({ hasText: 'Yours' })
    await expect(own).toHaveCount(1)
    await own.getByRole('button', { name: /^Delete/ }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete this size?' })
    await question.getByRole('button', { name: 'Keep it' }).click()
    await expect(own).toHaveCount(1)
    await own.getByRole('button', { name: /^Delete/ }).click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(own).toHaveCount(0)
  })

  test('that do not fit on the sheet are refused with the number that does', async ({ page }) => {
    await open(page, addresses.size)
    await page.getByRole('button', { name: /^Cupcakes, 12/ }).click()
    const field = async (label: string, value: string) => {
      await page.getByRole('textbox', { name: label, exact: true }).fill(value)
      await page.keyboard.press('Enter')
    }
    await field('Quantity', '50')
    await expect(page.getByText('Only 12 copies fit.')).toBeVisible()
    await field('Rows', '20')
    await field('Columns', '20')
    await expect(page.getByText(/copies fit/)).toHaveCount(0)
    await field('Right margin', '100')
    await field('Bottom margin', '100')
    await expect(page.getByText('Only 36 copies fit.')).toBeVisible()
  })
})

test.describe('stations', { tag: '@phone' }, () => {
  // Other tests print, and begin and end maintenance.
  test.beforeEach(async () => {
    const connection = await connectToTestDatabase()
    await seedStationStates(connection)
    await connection.close()
  })

  test('are listed with what they can, and chosen', async ({ page }) => {
    await open(page, '/choose-location')
    for (const state of [
      'Ready',
      'Printing',
      'Under maintenance',
      'Out of stock',
      'Out of order',
      'Offline',
    ]) {
      await expect(page.getByText(state, { exact: true }).first()).toBeVisible()
    }
    await page.getByRole('button', { name: /^Stampa Lujiazui/ }).click()
    await expect(page.getByRole('heading', { name: /Stampa Lujiazui/ })).toBeVisible()
    await expect(page.getByText(/cannot print right now/)).toBeVisible()
    await page.goto(addresses.customise)
    await page.getByRole('searchbox').fill('iphone 15 pro')
    await page.getByRole('radio', { name: 'iPhone 15 Pro', exact: true }).check()
    await expect(page.getByText('Stampa Lujiazui cannot print this right now')).toBeVisible()
  })

  test('stand nearest first once the device says where it is', async ({ page, context }) => {
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: 31.1944, longitude: 121.3206 })
    await open(page, '/choose-location')
    await page.getByRole('button', { name: 'Use my location' }).click()
    await expect(page.locator('main li').first()).toContainText('Stampa Hongqiao Station')
  })

  test('are shown in words and numbers, and handed to the device’s maps', async ({ page }) => {
    await open(page, '/open-location?latitude=31.2&longitude=121.4&name=Here&address=Road%201')
    await expect(page.getByText('31.20000, 121.40000')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Open in maps' })).toHaveAttribute(
      'href',
      /^geo:31.2,121.4/,
    )
    await page.goto('/#/open-location?latitude=north')
    await expect(page.getByText('This link leads to no place.')).toBeVisible()
  })
})

test.describe('where the deployment names map tiles', { tag: '@phone' }, () => {
  const tile = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  test.beforeEach(async ({ page }) => {
    const tiles = { url: '/tiles/{z}/{x}/{y}.png', credit: 'Tiles of this test' }
    const known = { language: 'en-us', currency: 'CNY', phones: 'specified', cards: false }
    const settings = { ...known, tiles }
    await page.route('/v1/settings', (route) => route.fulfill({ json: settings }))
    await page.route('/tiles/**', (route) =>
      route.fulfill({ body: tile, contentType: 'image/png' }),
    )
  })

  test('a station is chosen on the map', async ({ page }) => {
    await open(page, '/choose-location')
    const map = page.getByRole('application', { name: 'Map' })
    await expect(map.getByText('Tiles of this test')).toBeVisible()
    await map.locator('[title="Stampa Yuyuan Bakery"]').click()
    await expect(page.getByRole('heading', { name: /Stampa Yuyuan Bakery/ })).toBeVisible()
  })

  test('a place for an address is a press on the map', async ({ page }) => {
    await open(page, '/choose-location?for=address')
    const map = page.getByRole('application', { name: 'Map' })
    await expect(map.locator('.leaflet-tile-loaded').first()).toBeVisible()
    await map.click({ position: { x: 60, y: 120 } })
    await expect(page.getByLabel('Latitude')).toHaveValue(/^3[01]\.\d+$/)
    await page.getByRole('button', { name: 'Use this place' }).click()
    await expect(page).toHaveURL(/addAddress/)
  })

  test('a place that is opened is marked', async ({ page }) => {
    await open(page, '/open-location?latitude=31.2&longitude=121.4&name=Here')
    const map = page.getByRole('application', { name: 'Map' })
    await expect(map.locator('[data-chosen="true"]')).toBeVisible()
  })
})

test.describe('the queue', { tag: '@phone' }, () => {
  test('has four zones and is asked again by pulling it down', async ({ page }) => {
    const asked: string[] = []
    await open(page, '/pages/mall/lineUp')
    for (const zone of ['Payment', 'Queue', 'Print', 'Pickup']) {
      await expect(page.getByRole('heading', { name: new RegExp(`^${zone} \\d+$`) })).toBeVisible()
    }
    page.on('request', (request) => {
      if (request.postData()?.includes('Machine.site')) asked.push(request.url())
    })
    const session = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: y === undefined ? [] : [{ x: 200, y }],
      })
    await touch('touchStart', 200)
    for (let y = 220; y <= 420; y += 20) await touch('touchMove', y)
    await expect(page.getByText('Pull to refresh')).toBeVisible()
    await touch('touchEnd')
    await expect.poll(() => asked.length).toBeGreaterThan(0)
  })
})

test('orders up to a day are found by the date picker, whose days are the month’s', {
  tag: '@phone',
}, async ({ page }) => {
  await open(page, '/pages/mine/orderList')
  await page.getByRole('button', { name: 'Up to' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Month' }).click()
  await page.getByRole('option', { name: 'February' }).click()
  await dialog.getByRole('combobox', { name: 'Day' }).click()
  const days = await page.getByRole('option').count()
  expect([28, 29]).toContain(days)
  await page.keyboard.press('Escape')
  await dialog.getByRole('combobox', { name: 'Year' }).click()
  await expect(page.getByRole('option')).toHaveCount(11)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').getByRole('button', { name: 'Choose' }).click()
  await expect(page.getByRole('button', { name: /^Up to: Feb/ })).toBeVisible()
})

test('a link that begins the date picker at no date says so', { tag: '@phone' }, async ({
  page,
}) => {
  await open(page, '/pages/mine/orderList?date=2026-02-30')
  await page.getByRole('button', { name: 'Up to' }).click()
  await expect(page.getByText('Initial date format error')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test.describe('an error of the catalogue is said on the screen', { tag: '@phone' }, () => {
  const answerWith = (page: Page, body: string | null, status = 200, service = 'Machine.site') =>
    page.route('/shop/index', async (route) => {
      if (!route.request().postData()?.includes(service)) return route.continue()
      if (body === null) return route.abort('internetdisconnected')
      return route.fulfill({ status, body, contentType: 'application/json' })
    })
  const refused = (refusal: Refusal, params = {}) =>
    JSON.stringify({
      code: refusalTable[refusal].code,
      status: false,
      msg: refusal,
      data: { refusal, params, fields: {} },
    })

  const refusals = Object.keys(refusalTable).filter(
    (code): code is Refusal => code !== 'signed-out',
  )
  test('every refusal of a call', async ({ page }) => {
    await open(page, '/pages/mall/lineUp')
    for (const refusal of refusals) {
      await answerWith(page, refused(refusal, { seconds: 7, most: 3 }))
      await page.getByRole('button', { name: 'Refresh' }).click()
      const words = errors[refusal].replace('{{seconds}}', '7').replace('{{most}}', '3')
      await expect(page.getByRole('alert').getByText(words)).toBeVisible()
      await page.unroute('/shop/index')
    }
  })

  const answers = {
    'no network': [null, 200, errors['network-abnormal']],
    'an empty answer': ['', 200, errors['no-answer']],
    'an answer of another kind': ['<html>', 502, errors['no-answer']],
    'a message of the server’s own': [
      '{"code":7,"status":false,"msg":"Closed on Mondays"}',
      200,
      'Closed on Mondays',
    ],
  } as const
  for (const [name, [body, status, words]] of Object.entries(answers)) {
    test(name, async ({ page }) => {
      await answerWith(page, body, status)
      await open(page, '/pages/mall/lineUp')
      await expect(page.getByRole('alert').getByText(words)).toBeVisible()
      await page.unroute('/shop/index')
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('heading', { name: /^Queue/ })).toBeVisible()
    })
  }

  for (const body of ['{"code":401}', '{"code":403}', '{"code":400,"msg":"x"}', '{}']) {
    test(`${body} means to sign in again, where it is a code`, async ({ page }) => {
      await answerWith(page, body, body === '{}' ? 401 : 200, 'Order.getList')
      await open(page, '/pages/mine/orderList')
      await expect(page.getByRole('alertdialog', { name: /^Login timeout/ })).toBeVisible()
    })
  }
})

test('a page whose script does not arrive says so, and can be tried again', {
  tag: '@phone',
}, async ({ page }) => {
  await standAtStation(page)
  await page.route(/LineUpPage-.*\.js/, (route) => route.abort())
  await page.goto(addresses.mall)
  await page.evaluate(() => {
    location.hash = '#/pages/mall/lineUp'
  })
  await expect(page.getByText('Loading failed')).toBeVisible()
  await page.unroute(/LineUpPage-.*\.js/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(
    page.getByRole('heading', { name: /^Queue/ }).or(page.getByText('Loading failed')),
  ).toBeVisible()
  if (await page.getByText('Loading failed').isVisible()) {
    await page.getByRole('button', { name: 'Try again' }).click()
  }
  await expect(page.getByRole('heading', { name: /^Queue/ })).toBeVisible()
})

test('a page that is slow shows it after a moment, and is given up after 60 s, when asked again after 120', {
  tag: '@phone',
}, async ({ page }) => {
  await page.clock.install()
  await standAtStation(page)
  await page.route(/LineUpPage-.*\.js/, () => {
    // Never answered: the script is on its way for ever.
  })
  await page.goto(addresses.mall)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => {
    location.hash = '#/pages/mall/lineUp'
  })
  await page.clock.fastForward(250)
  await expect(page.getByText('Just a moment…')).toBeVisible()
  await page.clock.fastForward(60_000)
  await expect(page.getByText('Loading failed')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.clock.fastForward(60_000)
  await expect(page.getByText('Just a moment…')).toBeVisible()
  await page.clock.fastForward(60_000)
  await expect(page.getByText('Loading failed')).toBeVisible()
})

test('a visitor who looks around is led to a station, and on to what they wanted', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/#/pages/index/mall')
  await page.getByRole('link', { name: 'Design a phone case' }).click()
  await expect(page.getByRole('heading', { name: 'Choose a station' })).toBeVisible()
  await page.getByRole('button', { name: /^Stampa Xintiandi/ }).click()
  await page.getByRole('button', { name: 'Start on this device' }).click()
  await expect(page.getByRole('searchbox')).toBeVisible()
})

test.describe('an address without its order', { tag: '@phone' }, () => {
  for (const path of ['pay_paypal', 'self_help_payment_details', 'goodsordersize', 'orderDetail']) {
    test(`${path} says so and leads on`, async ({ page }) => {
      await open(page, `/pages/mine/${path}`)
      await expect(page.getByText('This link belongs to no order')).toBeVisible()
      await page.goto(`/#/pages/mine/${path}?order=12`)
      await expect(page.getByText('This link belongs to no order')).toBeVisible()
      await page.getByRole('link', { name: 'All orders' }).click()
      await expect(page.getByRole('heading', { name: 'All orders' })).toBeVisible()
    })
  }

  test('and without a login leads to signing in', async ({ page }) => {
    await page.goto('/#/pages/mine/pay_success?order=20261122-ABC123')
    await page.getByRole('link', { name: 'Log in' }).click()
    await page.getByRole('button', { name: 'Start on this device' }).click()
    await expect(page).toHaveURL(/pay_success/)
    await expect(page.getByText('This link belongs to no order')).toBeVisible()
  })

  test('and an address of nothing has a title of its own', async ({ page }) => {
    await open(page, '/pages/nowhere')
    await expect(page).toHaveTitle('This page was trimmed off · Stampa')
  })
})

test('every address of the specification opens its screen, in a language from right to left too', {
  tag: '@phone',
}, async ({ page }) => {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  await standAtStation(page)
  await page.goto(`${addresses.mall}?language=ar-ar`)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const { studio: _needsADraft, selectLogin: _signedIn, ...others } = screens
  for (const { paths } of Object.values(others)) {
    for (const path of paths) {
      await page.goto(`/#${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow, path).toBeLessThanOrEqual(0)
    }
  }
  expect(complaints).toEqual([])
})
