import { asc, eq } from 'drizzle-orm'
import { expect, type Page, test } from 'playwright/test'
import { orderList } from '#core/contract/services/orders.ts'
import { UPLOADS_PATH } from '#core/contract/uploads.ts'
import errors from '#locales/en-us/errors.json' with { type: 'json' }
import { placements } from '#server/database/schema.ts'
import { type Device, findNetwork, keptOnDevice, loseNetwork, withDevice } from './own-device.ts'
import { addresses, callService, newLogin, standAtStation } from './station.ts'
import { addPhoto, openStudio } from './studio-page.ts'
import { connectToTestDatabase } from './test-database.ts'

const waiting = (page: Page) => page.locator('[data-waiting-order="waiting"]')
const placed = (page: Page) => page.getByText('Your order is placed')
const press = (page: Page) => page.locator('[data-command="place-order"]').click()

/** A customer of their own with a design, before the button that orders it. */
async function atTheOrder({ page }: Device) {
  const login = await newLogin()
  await standAtStation(page, login)
  await openStudio(page)
  await keptOnDevice(page)
  await addPhoto(page)
  await page.locator('[data-command="done"]').click()
  await page.locator('[data-command="continue"]').click()
  await page.locator('[data-command="order"]').click()
  await page.getByRole('radio', { name: 'At the station' }).check()
  await expect(page.locator('[data-command="place-order"]')).toBeEnabled()
  const orders = async () => (await callService(orderList, {}, login.token)).length
  return Object.assign(orders, { login })
}

/** Orders where there is no network: the order waits. */
async function orderWithoutNetwork(device: Device) {
  const orders = await atTheOrder(device)
  await loseNetwork(device)
  await press(device.page)
  await expect(waiting(device.page)).toBeVisible()
  return orders
}

/** Changes the one order that waits, as it lies on the device. */
const changeWaiting = (page: Page, change: { olderByMs: number; cheaperBy: number }) =>
  page.evaluate(
    ({ olderByMs, cheaperBy }) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('stampa-waiting-orders')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const work = opening.result.transaction('orders', 'readwrite')
          const cursor = work.objectStore('orders').openCursor()
          cursor.onsuccess = () => {
            const order = cursor.result?.value
            order.orderedAtMs -= olderByMs
            order.request.expectedTotalMinor -= cheaperBy
            cursor.result?.update(order)
          }
          work.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      }),
    change,
  )

/**
 * Puts orders of other drafts before and after the one that waits, as they would lie on the device.
 * @returns the keys of all, the oldest first
 */
const addWaiting = (page: Page, laterByMs: readonly number[]) =>
  page.evaluate(
    (moments) =>
      new Promise<readonly string[]>((resolve, reject) => {
        const opening = indexedDB.open('stampa-waiting-orders')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const work = opening.result.transaction('orders', 'readwrite')
          const orders = work.objectStore('orders')
          const kept = orders.getAll()
          kept.onsuccess = () => {
            const [first] = kept.result
            const all = [first]
            for (const laterByMs of moments) {
              const design = { ...first.design, id: crypto.randomUUID() }
              const orderedAtMs = first.orderedAtMs + laterByMs
              all.push({ ...first, design, orderedAtMs, idempotencyKey: crypto.randomUUID() })
              orders.put(all.at(-1), design.id)
            }
            all.sort((one, other) => one.orderedAtMs - other.orderedAtMs)
            work.oncomplete = () => {
              opening.result.close()
              resolve(all.map(({ idempotencyKey }) => idempotencyKey))
            }
          }
        }
      }),
    laterByMs,
  )

test('several orders that wait are sent one after the other, the oldest first, each once', {
  tag: '@phone',
}, async ({ browser }) => {
  await withDevice(browser, async (device) => {
    const { page } = device
    const orders = await orderWithoutNetwork(device)
    const keys = await addWaiting(page, [-60_000, 1_000])
    await page.goto('about:blank')
    await page.goto(addresses.mall)
    await expect(waiting(page)).toHaveCount(3, { timeout: 30_000 })
    await findNetwork(device)
    await expect(waiting(page)).toHaveCount(0, { timeout: 60_000 })
    expect(await orders()).toBe(3)
    const connection = await connectToTestDatabase()
    try {
      const placed = await connection.database
        .select({ key: placements.key })
        .from(placements)
        .where(eq(placements.customerId, orders.login.id))
        .orderBy(asc(placements.createdAt))
      expect(placed.map(({ key }) => key)).toEqual(keys)
    } finally {
      await connection.close()
    }
  })
})

test('an order waits for the network over a reload, and is sent once when it is back', {
  tag: '@phone',
}, async ({ browser }) => {
  await withDevice(browser, async (device) => {
    const { page, network } = device
    const orders = await orderWithoutNetwork(device)
    await expect(waiting(page)).toContainText('Nothing is paid yet')
    await page.reload()
    await expect(waiting(page)).toBeVisible({ timeout: 30_000 })
    expect(await orders()).toBe(0)
    await findNetwork(device)
    await expect(placed(page)).toBeVisible({ timeout: 60_000 })
    expect(network.asked.some((path) => path.startsWith(UPLOADS_PATH))).toBe(true)
    expect(await orders()).toBe(1)
    await page.goto(addresses.mall)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(waiting(page)).toHaveCount(0)
  })
})

test('an order whose answer was lost with the network is the same order when it is back', {
  tag: '@phone',
}, async ({ browser }) => {
  await withDevice(browser, async (device) => {
    const { page, network } = device
    const orders = await atTheOrder(device)
    network.cutAtPlacement()
    await press(page)
    await expect(waiting(page)).toBeVisible({ timeout: 60_000 })
    expect(await orders()).toBe(1)
    await loseNetwork(device)
    await page.goto('about:blank')
    await page.goto(addresses.mall)
    await expect(waiting(page)).toBeVisible({ timeout: 30_000 })
    await findNetwork(device)
    await expect(page.getByText('Your order was sent.')).toBeVisible({ timeout: 60_000 })
    await page.getByRole('button', { name: 'To the payment' }).click()
    await expect(placed(page)).toBeVisible()
    expect(await orders()).toBe(1)
  })
})

test('an order that waits is called off, asks when it grew old, and is refused at another price', {
  tag: '@phone',
}, async ({ browser }) => {
  await withDevice(browser, async (device) => {
    const { page } = device
    const orders = await orderWithoutNetwork(device)
    await waiting(page).locator('[data-command="call-off"]').click()
    await expect(waiting(page)).toHaveCount(0)
    await press(page)
    await expect(waiting(page)).toBeVisible()
    await changeWaiting(page, { olderByMs: 3_600_000, cheaperBy: 100 })
    await findNetwork(device)
    await page.reload()
    await expect(waiting(page)).toContainText('Send it now?', { timeout: 30_000 })
    expect(await orders()).toBe(0)
    await waiting(page).locator('[data-command="send-order"]').click()
    await expect(page.getByText(errors['price-changed']).first()).toBeVisible({ timeout: 60_000 })
    expect(await orders()).toBe(0)
    await page.goto(addresses.mall)
    const refused = page.locator('[data-waiting-order="refused"]')
    await expect(refused).toContainText(errors['price-changed'])
    await refused.locator('[data-command="call-off"]').click()
    await expect(refused).toHaveCount(0)
  })
})
