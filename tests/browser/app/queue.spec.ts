import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import Fastify from 'fastify'
import { expect, type Page, test } from 'playwright/test'
import type { Login } from '#core/contract/entities/account.ts'
import { placeOrder, quoteOrder } from '#core/contract/services/orders.ts'
import { newDesign } from '#core/design/create.ts'
import type { Connection } from '#server/database/connect.ts'
import { machines, orders } from '#server/database/schema.ts'
import { createClaims } from '#server/stations/claims.ts'
import { blackCase, printOf, upload } from '../../contract/order-requests.ts'
import { beginPrinting, pay, print, step } from '../../contract/order-steps.ts'
import { appUrl, SECRET } from '../server-under-test.ts'
import { callService, newLogin, standAtStation } from './station.ts'
import { connectToTestDatabase } from './test-database.ts'

const QUEUE = '/#/pages/mall/lineUp'
const claims = createClaims(SECRET)
let connection: Connection
/** What providers and stations do here is written where their servers would write it. */
const shop = () => ({
  context: { database: connection.database, now: () => new Date(), log: Fastify().log },
})

test.beforeAll(async () => {
  connection = await connectToTestDatabase()
})
test.afterAll(() => connection.close())

test.afterEach(async () => {
  await setMachine('M001', { maintenance: false, state: 'ready' })
})

/** A black case that a customer orders at a station. */
async function placed({ token }: Login, machine_id = 'M001'): Promise<string> {
  const design = newDesign(blackCase(), randomUUID())
  const basket = { machine_id, quantity: 1, pickup: true, coupon: '' }
  const quote = await callService(quoteOrder, { ...basket, product: design.product }, token)
  const order = await callService(
    placeOrder,
    {
      ...basket,
      design,
      idempotencyKey: randomUUID(),
      claim: claims.forSession(machine_id),
      printFile: await upload({ url: appUrl }, token, printOf(design.product)),
      expectedTotalMinor: quote.total.minor,
    },
    token,
  )
  return order.order_number
}

const setMachine = (id: string, fields: Partial<typeof machines.$inferInsert>) =>
  connection.database.update(machines).set(fields).where(eq(machines.id, id))

/** Ends what other tests left in a station's line: places are counted from its head. */
async function emptyLine(machineId: string): Promise<void> {
  const ends = [
    ['queuing', 'cancelled-by-staff'],
    ['printing', 'printed'],
  ] as const
  for (const [stage, event] of ends) {
    const left = await connection.database
      .select({ number: orders.orderNumber })
      .from(orders)
      .where(and(eq(orders.machineId, machineId), eq(orders.stage, stage)))
    for (const { number } of left) await step(shop(), number, { event, actor: 'staff' })
  }
}

const zone = (page: Page, name: string) => page.locator(`[data-zone="${name}"]`)
const orderPage = (orderNumber: string) => `/#/pages/mine/orderDetail?order=${orderNumber}`

test('two customers watch one queue: each sees their own ticket move, and may leave', {
  tag: '@phone',
}, async ({ page, browser }) => {
  await emptyLine('M001')
  const [anna, bruno] = [await newLogin(), await newLogin()]
  const [annas, brunos] = [await placed(anna), await placed(bruno)]
  await pay(shop(), annas)
  await pay(shop(), brunos)
  await standAtStation(page, anna)
  const other = await browser.newContext()
  const second = await other.newPage()
  await standAtStation(second, bruno)
  await page.goto(QUEUE)
  await second.goto(appUrl + QUEUE)
  await expect(zone(page, 'queue').getByText('Yours')).toHaveCount(1)
  await expect(zone(page, 'queue').getByText('You are next')).toBeVisible()
  await expect(zone(second, 'queue').getByText('Before you: 1')).toBeVisible()
  await expect(
    zone(second, 'queue').getByText(/Ready in (\d+–\d+|less than \d+) min/),
  ).toBeVisible()

  await beginPrinting(shop(), annas)
  await expect(zone(page, 'print').getByText('Yours')).toBeVisible()
  await expect(zone(second, 'print').getByText('Printing')).toBeVisible()

  await zone(second, 'queue').getByRole('button', { name: 'Cancel the order' }).click()
  await second.getByRole('alertdialog').getByRole('button', { name: 'Cancel the order' }).click()
  await expect(zone(second, 'queue').getByText('Yours')).toHaveCount(0)
  await second.goto(appUrl + orderPage(brunos))
  await expect(second.getByText(/is on its way back to you/)).toBeVisible()
  await other.close()
})

test('a station that rests holds an order, and its customer has it printed beside it', {
  tag: '@phone',
}, async ({ page }) => {
  const login = await newLogin()
  const order = await placed(login)
  await pay(shop(), order)
  await standAtStation(page, login)
  await page.goto(orderPage(order))
  await expect(page.locator('[data-place]').getByText(/Ready in/)).toBeVisible()
  await step(shop(), order, { event: 'station-rests', actor: 'staff', note: 'New rollers' })
  // Held at a station that prints, it would soon go on.
  await setMachine('M001', { maintenance: true, state: 'maintenance' })
  await expect(page.getByText(/Your print is kept/)).toBeVisible()
  // Why it rests is between staff and their machine.
  await expect(page.getByText('New rollers')).toHaveCount(0)
  await page.getByRole('button', { name: 'Print it there' }).click()
  await expect(page.getByText('Moved to Stampa Taicang Road')).toBeVisible()
  await expect(page.getByText(/Your print is kept/)).toHaveCount(0)
  await expect(page.locator('[data-place]').getByText('Stampa Taicang Road')).toBeVisible()
})

test('what is out of paper says so while it prints; printed, it shows its pickup code', {
  tag: '@phone',
}, async ({ page }) => {
  const login = await newLogin()
  const order = await placed(login, 'M007')
  await pay(shop(), order)
  await standAtStation(page, login, 'M007')
  await page.goto(orderPage(order))
  await beginPrinting(shop(), order)
  await setMachine('M007', { state: 'out-of-stock', faults: ['media-empty'] })
  await expect(page.getByText('Needs paper or blanks')).toBeVisible()
  await setMachine('M007', { state: 'ready', faults: [] })
  await expect(page.getByText('Needs paper or blanks')).toHaveCount(0)
  await step(shop(), order, { event: 'printed', actor: 'staff' })
  await expect(page.getByRole('img', { name: 'Show this at the station' })).toBeVisible()
  await expect(page.getByText(/^\d{4} \d{4}$/)).toBeVisible()
  await expect(page.getByText(/is being taken|is paid/)).toBeVisible()
  await expect(page.getByText(/is reserved/)).toHaveCount(0)
})

test('the queue goes on by itself after the network was away', { tag: '@phone' }, async ({
  page,
  context,
}) => {
  const login = await newLogin()
  const order = await placed(login)
  await standAtStation(page, login)
  await page.goto(QUEUE)
  await expect(zone(page, 'payment').getByText('Yours')).toBeVisible()
  await context.setOffline(true)
  await pay(shop(), order)
  await print(shop(), order)
  await context.setOffline(false)
  await expect(zone(page, 'pickup').getByText('Yours')).toBeVisible({ timeout: 30_000 })
})
