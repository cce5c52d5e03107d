import { expect, type Page, test } from 'playwright/test'
import type { ModelRole } from '#core/imaging/models.ts'
import { chromiumArgs, findChromium } from '../chromium.ts'
import { openHarness } from '../harness-page.ts'

/** A graphics processor in software: slow, but it computes what a real one does. */
const software = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader']

test.use({
  launchOptions: { executablePath: findChromium(), args: [...chromiumArgs, ...software] },
})
test.setTimeout(600_000)

// One page for all: the runtimes take seconds to come.
let page: Page
test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  await openHarness(page, 'accelerator')
})
test.afterAll(() => page.close())

/** Those that run in tiles: no other moves. */
const networks: readonly ModelRole[] = [
  'super-resolution/x2',
  'super-resolution/x2-compressed',
  'super-resolution/x4',
]

for (const role of networks) {
  test(`${role} answers by WebGPU as in WebAssembly`, async () => {
    const { difference, values } = await page.evaluate(
      (asked) => window.acceleratorHarness.difference(asked),
      role,
    )
    expect(values).toBeGreaterThan(0)
    expect(difference).toBeLessThanOrEqual(1 / 255)
  })
}

test('a photo is enlarged by WebGPU as in WebAssembly', async () => {
  const { difference, runs, failures } = await page.evaluate(() =>
    window.acceleratorHarness.enlarged(false),
  )
  expect(failures).toEqual([])
  expect(runs).toBeGreaterThan(0)
  expect(difference).toBeLessThanOrEqual(1)
})

test('an error of the runtime is not seen in the result, and ends it there', async () => {
  const { difference, runs, failures } = await page.evaluate(() =>
    window.acceleratorHarness.enlarged(true),
  )
  expect(failures).toHaveLength(1)
  expect(runs).toBe(1)
  expect(difference).toBe(0)
})

test('a run on the graphics processor is cancelled in its middle', async () => {
  const answer = await page.evaluate(() => window.acceleratorHarness.cancelled())
  expect(answer).toContain('cancelled')
})

test('the product refuses the software adapter, and fetches nothing for it', async ({
  page: fresh,
}) => {
  await openHarness(fresh, 'accelerator')
  const fetched: string[] = []
  fresh.on('request', (request) => fetched.push(request.url()))
  expect(await fresh.evaluate(() => window.acceleratorHarness.choice())).toEqual({
    use: 'wasm',
    reason: 'software',
  })
  expect(fetched.filter((url) => url.includes('jspi') || url.includes('webgpu.worker'))).toEqual([])
})
