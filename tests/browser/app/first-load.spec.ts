import { brotliCompressSync, constants } from 'node:zlib'
import { expect, type Page, test } from 'playwright/test'
import { screens } from '#core/launch/screens.ts'
import { addresses, standAtStation } from './station.ts'
import { openStudio, stageOf } from './studio-page.ts'

/** What a screen asks for when it is opened first, without its workers. */
const budgets = {
  first: { files: 11, bytes: 195_000 },
  mall: { files: 26, bytes: 384_000 },
  studio: { files: 26, bytes: 490_500 },
  card: { files: 8, bytes: 15_000 },
}

/** As the built app's smallest compression sends it; fonts and pictures are compressed already. */
const sentBytes = (name: string, body: Buffer): number =>
  /\.(js|css|json|svg|html)$|\/$/.test(name)
    ? brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length
    : body.length

/** Opens an address afresh and weighs every file of ours that it asks for. */
async function weigh(page: Page, address: string, shown: () => Promise<void>) {
  const files = new Map<string, number>()
  const reading: Promise<unknown>[] = []
  await page.goto('about:blank')
  page.on('response', (response) => {
    const name = new URL(response.url()).pathname
    const type = response.request().resourceType()
    if (type === 'fetch' || /worker|\.(wasm|onnx)/.test(name)) return
    const read = async () => files.set(name, sentBytes(name, await response.body()))
    reading.push(read())
  })
  await page.goto(address)
  await shown()
  await page.waitForLoadState('networkidle')
  page.removeAllListeners('response')
  await Promise.all(reading)
  const bytes = [...files.values()].reduce((sum, each) => sum + each, 0)
  return { files: files.size, bytes, listed: JSON.stringify([...files]) }
}

const titled = (page: Page) => () => expect(page.getByRole('heading', { level: 1 })).toBeVisible()

test('the first screen, the mall, the studio and the card page keep their budgets of files and bytes', {
  tag: '@phone',
}, async ({ browser }) => {
  const measured: Record<string, Awaited<ReturnType<typeof weigh>>> = {}
  const inFresh = async (name: string, look: (page: Page) => ReturnType<typeof weigh>) => {
    const context = await browser.newContext({ serviceWorkers: 'block' })
    measured[name] = await look(await context.newPage())
    await context.close()
  }
  await inFresh('first', (page) => weigh(page, '/', titled(page)))
  await inFresh('mall', async (page) => {
    await standAtStation(page)
    return await weigh(page, addresses.mall, titled(page))
  })
  await inFresh('studio', async (page) => {
    await openStudio(page)
    return await weigh(page, page.url(), () => expect(stageOf(page)).toBeVisible())
  })
  // A document of its own: nothing of the app comes with it.
  await inFresh('card', (page) => weigh(page, '/pay.html?reference=guessed', titled(page)))
  for (const [name, { files, bytes }] of Object.entries(budgets)) {
    const of = measured[name]
    expect.soft(of?.files, `${name}: ${of?.listed}`).toBeLessThanOrEqual(files)
    expect.soft(of?.bytes, `${name}: ${of?.listed}`).toBeLessThanOrEqual(bytes)
  }
})

test('the opened page and its words are asked for by a script that waits for nothing large', {
  tag: '@phone',
}, async ({ request }) => {
  const html = await (await request.get('/')).text()
  const [, opening = ''] = /async [^>]*src="([^"]+)"/.exec(html) ?? []
  const needed = new Map<string, number>()
  const follow = async (path: string): Promise<void> => {
    const body = await (await request.get(path)).body()
    needed.set(path, sentBytes(path, body))
    const imports = body.toString().matchAll(/^import\b[^;]*?"\.\/([^"]+)"/gm)
    for (const [, file] of imports) {
      const next = `/assets/${file}`
      if (!needed.has(next)) await follow(next)
    }
  }
  await follow(opening)
  const bytes = [...needed.values()].reduce((sum, each) => sum + each, 0)
  expect(needed.size, JSON.stringify([...needed])).toBeGreaterThan(1)
  expect(bytes, JSON.stringify([...needed])).toBeLessThan(9000)
  for (const path of needed.keys()) expect(html).toContain(`"${path}"`)
})

test('every address opens its page when it is the first that is opened', {
  tag: '@phone',
}, async ({ page }) => {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  await standAtStation(page)
  for (const path of Object.values(screens).flatMap(({ paths }) => [...paths])) {
    await page.goto(`/#${path}`)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await expect(page.getByText('Loading failed'), path).toHaveCount(0)
  }
  expect(complaints).toEqual([])
})
