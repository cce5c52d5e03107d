import { type BrowserContext, expect, type Page, type Request, test } from 'playwright/test'
import { endpoints } from '#core/contract/service.ts'
import { beginImaging, forgetImaging } from '#core/contract/services/imaging.ts'
import { UPLOADS_PATH } from '#core/contract/uploads.ts'
import { photograph, photographsAreHere, photographsMissing } from '../../fixtures/photographs.ts'
import { makeQuick, makeSlow } from './kept-probe.ts'
import {
  addPhoto,
  FULL_DEVICE,
  layersOf,
  madeFile,
  openStudio,
  openTool,
  savedLayer,
  smallCopy,
  spoilWorker,
} from './studio-page.ts'

const portrait = photograph('open/portrait/faces/cid22-2811087.jpg')
const lions = photograph('open/portrait/no-face/lions.jpg')
const kitten = photograph('open/portrait/no-face/kitten.jpg')

const toolsPanel = (page: Page) => page.locator('[data-panel="tools"]')
const places = (page: Page) => toolsPanel(page).locator('[data-place]')

const openSketch = (page: Page) => openTool(page, 'sketch')

const apply = async (page: Page) => {
  await toolsPanel(page).locator('[data-command="apply-tool"]').click()
  await expect(toolsPanel(page).locator('[data-tool="sketch"]')).toBeVisible({ timeout: 90_000 })
}

/** What left the device with a body: uploads, and the names of calls. */
function watchSent(context: BrowserContext) {
  const uploads: Request[] = []
  const calls: string[] = []
  const others: string[] = []
  context.on('request', (request) => {
    if (request.method() === 'GET' || !/^https?:/.test(request.url())) return
    const { pathname } = new URL(request.url())
    if (pathname.startsWith(UPLOADS_PATH)) uploads.push(request)
    else if (Object.values(endpoints).some((path) => path === pathname)) {
      calls.push(/"s":"([\w.]+)"/.exec(request.postData() ?? '')?.[1] ?? 'form')
      if ((request.postData() ?? '').length > 600) others.push(request.url())
    } else others.push(request.url())
  })
  return { uploads, calls, others }
}

test('the server draws a small photo larger than it is, as the device does', {
  tag: '@phone',
}, async ({ page, context }) => {
  await makeSlow(context)
  await page.addInitScript(() => {
    const make = self.createImageBitmap
    const watched = async (...given: unknown[]) => {
      const picture: ImageBitmap = await Reflect.apply(make, self, given)
      document.documentElement.setAttribute('data-made', `${picture.width} x ${picture.height}`)
      return picture
    }
    Object.assign(self, { createImageBitmap: watched })
  })
  await openStudio(page)
  await addPhoto(page, madeFile('small.png', 900, 675))
  const photo = await savedLayer(page)
  await openSketch(page)
  await places(page).locator('[data-command="use-server"]').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'I agree' }).click()
  await toolsPanel(page).locator('[data-command="preview-on-server"]').click()
  await expect(toolsPanel(page).locator('[data-preview]')).toBeVisible({ timeout: 60_000 })
  // What is shown of it is no larger than the preview of a large photo.
  await expect(page.locator('html')).toHaveAttribute('data-made', '1440 x 1080')
  await apply(page)
  expect(await savedLayer(page)).toMatchObject({
    ...photo,
    derived: [{ tool: 'sketch', result: { widthPx: 1800, heightPx: 1350 } }],
  })
})

test('a browser that cannot run the tools says so, and the server is offered', {
  tag: '@phone',
}, async ({ page, context }) => {
  await spoilWorker(page, /imaging\.worker/, 'WebAssembly.validate = () => false')
  const sent = watchSent(context)
  await openStudio(page)
  await addPhoto(page, madeFile('small.png', 400, 300))
  await openSketch(page)
  await expect(places(page)).toContainText('This device cannot run this tool.')
  await expect(places(page).locator('[data-command="use-server"]')).toBeVisible()
  await expect(toolsPanel(page).getByRole('alert')).toContainText('too much for this device')
  expect(sent.uploads).toEqual([])
})

test('a slow device is offered the server, and nothing is sent before its customer agrees', {
  tag: '@phone',
}, async ({ page, context }) => {
  await makeSlow(context)
  const sent = watchSent(context)
  await openStudio(page)
  await addPhoto(page)
  await openSketch(page)
  await expect(places(page)).toContainText('This device is slow for this tool.')
  await expect(places(page)).toContainText('On our server: about')
  await places(page).locator('[data-command="use-server"]').click()
  const consent = page.getByRole('alertdialog')
  await expect(consent).toContainText('Photo and result are deleted')
  await consent.getByRole('button', { name: 'Cancel' }).click()
  await expect(places(page)).toHaveAttribute('data-place', 'device')
  expect(sent.uploads).toEqual([])

  await places(page).locator('[data-command="use-server"]').click()
  await consent.getByRole('button', { name: 'I agree' }).click()
  await expect(places(page)).toHaveAttribute('data-place', 'server')
  expect(sent.uploads).toEqual([])

  await apply(page)
  // The photo went by the upload alone, for the tool that was applied; then it was forgotten.
  const begun = sent.uploads.filter((request) => request.method() === 'POST')
  expect(begun).toHaveLength(1)
  expect(begun[0]?.headers()['upload-metadata']).toContain(`purpose ${btoa('imaging')}`)
  expect(sent.calls).toContain(beginImaging.name)
  expect(sent.calls).toContain(forgetImaging.name)
  expect(sent.others).toEqual([])

  const layer = await savedLayer(page)
  expect(layer).toMatchObject({
    derived: [{ tool: 'sketch', result: { widthPx: 1600, heightPx: 1200 } }],
  })
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  expect(await savedLayer(page)).toMatchObject({ derived: [] })
  await page.getByRole('button', { name: 'Redo', exact: true }).click()
  expect(await savedLayer(page)).toEqual(layer)
})

test('a picture is rescued on the server, by corners that were moved here', {
  tag: '@phone',
}, async ({ page, context }) => {
  await makeSlow(context)
  await openStudio(page)
  await addPhoto(page, madeFile('small.png', 400, 300))
  await openTool(page, 'rescue')
  await places(page).locator('[data-command="use-server"]').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'I agree' }).click()
  await toolsPanel(page).locator('[data-corner="topLeft"]').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await apply(page)
  const settings = { corners: '200 0 10000 0 10000 10000 0 10000', evenLight: 0.8 }
  expect(await savedLayer(page)).toMatchObject({ derived: [{ tool: 'rescue', settings }] })
})

test('a portrait is looked at and cut out on the server, and drawn as anime there', {
  tag: '@phone',
}, async ({ page, context }) => {
  test.skip(!photographsAreHere, photographsMissing)
  await makeSlow(context)
  const sent = watchSent(context)
  const begun = () => sent.uploads.filter((request) => request.method() === 'POST').length
  await openStudio(page)
  await addPhoto(page, await smallCopy(portrait, 320))
  await openTool(page, 'cut-out')
  await places(page).locator('[data-command="use-server"]').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'I agree' }).click()
  const preview = toolsPanel(page).locator('[data-command="preview-on-server"]')
  await expect(preview).toBeVisible()
  await expect(toolsPanel(page).locator('[data-preview]')).toHaveCount(0)
  expect(begun()).toBe(0)
  await preview.click()
  await expect(toolsPanel(page).locator('[data-preview]')).toBeVisible({ timeout: 60_000 })
  await expect(preview).toHaveCount(0)
  expect(begun()).toBe(1)
  expect(sent.calls.filter((name) => name === forgetImaging.name)).toHaveLength(1)
  expect(await savedLayer(page)).toMatchObject({ derived: [] })

  await apply(page)
  await toolsPanel(page).locator('[data-tool="anime"]').click()
  await expect(places(page)).toHaveAttribute('data-place', 'server')
  await apply(page)
  expect(await savedLayer(page)).toMatchObject({
    derived: [
      {
        tool: 'cut-out',
        result: { widthPx: 320, mediaType: 'image/png' },
        matte: { widthPx: 320 },
      },
      // Drawn larger than so small a photo.
      { tool: 'anime', result: { widthPx: 1280 } },
    ],
  })
  expect(begun()).toBe(3)
})

test('the server says what stands out where nobody is, and a tap leaves one thing out', {
  tag: '@phone',
}, async ({ page, context }) => {
  test.skip(!photographsAreHere, photographsMissing)
  await makeSlow(context)
  await openStudio(page)
  await addPhoto(page, await smallCopy(lions, 480))
  await openTool(page, 'cut-out')
  await places(page).locator('[data-command="use-server"]').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'I agree' }).click()
  const preview = toolsPanel(page).locator('[data-command="preview-on-server"]')
  await preview.click()
  await expect(toolsPanel(page).locator('[data-preview]')).toBeVisible({ timeout: 60_000 })
  await expect(toolsPanel(page)).toContainText('No person found')
  const chips = toolsPanel(page).getByRole('button', { name: /^Thing \d/ })
  await expect(chips).toHaveCount(2)
  await chips.first().click()
  // The preview of both is put away, and nothing is sent before the next one is asked for.
  await expect(preview).toBeVisible()
  await expect(chips).toHaveCount(2)
  await preview.click()
  await expect(toolsPanel(page).locator('[data-preview]')).toBeVisible({ timeout: 60_000 })
  await expect(chips.first()).toHaveAttribute('aria-pressed', 'false')
  await expect(chips).toHaveCount(2)
})

test('what the server takes where nobody is comes to stand whole, also without a preview', {
  tag: '@phone',
}, async ({ page, context }) => {
  test.skip(!photographsAreHere, photographsMissing)
  await makeSlow(context)
  await openStudio(page)
  await addPhoto(page, await smallCopy(kitten, 480))
  const before = await savedLayer(page)
  await openTool(page, 'cut-out')
  await places(page).locator('[data-command="use-server"]').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'I agree' }).click()
  await expect(toolsPanel(page).locator('[data-command="preview-on-server"]')).toBeVisible()
  await apply(page)
  expect((await savedLayer(page)).widthMm).toBeLessThan(before.widthMm)
})

test('the choice is kept for the next visit, and can be taken back', { tag: '@phone' }, async ({
  page,
  context,
}) => {
  await makeSlow(context)
  await openStudio(page)
  await addPhoto(page, madeFile('photo.png', 900, 700))
  await openSketch(page)
  await places(page).locator('[data-command="use-server"]').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'I agree' }).click()
  await page.reload()
  await expect(layersOf(page)).toHaveCount(1)
  await layersOf(page).first().focus()
  await openSketch(page)
  await expect(places(page)).toHaveAttribute('data-place', 'server')
  await expect(toolsPanel(page)).toContainText('You agreed that photos')
  const sent = watchSent(context)
  await places(page).locator('[data-command="use-device"]').click()
  await expect(places(page)).toHaveAttribute('data-place', 'device')
  await expect(toolsPanel(page).locator('[data-preview]')).toBeVisible({ timeout: 60_000 })
  await apply(page)
  expect(await savedLayer(page)).toMatchObject({ derived: [{ tool: 'sketch' }] })
  expect(sent.uploads).toEqual([])
  expect(sent.calls).toContain(forgetImaging.name)
})

test('a tool that dies on the device loses nothing, says so and offers the server', {
  tag: '@phone',
}, async ({ page, context }) => {
  await makeQuick(context)
  await context.addInitScript(() => {
    const Spawned = Worker
    const held: Worker[] = []
    Object.assign(window, { imagingWorkers: held })
    window.Worker = class extends Spawned {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options)
        if (options?.name?.startsWith('imaging')) held.push(this)
      }
    }
  })
  await openStudio(page)
  await addPhoto(page, madeFile('large.png', 1800, 1800))
  await openSketch(page)
  await expect(toolsPanel(page).locator('[data-preview]')).toBeVisible({ timeout: 60_000 })
  // The fine one too: what is stopped in the middle may end its worker, and another one applies.
  await expect(page.locator('main [role="status"] svg')).toHaveCount(0, { timeout: 60_000 })
  await toolsPanel(page).locator('[data-command="apply-tool"]').click()
  await expect(toolsPanel(page).getByText('Applying to the full photo')).toBeVisible()
  await page.evaluate(() => {
    const { imagingWorkers }: { imagingWorkers?: Worker[] } = window as never
    imagingWorkers?.at(-1)?.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }))
  })
  const alert = toolsPanel(page).getByRole('alert')
  await expect(alert).toContainText('Your device ran out of breath')
  await expect(alert).toBeInViewport()
  await expect(alert.locator('[data-command="use-server"]')).toBeVisible()
  await expect(places(page)).toContainText('Nothing was lost')
  await expect(places(page)).toContainText('In small steps')
  expect(await savedLayer(page)).toMatchObject({ derived: [] })
  // Spared, the device does it.
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(toolsPanel(page).locator('[data-tool="sketch"]')).toBeVisible({ timeout: 90_000 })
  expect(await savedLayer(page)).toMatchObject({ derived: [{ tool: 'sketch' }] })
})

test('a full device says so and offers no server, whose results it would have to keep as well', {
  tag: '@phone',
}, async ({ page, context }) => {
  await makeQuick(context)
  const makeRoom = await spoilWorker(page, /imaging\.worker/, FULL_DEVICE)
  await openStudio(page)
  await addPhoto(page)
  await openSketch(page)
  await expect(toolsPanel(page).locator('[data-preview]')).toBeVisible({ timeout: 60_000 })
  await toolsPanel(page).locator('[data-command="apply-tool"]').click()
  const alert = toolsPanel(page).getByRole('alert')
  await expect(alert).toContainText('no space left', { timeout: 60_000 })
  await expect(alert.locator('[data-command="use-server"]')).toHaveCount(0)
  expect(await savedLayer(page)).toMatchObject({ derived: [] })
  // The worker that lives, and the one after it: on a phone it rests after a result.
  await page.unroute(/imaging\.worker/)
  await makeRoom()
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(toolsPanel(page).locator('[data-tool="sketch"]')).toBeVisible({ timeout: 90_000 })
  expect(await savedLayer(page)).toMatchObject({ derived: [{ tool: 'sketch' }] })
})

test('the next visit knows of a page that was killed in the middle of a tool', {
  tag: '@phone',
}, async ({ page, context }) => {
  await makeQuick(context)
  await openStudio(page)
  await addPhoto(page, madeFile('large.png', 2400, 2400))
  await openSketch(page)
  await expect(toolsPanel(page).locator('[data-preview]')).toBeVisible({ timeout: 60_000 })
  await savedLayer(page)
  const address = page.url()
  await toolsPanel(page).locator('[data-command="apply-tool"]').click()
  await expect(toolsPanel(page).getByText('Applying to the full photo')).toBeVisible()
  const crashed = page.waitForEvent('crash')
  const session = await context.newCDPSession(page)
  void session.send('Page.crash').catch(() => undefined)
  await crashed
  await page.close()

  const next = await context.newPage()
  await next.goto(address)
  await expect(layersOf(next)).toHaveCount(1)
  await layersOf(next).first().focus()
  await openSketch(next)
  await expect(places(next)).toContainText('This tool stopped on this device last time.')
  await expect(places(next).locator('[data-command="use-server"]')).toBeVisible()
})
