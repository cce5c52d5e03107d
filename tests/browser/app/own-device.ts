import { resolve } from 'node:path'
import { type Browser, type BrowserContext, expect, type Page } from 'playwright/test'
import { phone } from '../phone.ts'
import { OwnNetwork } from './own-network.ts'

/** The build under test. */
export const DIST = resolve(process.env['STAMPA_DIST'] ?? 'dist')

export interface Device {
  readonly network: OwnNetwork
  readonly context: BrowserContext
  readonly page: Page
}

/** A phone whose browser has service workers, on a network of its own. */
async function aDevice(browser: Browser): Promise<Device> {
  const network = new OwnNetwork(DIST)
  await network.plugIn()
  const context = await browser.newContext({
    ...phone,
    baseURL: network.url,
    serviceWorkers: 'allow',
  })
  return { network, context, page: await context.newPage() }
}

export const withDevice = async (browser: Browser, use: (device: Device) => Promise<void>) => {
  const device = await aDevice(browser)
  try {
    await use(device)
  } finally {
    await device.context.close()
    await device.network.pullOut()
  }
}

/** Until the worker has kept what it keeps by itself, the list of stickers' names last. */
export async function keptOnDevice(page: Page): Promise<void> {
  const kept = () =>
    page.evaluate(async () => {
      if (navigator.serviceWorker.controller === null) return false
      const cache = await caches.open('stampa-generated-1')
      return (await cache.keys()).some(({ url }) => url.includes('/stickers/words/'))
    })
  await expect.poll(kept, { timeout: 60_000 }).toBe(true)
}

export async function loseNetwork({ network, context }: Device): Promise<void> {
  await network.pullOut()
  await context.setOffline(true)
}

export async function findNetwork({ network, context }: Device): Promise<void> {
  await network.plugIn()
  await context.setOffline(false)
}
