import { gzipSync } from 'node:zlib'
import { expect, type Locator, type Page, test } from 'playwright/test'
import slovenian from '#locales/sl-sl/shop.json' with { type: 'json' }
import { addresses, standAtStation } from './station.ts'

const FIRST_SCREEN_BYTES = 150_000

const openShop = async (page: Page, address: string = addresses.mall) => {
  await standAtStation(page)
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Moves the focus with Tab until it is on `target`. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error('Tab does not reach it')
}

const press = async (target: Locator, touch: boolean) => (touch ? target.tap() : target.click())

const studioAddress = /#\/pages\/index\/index_diy\?draft=[\w-]+$/

/** The drafts on this device, read past the app. */
const storedProducts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open('stampa-drafts')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const reading = opening.result.transaction('designs').objectStore('designs').getAll()
          reading.onerror = () => reject(reading.error)
          reading.onsuccess = () =>
            resolve(reading.result.map((design: { product: unknown }) => design.product))
        }
      }),
  )

test.describe('a phone case', () => {
  test('is found, chosen and opened in the studio with the pointer', async ({ page, hasTouch }) => {
    await openShop(page)
    await press(page.getByRole('link', { name: 'Design a phone case' }), hasTouch)
    await page.getByRole('searchbox').fill('iphone 15 pro')
    await press(page.getByRole('radio', { name: 'iPhone 15 Pro', exact: true }), hasTouch)
    await press(page.getByRole('radio', { name: /^Leather/ }), hasTouch)
    await press(page.getByRole('button', { name: 'Navy' }), hasTouch)
    await expect(page.getByRole('img', { name: /iPhone 15 Pro, drawn to scale/ })).toBeVisible()
    await press(page.getByRole('button', { name: 'Start designing' }), hasTouch)
    await expect(page).toHaveURL(studioAddress)
    expect(await storedProducts(page)).toMatchObject([
      {
        kind: 'phone-case',
        modelId: 'apple-iphone-15-pro',
        materialId: 'leather',
        caseColour: '#26344f',
      },
    ])
  })

  test('is chosen with the keyboard alone', { tag: '@pc' }, async ({ page }) => {
    await openShop(page)
    await tabTo(page, page.getByRole('link', { name: 'Design a phone case' }))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('searchbox'))
    await page.keyboard.type('galaxy s24 ultra')
    const found = page.getByRole('radio', { name: 'Galaxy S24 Ultra', exact: true })
    await tabTo(page, found)
    await page.keyboard.press('Space')
    await expect(found).toBeChecked()
    const start = page.getByRole('button', { name: 'Start designing' })
    await start.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(studioAddress)
    expect(await storedProducts(page)).toMatchObject([{ modelId: 'samsung-galaxy-s24-ultra' }])
  })

  test('is not opened before the phone is known', { tag: '@phone' }, async ({ page }) => {
    await openShop(page, addresses.customise)
    await page.getByRole('button', { name: 'Start designing' }).click()
    await expect(page.getByText('Choose your phone first')).toBeVisible()
    await expect(page.getByRole('searchbox')).toBeFocused()
    await expect(page).not.toHaveURL(studioAddress)
  })

  test('that we do not have is said, with a way back', { tag: '@phone' }, async ({ page }) => {
    await openShop(page, addresses.customise)
    await page.getByRole('searchbox').fill('telegraph')
    await expect(page.getByText("We don't have that model yet")).toBeVisible()
    await page.getByRole('button', { name: 'Clear the search' }).last().click()
    await expect(page.getByRole('radio', { name: 'Samsung' })).toBeVisible()
  })
})

test.describe('a cake', () => {
  test('of a preset size is chosen and opened in the studio', async ({ page, hasTouch }) => {
    await openShop(page)
    await press(page.getByRole('link', { name: 'Design a cake' }), hasTouch)
    await press(page.getByRole('radio', { name: 'Square' }), hasTouch)
    await press(page.getByRole('radio', { name: /^10 inch/ }), hasTouch)
    await press(page.getByRole('button', { name: 'Start designing' }), hasTouch)
    await expect(page).toHaveURL(studioAddress)
    expect(await storedProducts(page)).toMatchObject([
      { kind: 'cake', shape: 'square', sizeInches: 10, geometry: { widthMm: 254 } },
    ])
  })

  test('is chosen with the keyboard alone', { tag: '@pc' }, async ({ page }) => {
    await openShop(page)
    await tabTo(page, page.getByRole('link', { name: 'Design a cake' }))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('radio', { name: 'Round' }))
    await tabTo(page, page.getByRole('radio', { name: /^8 inch/ }))
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: /^12 inch/ })).toBeChecked()
    await page.getByRole('button', { name: 'Start designing' }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(studioAddress)
    expect(await storedProducts(page)).toMatchObject([{ shape: 'round', sizeInches: 12 }])
  })

  test('of a size that cannot be printed says what is wrong with each field', {
    tag: '@phone',
  }, async ({ page }) => {
    await openShop(page)
    await page.getByRole('link', { name: 'Design a cake' }).click()
    await page.getByRole('radio', { name: 'Your size' }).click()
    const [width, height, radius] = ['Width', 'Height', 'Corner radius'].map((name) =>
      page.getByRole('textbox', { name }),
    )
    if (!width || !height || !radius) throw new Error('a field is missing')
    await width.fill('500')
    await height.fill('')
    await page.getByRole('button', { name: 'Start designing' }).click()
    await expect(page.getByText('At most 420 mm, please')).toBeVisible()
    await expect(page.getByText('Please enter a number')).toBeVisible()
    await expect(width).toHaveAttribute('aria-invalid', 'true')
    await expect(page).not.toHaveURL(studioAddress)

    await page.getByRole('button', { name: /^A4/ }).click()
    await expect(width).toHaveValue('210')
    await expect(height).toHaveValue('297')

    await width.fill('100')
    await height.fill('60,5')
    await radius.fill('45')
    await expect(page.getByText('At most 30.3 mm, please')).toBeVisible()
    await radius.fill('20')
    await expect(page.getByText(/, please$/)).toHaveCount(0)
    await page.getByRole('button', { name: 'Start designing' }).click()
    await expect(page).toHaveURL(studioAddress)
    expect(await storedProducts(page)).toMatchObject([
      { shape: 'custom', geometry: { widthMm: 100, heightMm: 60.5, cornerRadiusMm: 20 } },
    ])
  })
})

test.describe('the language', () => {
  test('changes to Arabic and back, turns the page, and is kept', async ({ page, hasTouch }) => {
    await openShop(page)
    const html = page.locator('html')
    await press(page.getByRole('button', { name: /^Language/ }), hasTouch)
    await press(page.getByRole('menuitemradio', { name: 'العربية' }), hasTouch)
    await expect(html).toHaveAttribute('dir', 'rtl')
    await expect(html).toHaveAttribute('lang', 'ar')
    await expect(page.getByRole('link', { name: 'صمّم غطاء هاتف' })).toBeVisible()

    await page.reload()
    await expect(html).toHaveAttribute('dir', 'rtl')
    await press(page.getByRole('button', { name: /^اللغة/ }), hasTouch)
    await press(page.getByRole('menuitemradio', { name: 'English' }), hasTouch)
    await expect(html).toHaveAttribute('dir', 'ltr')
    await page.reload()
    await expect(page.getByRole('link', { name: 'Design a phone case' })).toBeVisible()
  })

  test('offers all 23 by their own names', { tag: '@phone' }, async ({ page }) => {
    await openShop(page)
    await page.getByRole('button', { name: /^Language/ }).click()
    await expect(page.getByRole('menuitemradio')).toHaveCount(23)
  })

  test('of the launch is used', { tag: '@phone' }, async ({ page }) => {
    await openShop(page, `${addresses.mall}?machine_id=M001&language=sl-sl`)
    await expect(page.locator('html')).toHaveAttribute('lang', 'sl-SI')
    await expect(page.getByRole('link', { name: slovenian.hero.case })).toBeVisible()
  })

  for (const language of ['en-us', 'zh-cn', 'ar-ar']) {
    test(`leaves nothing wider than the window in ${language}`, async ({ page }) => {
      await openShop(page, `${addresses.mall}?language=${language}`)
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow).toBeLessThanOrEqual(0)
    })
  }
})

test('the theme is chosen, and kept before anything is drawn', { tag: '@phone' }, async ({
  page,
}) => {
  await openShop(page)
  await page.getByRole('button', { name: 'Appearance' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  const dark = 'rgb(21, 23, 27)'
  await expect(page.locator('html')).toHaveCSS('background-color', dark)
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveCSS('background-color', dark)
})

test('a draft is renamed, duplicated and deleted in the list of designs', {
  tag: '@phone',
}, async ({ page }) => {
  await openShop(page)
  await page.getByRole('link', { name: 'Design a cake' }).click()
  await page.getByRole('button', { name: 'Start designing' }).click()
  await expect(page).toHaveURL(studioAddress)
  await page.goto(addresses.mall)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Continue where you left off' })).toBeVisible()

  await page.getByRole('button', { name: 'More for Untitled design' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Name of the design' }).fill('Nonna is 80')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Continue Nonna is 80' })).toBeVisible()

  await page.getByRole('button', { name: 'More for Nonna is 80' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(page.getByRole('link', { name: 'Continue Nonna is 80, copy' })).toBeVisible()

  await page.getByRole('button', { name: 'More for Nonna is 80', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect(page.getByRole('link', { name: /^Continue/ })).toHaveCount(2)
  await page.getByRole('button', { name: 'More for Nonna is 80', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('link', { name: /^Continue/ })).toHaveCount(1)
})

test('a file that is no design is refused in words', { tag: '@phone' }, async ({ page }) => {
  await openShop(page)
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Open a design file' }).click()
  const chooser = await choosing
  await chooser.setFiles({ name: 'cat.stampa', mimeType: '', buffer: Buffer.from('not a design') })
  await expect(page.getByText('This file is not a design we can open.')).toBeVisible()
})

test('an address that leads nowhere says so', { tag: '@phone' }, async ({ page }) => {
  await standAtStation(page)
  await page.goto('/#/pages/nowhere')
  await page.getByRole('link', { name: 'Back to the shop' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('going offline is said', { tag: '@phone' }, async ({ page, context }) => {
  await openShop(page)
  await context.setOffline(true)
  await expect(page.getByText('The network seems not smooth')).toBeVisible()
  await context.setOffline(false)
})

test('the first screen keeps its budget, starts no worker, logs nothing', {
  tag: '@phone',
}, async ({ page }) => {
  const scripts: { readonly name: string; readonly bytes: number }[] = []
  const others: string[] = []
  const complaints: string[] = []
  const reading: Promise<unknown>[] = []
  page.on('worker', (worker) => others.push(worker.url()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    const isOurs = !message.text().includes('blocked by Playwright')
    if (isOurs && ['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('response', (response) => {
    const name = new URL(response.url()).pathname
    if (/\.(wasm|onnx)$|\.worker/.test(name)) others.push(name)
    if (!/\.m?js$/.test(name)) return
    const weigh = async () => {
      scripts.push({ name, bytes: gzipSync(await response.body()).length })
    }
    reading.push(weigh())
  })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await Promise.all(reading)
  const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0)
  test.info().annotations.push({ type: 'first screen', description: `${total} bytes of gzip` })
  expect(total, JSON.stringify(scripts)).toBeLessThanOrEqual(FIRST_SCREEN_BYTES)
  expect(others).toEqual([])
  expect(complaints).toEqual([])
})
