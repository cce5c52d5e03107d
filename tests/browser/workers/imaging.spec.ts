import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { expect, type Page, test } from 'playwright/test'
import type { Progress } from '#core/jobs.ts'
import type { ToolRequest } from '#workers/imaging/api.ts'
import { photograph, photographsAreHere, photographsMissing } from '../../fixtures/photographs.ts'
import { openHarness } from '../harness-page.ts'

const PORTRAIT = 'open/photos-large/clic2025/11f2b039b293.jpg'
const CHILD = 'open/portrait/faces/cid22-2598024.jpg'
const cutOutSettings = { featherPx: 0, chokePx: 0, outlineMm: 0 }

/** Opens the harness; `/photograph/...` is answered from the folder of photographs. */
async function openRoom(page: Page): Promise<void> {
  await page.route('**/photograph/**', async (route) => {
    const path = new URL(route.request().url()).pathname.replace('/photograph/', '')
    await route.fulfill({ body: await readFile(photograph(path)), contentType: 'image/jpeg' })
  })
  await openHarness(page, 'imaging')
}

const runTool = (
  page: Page,
  path: string,
  tool: Pick<ToolRequest, 'tool' | 'settings'>,
  options: { longSidePx?: number; cancelAt?: Progress['stage']; share?: number } = {},
) =>
  page.evaluate(
    async ([url, request, longSidePx, cancelAt, share]) => {
      const harness = window.imagingHarness
      const photo = await harness.keep(url, longSidePx)
      const answer = await harness.run({ ...request, photo } as ToolRequest, cancelAt, share)
      const { outcome } = answer
      const seen = outcome.ok ? await harness.pixels(outcome.value.result) : null
      const matte =
        outcome.ok && outcome.value.matte ? await harness.pixels(outcome.value.matte) : null
      return { ...answer, photo, seen, matte }
    },
    [`/photograph/${path}`, tool, options.longSidePx, options.cancelAt, options.share] as const,
  )

test.describe('the image tools, each in a page of its own,', () => {
  test.skip(!photographsAreHere, photographsMissing)
  test.beforeEach(async ({ page }) => openRoom(page))

  test('fetches nothing before a tool needs it, and tells how much it will be', async ({
    page,
  }) => {
    const heavy: string[] = []
    page.on('request', (request) => {
      if (/ort-wasm|\.onnx/.test(request.url())) heavy.push(request.url())
    })
    const ready = await page.evaluate(() => window.imagingHarness.readiness('cut-out'))
    expect(ready).toMatchObject({ ok: true, value: { available: true } })
    expect(ready.ok && ready.value.downloadBytes).toBeGreaterThan(2_000_000)
    expect(heavy).toEqual([])
  })

  test('tells what a sketch fetches to know faces, which it does without offline', async ({
    page,
  }) => {
    const ready = await page.evaluate(() => window.imagingHarness.readiness('sketch'))
    expect(ready).toMatchObject({ ok: true, value: { available: true } })
    expect(ready.ok && ready.value.downloadBytes).toBeGreaterThan(2_000_000)
  })

  test('finds a face with its networks and paints its skin flat', async ({ page }) => {
    const tool = {
      tool: 'anime',
      settings: { look: 'bold', strength: 0.8, proportions: 0.5 },
    } as const
    const { outcome, seen } = await runTool(page, CHILD, tool)
    expect(outcome).toMatchObject({ ok: true, value: { lacks: [] } })
    // Its networks are here now. A download that is over before anybody looks is not reported.
    const ready = await page.evaluate(() => window.imagingHarness.readiness('anime'))
    expect(ready).toEqual({ ok: true, value: { available: true, downloadBytes: 0 } })
    const { width = 0, height = 0, rgba = new Uint8ClampedArray() } = seen ?? {}
    // Cheeks have a blush.
    const forehead = Array.from({ length: 81 }, (_, i) => {
      const x = Math.floor(width * 0.58) + (i % 9)
      const y = Math.floor(height * 0.25) + Math.floor(i / 9)
      return rgba[(y * width + x) * 4] ?? 0
    })
    expect(Math.max(...forehead) - Math.min(...forehead)).toBeLessThanOrEqual(4)
    expect(Math.min(...forehead)).toBeGreaterThan(90)
  })

  test('cuts a portrait out, with its matte, showing the download and then none', async ({
    page,
  }) => {
    const tool = { tool: 'cut-out', settings: cutOutSettings } as const
    const { outcome, reports, seen, matte, photo } = await runTool(page, PORTRAIT, tool)
    expect(outcome).toMatchObject({
      ok: true,
      value: { result: { mediaType: 'image/png', widthPx: photo.widthPx } },
    })
    expect(new Set(reports.map(({ stage }) => stage))).toContain('download')
    // The person stands in the middle; the wall beside her head is gone.
    const at = (x: number, y: number) =>
      (Math.floor(y * (seen?.height ?? 0)) * (seen?.width ?? 0) +
        Math.floor(x * (seen?.width ?? 0))) *
      4
    expect(seen?.rgba[at(0.42, 0.33) + 3]).toBe(255)
    expect(seen?.rgba[at(0.1, 0.1) + 3]).toBe(0)
    expect(matte?.rgba[at(0.42, 0.33)]).toBe(255)
    expect(matte?.rgba[at(0.1, 0.1)]).toBe(0)
    const ready = await page.evaluate(() => window.imagingHarness.readiness('cut-out'))
    expect(ready).toEqual({ ok: true, value: { available: true, downloadBytes: 0 } })
  })

  test('works offline once its models are here, in a fresh worker', async ({ page }) => {
    const tool = { tool: 'cut-out', settings: cutOutSettings } as const
    await runTool(page, PORTRAIT, tool, { longSidePx: 600 })
    await page.evaluate(() => window.imagingHarness.endWorker())
    // Our own kernels lie in the browser's cache like any script, the runtime's among them.
    await page.route(/\.(onnx|wasm)(\?|$)/, (route) =>
      route.request().url().includes('/kernels-') ? route.continue() : route.abort(),
    )
    const { outcome } = await runTool(page, PORTRAIT, tool, { longSidePx: 640 })
    expect(outcome).toMatchObject({ ok: true })
    expect(await page.evaluate(() => window.imagingHarness.workers())).toBe(2)
  })

  test('answers a failed download, and succeeds when asked again', async ({ page }) => {
    const tool = { tool: 'cut-out', settings: cutOutSettings } as const
    await page.route(/\.onnx/, (route) => route.abort())
    const failed = await runTool(page, PORTRAIT, tool, { longSidePx: 600 })
    expect(failed.outcome).toMatchObject({ ok: false, fault: { code: 'network-failed' } })
    await page.unroute(/\.onnx/)
    expect((await runTool(page, PORTRAIT, tool, { longSidePx: 600 })).outcome.ok).toBe(true)
  })

  test('refuses a damaged model', async ({ page }) => {
    await page.route(/person-mask.*\.onnx/, async (route) => {
      const body = await (await route.fetch()).body()
      body[5000] = (body[5000] ?? 0) ^ 1
      await route.fulfill({ body })
    })
    const tool = { tool: 'cut-out', settings: cutOutSettings } as const
    const { outcome } = await runTool(page, PORTRAIT, tool, { longSidePx: 600 })
    expect(outcome).toMatchObject({ ok: false, fault: { code: 'download-damaged' } })
  })

  test('draws the same sketch alone and with workers that share its strips', async ({
    page,
    browser,
  }) => {
    const tool = { tool: 'sketch', settings: { style: 'pencil', strength: 0.5 } } as const
    // Its workers begin with its first strips: until they are there it draws alone.
    const first = await runTool(page, PORTRAIT, tool, { longSidePx: 1400 })
    const session = await browser.newBrowserCDPSession()
    const { targetInfos } = await session.send('Target.getTargets', { filter: [{}] })
    const others = targetInfos.filter(({ type, url }) => type === 'worker' && /strips/.test(url))
    expect(others.length).toBe(Math.min(3, availableParallelism() - 1))
    const again = await runTool(page, PORTRAIT, tool, { longSidePx: 1400 })
    expect(first.outcome.ok && again.outcome.ok).toBe(true)
    expect(again.outcome).toEqual(first.outcome)
  })

  test('decodes a photo small for quick previews, once, and whole for the fine one', async ({
    page,
  }) => {
    const decodings = await page.evaluate(async (url) => {
      const harness = window.imagingHarness
      const photo = await harness.keep(url, 3000)
      const at = (strength: number) =>
        ({ tool: 'sketch', photo, settings: { style: 'pencil', strength } }) as const
      return await harness.decodingsOf(
        [
          [at(0.4), 'quick'],
          [at(0.5), 'quick'],
          [at(0.5), 'fine'],
          [at(0.6), 'fine'],
          [at(0.7), 'quick'],
        ],
        500,
      )
    }, `/photograph/${PORTRAIT}`)
    expect(decodings).toEqual([true, false, true, false, false])
  })

  test('a photo that was looked at before a tool is chosen is not decoded for its first quick preview', async ({
    page,
  }) => {
    const decodings = await page.evaluate(async (url) => {
      const harness = window.imagingHarness
      const photo = await harness.keep(url, 3000)
      await harness.prepare(photo, 500)
      const settings = { style: 'pencil', strength: 0.4 }
      return await harness.decodingsOf([[{ tool: 'sketch', photo, settings }, 'quick']], 500)
    }, `/photograph/${PORTRAIT}`)
    expect(decodings).toEqual([false])
  })

  test('the first quick preview of a tool as it opens is there already, the same as else, where its photo was looked at before', async ({
    page,
  }) => {
    test.slow()
    const seen = await page.evaluate(async (url) => {
      const harness = window.imagingHarness
      const asked = async (isPrepared: boolean) => {
        const photo = await harness.keep(url, 1200)
        const tools = ['sketch', 'anime'] as const
        // Scripts and networks are there.
        for (const tool of tools) await harness.preview({ tool, photo, settings: {} }, 300, 'quick')
        const made = []
        for (const tool of tools) {
          if (isPrepared) await harness.prepare(photo, 500)
          made.push(await harness.quickOf({ tool, photo, settings: {} }, 500))
        }
        harness.endWorker()
        return made
      }
      return [await asked(false), await asked(true)]
    }, `/photograph/${PORTRAIT}`)
    const [without = [], before = []] = seen
    expect(before.map(({ sum }) => sum)).toEqual(without.map(({ sum }) => sum))
    expect(before.map(({ steps }) => steps)).toEqual([0, 0])
    for (const { steps } of without) expect(steps).toBeGreaterThan(0)
  })
})

test.describe('the image tools', () => {
  test.skip(!photographsAreHere, photographsMissing)

  // One page for all: the networks take seconds to come, and one job leaves nothing to the next.
  let page: Page
  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage()
    await openRoom(page)
  })
  test.afterAll(() => page.close())

  test('cuts out what stands out where there is nobody', async () => {
    const tool = { tool: 'cut-out', settings: cutOutSettings } as const
    const { outcome } = await runTool(page, 'open/portrait/no-face/koala.jpg', tool)
    expect(outcome).toMatchObject({ ok: true })
  })

  for (const path of ['no-face/hen.jpg', 'no-face/smiley-drawing.jpg'])
    test(`refuses ${path}: there is no real face in it, and nothing stands out surely`, async () => {
      const tool = { tool: 'cut-out', settings: cutOutSettings } as const
      const { outcome } = await runTool(page, `open/portrait/${path}`, tool)
      expect(outcome).toMatchObject({ ok: false, fault: { code: 'no-face' } })
    })

  test('says that a face is too small', async () => {
    const tool = { tool: 'cut-out', settings: cutOutSettings } as const
    const { outcome } = await runTool(page, 'open/portrait/faces/human-solvay1927.jpg', tool)
    expect(outcome).toMatchObject({ ok: false, fault: { code: 'face-too-small' } })
  })

  test('paints into the matte and cuts out again', async () => {
    const tool = { tool: 'cut-out', settings: cutOutSettings } as const
    const first = await runTool(page, PORTRAIT, tool)
    const alpha = await page.evaluate(
      async ([photo, outcome, settings]) => {
        const harness = window.imagingHarness
        if (!outcome.ok || outcome.value.matte === null) throw new Error('no matte')
        const stroke = {
          mode: 'remove' as const,
          radiusPx: 60,
          points: [{ xPx: photo.widthPx * 0.42, yPx: photo.heightPx * 0.33 }],
        }
        const again = await harness.refine(photo, outcome.value.matte, [stroke], settings)
        if (!again.ok) throw new Error(again.fault.code)
        const { rgba, width, height } = await harness.pixels(again.value.result)
        return rgba[(Math.floor(0.33 * height) * width + Math.floor(0.42 * width)) * 4 + 3]
      },
      [first.photo, first.outcome, cutOutSettings] as const,
    )
    expect(alpha).toBeLessThan(10)
  })

  const sketches = [
    ['pencil', 2000],
    ['ink', 3900],
    ['coloured-pencil', 2000],
  ] as const
  for (const [style, longSidePx] of sketches)
    test(`draws a photo of ${longSidePx} px in ${style}, in strips`, async () => {
      const tool = { tool: 'sketch', settings: { style, strength: 0.5 } } as const
      const { outcome, reports, seen } = await runTool(page, PORTRAIT, tool, { longSidePx })
      expect(outcome).toMatchObject({ ok: true, value: { result: { mediaType: 'image/jpeg' } } })
      expect(seen?.trueHeight).toBe(longSidePx)
      const drawn = reports.filter(({ stage }) => stage === 'draw').map(({ done }) => done)
      expect(drawn).toEqual(drawn.toSorted((a, b) => a - b))
      const reds = seen?.rgba.filter((_, i) => i % 4 === 0) ?? []
      expect(Math.max(...reds)).toBeGreaterThan(240)
      expect(Math.min(...reds)).toBeLessThan(120)
    })

  test('enhances, and keeps the size', async () => {
    const tool = { tool: 'enhance', settings: { strength: 1 } } as const
    const { outcome, photo } = await runTool(page, 'open/colour/low-light/01.jpg', tool)
    expect(outcome).toMatchObject({ ok: true, value: { result: { widthPx: photo.widthPx } } })
  })

  test('shows a preview of at most the asked size', async () => {
    const shown = await page.evaluate(async (url) => {
      const harness = window.imagingHarness
      const photo = await harness.keep(url)
      const settings = { style: 'ink', strength: 0.5 } as const
      return harness.preview({ tool: 'sketch', photo, settings }, 500)
    }, `/photograph/${PORTRAIT}`)
    expect(shown.outcome.ok).toBe(true)
    expect(Math.max(shown.width, shown.height)).toBe(500)
  })

  test('shows a cut-out at a glance of a photo that is decoded small, much as it is', async () => {
    const apart = await page.evaluate(
      async ({ url, settings }) => {
        const harness = window.imagingHarness
        const photo = await harness.keep(url, 3000)
        return await harness.glanceApart({ tool: 'cut-out', photo, settings }, 500)
      },
      { url: `/photograph/${PORTRAIT}`, settings: cutOutSettings },
    )
    expect(apart).toBeLessThan(4)
  })

  /** All of somebody who stands in the middle, in one stroke. */
  const brushed = '+1200 5000 1500 5000 8500'
  const rescueSettings = { corners: '', evenLight: 0, freshColours: 0, brushed }
  const cancellable = [
    [{ tool: 'sketch', settings: { style: 'pencil', strength: 0.5 } }, 'draw'],
    [{ tool: 'enhance', settings: { strength: 1 } }, 'enhance'],
    [{ tool: 'cut-out', settings: cutOutSettings }, 'find-face'],
    [{ tool: 'cut-out', settings: cutOutSettings }, 'separate'],
    [{ tool: 'rescue', settings: rescueSettings }, 'refine', 0.3],
    [{ tool: 'rescue', settings: rescueSettings }, 'refine', 0.75],
  ] as const
  for (const [tool, stage, share = 0] of cancellable)
    test(`${tool.tool} answers a cancel at ${share} of ${stage}, and the worker goes on to the next job`, async () => {
      const cancelling = { longSidePx: 3000, cancelAt: stage, share }
      const cancelled = await runTool(page, PORTRAIT, tool, cancelling)
      expect(cancelled.outcome).toMatchObject({ ok: false, fault: { code: 'cancelled' } })
      const enhance = { tool: 'enhance', settings: { strength: 1 } } as const
      expect((await runTool(page, PORTRAIT, enhance, { longSidePx: 500 })).outcome.ok).toBe(true)
    })

  test('works on a 48 megapixel photo at the working size', async () => {
    const tool = { tool: 'enhance', settings: { strength: 0.5 } } as const
    const { outcome, photo, seen } = await runTool(page, PORTRAIT, tool, { longSidePx: 7750 })
    expect(photo.widthPx * photo.heightPx).toBeGreaterThan(47_000_000)
    expect(outcome.ok).toBe(true)
    const pixels = (seen?.trueWidth ?? 0) * (seen?.trueHeight ?? 0)
    expect(pixels).toBeLessThanOrEqual(16_777_216)
    expect(pixels).toBeGreaterThan(16_700_000)
  })

  test('says that a photo is gone', async () => {
    const outcome = await page.evaluate(async () => {
      const photo = {
        hash: 'f'.repeat(64),
        widthPx: 5,
        heightPx: 5,
        mediaType: 'image/png' as const,
      }
      return (
        await window.imagingHarness.run({ tool: 'enhance', photo, settings: { strength: 1 } })
      ).outcome
    })
    expect(outcome).toMatchObject({ ok: false, fault: { code: 'photo-missing' } })
  })
})
