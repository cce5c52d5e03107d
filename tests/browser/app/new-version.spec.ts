import { rm } from 'node:fs/promises'
import { expect, type Page, test } from 'playwright/test'
import { anotherBuild } from './another-build.ts'
import { DIST, keptOnDevice, loseNetwork, withDevice } from './own-device.ts'
import { addresses, standAtStation } from './station.ts'
import { addPhoto, layersOf, openStudio, savedDesign } from './studio-page.ts'

/** The first script of a page, which names its build. */
const versionOf = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      document.querySelector<HTMLScriptElement>('script[type="module"]:not([async])')?.src ?? '',
  )

/** Paths of everything that is kept on the device. */
const keptPaths = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = await Promise.all(caches_.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

const askForUpdate = (page: Page) =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update()
  })

const news = (page: Page) => page.getByText('A new version is ready')
const title = (page: Page) => page.getByRole('heading', { level: 1 })

let next = ''
test.beforeAll(async () => {
  next = await anotherBuild(DIST)
})
test.afterAll(() => rm(next, { recursive: true, force: true }))

test('a page goes on with its own files until it is reloaded, and old files leave after the last', {
  tag: '@phone',
}, async ({ browser }) => {
  await withDevice(browser, async ({ network, context, page }) => {
    await openStudio(page)
    await keptOnDevice(page)
    await addPhoto(page)
    await savedDesign(page)
    const old = await versionOf(page)
    const other = await context.newPage()
    await standAtStation(other)
    await other.goto(addresses.mall)
    await other.getByRole('button', { name: 'Language' }).first().focus()
    await other.keyboard.press('Tab')
    await page.evaluate(async () => {
      const models = await caches.open('stampa-models-1')
      await models.put('/model-cache/of-the-version-before', new Response('network'))
    })

    await network.upgrade(next)
    await askForUpdate(page)
    await expect(news(page)).toBeVisible({ timeout: 60_000 })
    expect(await versionOf(page)).toBe(old)
    await page.getByRole('button', { name: 'Reload', exact: true }).click()
    // The page that is left has one layer too, and is left once its successor works.
    await expect(async () => expect(await versionOf(page)).not.toBe(old)).toPass({
      timeout: 60_000,
    })
    await expect(layersOf(page)).toHaveCount(1, { timeout: 30_000 })

    // The other page is of the version before, and opens screens that it has not opened yet.
    await expect(news(other)).toBeVisible()
    await other.evaluate(() => {
      location.hash = '#/pages/mine/account'
    })
    await expect(title(other)).toHaveText('Account and logins')
    await expect(other.getByText('Loading failed')).toHaveCount(0)
    expect(await versionOf(other)).toBe(old)
    const oldScript = new URL(old).pathname
    expect(await keptPaths(page)).toContain(oldScript)

    await other.close()
    await page.reload()
    await expect(layersOf(page)).toHaveCount(1, { timeout: 30_000 })
    await expect.poll(() => keptPaths(page), { timeout: 30_000 }).not.toContain(oldScript)
    await expect.poll(() => keptPaths(page)).not.toContain('/model-cache/of-the-version-before')
    await loseNetwork({ network, context, page })
    await page.reload()
    await expect(layersOf(page)).toHaveCount(1, { timeout: 30_000 })
  })
})

test('a visit that nobody has touched yet gets the new version at once', {
  tag: '@phone',
}, async ({ browser }) => {
  await withDevice(browser, async ({ network, context, page }) => {
    await standAtStation(page)
    await page.goto(addresses.mall)
    await keptOnDevice(page)
    const old = await versionOf(page)
    await page.close()
    await network.upgrade(next)
    const visit = await context.newPage()
    await visit.goto(addresses.mall)
    // Nothing is evaluated before: to the browser that is a touch.
    await visit.waitForEvent('load', { timeout: 60_000 })
    expect(await versionOf(visit)).not.toBe(old)
    await expect(title(visit)).toBeVisible()
    await expect(news(visit)).toHaveCount(0)
  })
})

test('calls, the card page and the stations’ screens never come from the device', {
  tag: '@phone',
}, async ({ browser }) => {
  await withDevice(browser, async (device) => {
    const { page, network } = device
    await standAtStation(page)
    await page.goto(addresses.mall)
    await keptOnDevice(page)
    const documents = ['/pay.html', '/station.html', '/simulator.html']
    for (const path of documents) await page.goto(path)
    expect(network.asked).toEqual(expect.arrayContaining(documents))
    expect(network.asked.some((path) => /assets\/pay-.*js/.test(path))).toBe(true)
    await page.goto(addresses.mall)
    await expect(title(page)).toBeVisible()
    const ours = /^\/($|assets\/|generated\/|first-paint\.js$|favicon\.svg$|app\.webmanifest$)/
    const paths = await keptPaths(page)
    expect(paths.filter((path) => !ours.test(path))).toEqual([])
    expect(paths.filter((path) => /assets\/(pay|station|simulator)-/.test(path))).toEqual([])
    await loseNetwork(device)
    for (const path of documents) await expect(page.goto(path)).rejects.toThrow(/ERR_/)
  })
})

test('a kept file has the headers that it came with', { tag: '@phone' }, async ({ browser }) => {
  await withDevice(browser, async (device) => {
    const { page } = device
    await standAtStation(page)
    await page.goto(addresses.mall)
    await keptOnDevice(page)
    const policyOf = (path: string) =>
      page.evaluate(async (address) => {
        const { headers } = await fetch(address)
        return headers.get('content-security-policy') ?? ''
      }, path)
    const paths = await page.evaluate(async () => {
      const script = await (await fetch('/service-worker.js')).text()
      return [/\/assets\/opencv\.worker-[\w-]+\.js/, /\/assets\/compositor\.worker-[\w-]+\.js/].map(
        (pattern) => pattern.exec(script)?.[0] ?? '',
      )
    })
    const online = await Promise.all(paths.map(policyOf))
    expect(online.map((policy) => policy.includes("'unsafe-eval'"))).toEqual([true, false])
    await expect.poll(() => keptPaths(page)).toEqual(expect.arrayContaining(paths))
    await loseNetwork(device)
    expect(await Promise.all(paths.map(policyOf))).toEqual(online)
    await page.reload()
    await expect(title(page)).toBeVisible()
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true)
  })
})

test('the operator’s switch deletes what the worker kept, and pages come from the network again', {
  tag: '@phone',
}, async ({ browser }) => {
  await withDevice(browser, async ({ network, page }) => {
    await standAtStation(page)
    await page.goto(addresses.mall)
    await keptOnDevice(page)
    await network.turnWorkerOff()
    const left = () =>
      page.evaluate(async () => (await caches.keys()).filter((name) => /app|generated/.test(name)))
    // A worker that is busy is not replaced: what it kept meanwhile goes at a later visit.
    const visitAndLeave = async () => {
      await page.goto(addresses.mall)
      await expect(title(page)).toBeVisible()
      const wasLeft = await expect
        .poll(left)
        .toEqual([])
        .catch(() => true)
      if (wasLeft) await page.goto('about:blank')
      expect(wasLeft).toBeUndefined()
    }
    await page.goto('about:blank')
    const patience = { timeout: 80_000, intervals: [0, 2000, 8000, 20_000] }
    await expect(visitAndLeave).toPass(patience)
    // Registered again while its page is open, the worker that removes itself stays.
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })
      await (await caches.open('stampa-app-late')).put('/', new Response('old'))
    })
    await page.goto('about:blank')
    await expect(visitAndLeave).toPass(patience)
    network.asked.length = 0
    await page.reload()
    await expect(title(page)).toBeVisible()
    expect(network.asked).toContain('/')
    expect(await left()).toEqual([])
  })
})

test('a device without room, and one that saves data, are served by the network', {
  tag: '@phone',
}, async ({ browser }) => {
  await withDevice(browser, async ({ network, context, page }) => {
    const session = await context.newCDPSession(page)
    await session.send('Storage.overrideQuotaForOrigin', {
      origin: network.url,
      quotaSize: 100_000,
    })
    await standAtStation(page)
    await page.goto(addresses.mall)
    await expect
      .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), {
        timeout: 60_000,
      })
      .toBe(true)
    await page.reload()
    await expect(title(page)).toBeVisible()
    expect(await keptPaths(page)).not.toContain('/')
  })
  await withDevice(browser, async ({ context, page }) => {
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true })
    await standAtStation(page)
    await page.goto(addresses.mall)
    await expect(title(page)).toBeVisible()
    await page.waitForLoadState('networkidle')
    const count = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
    expect(await count()).toBe(0)
  })
})
