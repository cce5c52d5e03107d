import { expect, type Page, test } from 'playwright/test'
import type { OutlineSettings } from '#workers/opencv/api.ts'
import type { Disc, Scene } from '../harness/opencv.ts'
import { openHarness } from '../harness-page.ts'

const disc = (xPx: number, yPx: number, radiusPx: number, softPx: number): Disc => ({
  xPx,
  yPx,
  radiusPx,
  softPx,
  value: 255,
})
const hole = (xPx: number, yPx: number, radiusPx: number, softPx: number): Disc => ({
  ...disc(xPx, yPx, radiusPx, softPx),
  value: 0,
})
const scene = (sidePx: number, ...discs: Disc[]): Scene => ({
  widthPx: sidePx,
  heightPx: sidePx,
  discs,
})

const subject = disc(400, 380, 220, 24)
const islands = [disc(80, 90, 9, 6), disc(700, 720, 14, 8), disc(720, 60, 1.5, 1)]
const pinholes = [hole(360, 340, 5, 4), hole(450, 420, 2, 1), hole(470, 300, 1, 1)]

const clean = (page: Page, given: Scene, expected: Scene) =>
  page.evaluate(([from, to]) => window.openCvHarness.clean(from, to), [given, expected] as const)

/** The lines around a scene, and how far each runs from a point. */
const outline = (page: Page, given: Scene, settings: OutlineSettings, xPx: number, yPx: number) =>
  page.evaluate(
    async ([from, asked, x, y]) => {
      const harness = window.openCvHarness
      const { outcome, tookMs } = await harness.outline(from, asked)
      if (!outcome.ok) throw new Error(`${outcome.fault.code}: ${outcome.fault.cause}`)
      return outcome.value.map((ring) => ({
        ...harness.reach(ring, x, y),
        role: ring.role,
        corners: ring.points.length,
        tookMs,
      }))
    },
    [given, settings, xPx, yPx] as const,
  )

test.describe('the OpenCV harness', () => {
  test.beforeEach(({ page }) => openHarness(page, 'opencv'))

  test('fetches nothing of OpenCV before its first job', async ({ page }) => {
    let heaviest = 0
    page.on('response', async (response) => {
      const { length } = await response.body().catch(() => Buffer.alloc(0))
      heaviest = Math.max(heaviest, length)
    })
    const before = await page.evaluate(() => window.openCvHarness.heapBytes())
    expect(before).toEqual({ ok: true, value: 0 })
    await page.waitForLoadState('networkidle')
    expect(heaviest).toBeLessThan(500_000)
    await clean(page, scene(200, disc(100, 100, 60, 4)), scene(200, disc(100, 100, 60, 4)))
    const after = await page.evaluate(() => window.openCvHarness.heapBytes())
    expect(after.ok && after.value).toBeGreaterThan(1_000_000)
  })

  for (const at of [null, 'download', 'draw'] as const)
    test(`answers an abort ${at === null ? 'before the call' : `during ${at}`}`, async ({
      page,
    }) => {
      const given = scene(800, subject)
      const { outcome } = await page.evaluate(
        ([from, stage]) => window.openCvHarness.cancelled(from, stage),
        [given, at] as const,
      )
      expect(outcome).toMatchObject({ ok: false, fault: { code: 'cancelled' } })
      const next = await outline(page, given, { widthPx: 10, smoothPx: 0 }, 400, 380)
      expect(next).toHaveLength(1)
    })

  test('answers an abort of a job that waits, and goes on with the first', async ({ page }) => {
    const { first, second } = await page.evaluate(
      (given) => window.openCvHarness.cancelledInQueue(given),
      scene(800, subject),
    )
    expect(second).toMatchObject({ ok: false, fault: { code: 'cancelled' } })
    expect(first.ok).toBe(true)
  })

  test('answers the death of its worker, and the next call starts another', async ({ page }) => {
    const died = await page.evaluate(
      (given) => window.openCvHarness.dying(given),
      scene(800, subject),
    )
    expect(died).toMatchObject({ ok: false, fault: { code: 'worker-died' } })
    const next = await outline(page, scene(800, subject), { widthPx: 10, smoothPx: 0 }, 400, 380)
    expect(next).toHaveLength(1)
    expect(await page.evaluate(() => window.openCvHarness.workers())).toBe(2)
  })

  test('answers a failed download, and succeeds when asked again', async ({ page, context }) => {
    const given = scene(300, disc(150, 150, 80, 4))
    await context.route(/open-cv-package/, (route) => route.abort())
    const failed = await clean(page, given, given)
    expect(failed.outcome).toMatchObject({ ok: false, fault: { code: 'script-failed' } })
    await context.unroute(/open-cv-package/)
    expect((await clean(page, given, given)).outcome).toEqual({ ok: true })
  })

  test('refuses a matte whose bytes are not its pixels', async ({ page }) => {
    const answer = await page.evaluate(() => window.openCvHarness.damaged())
    expect(answer).toMatchObject({ ok: false, fault: { code: 'internal-fault' } })
  })

  test('gives all its memory back: ten rounds on a large matte hold no more than the first', async ({
    page,
  }) => {
    const large = scene(2048, disc(1000, 1000, 700, 24), ...islands, hole(1000, 900, 8, 4))
    const bytes = await page.evaluate((given) => window.openCvHarness.heaps(given, 10), large)
    expect(new Set(bytes).size).toBe(1)
  })

  test('gives its small pieces back too: a megabyte lost in each of 150 rounds would show', async ({
    page,
  }) => {
    const small = scene(1024, disc(500, 500, 350, 24), ...islands, hole(500, 450, 8, 4))
    const bytes = await page.evaluate((given) => window.openCvHarness.heaps(given, 150), small)
    // OpenCV starts with 128 MB.
    expect(bytes.at(-1)).toBe(128 * 1024 * 1024)
  })
})

test.describe('of a matte, the OpenCV harness', () => {
  // One page for all: OpenCV takes seconds to come, and keeps nothing from call to call.
  let page: Page
  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage()
    await openHarness(page, 'opencv')
  })
  test.afterAll(() => page.close())

  test('removes islands and fills pinholes, and leaves the soft edge as it was', async () => {
    const answer = await clean(
      page,
      scene(800, subject, ...islands, ...pinholes),
      scene(800, subject),
    )
    expect(answer).toMatchObject({ outcome: { ok: true }, differing: 0 })
  })

  test('leaves a second person and the gap between arm and body alone', async () => {
    const both = scene(800, subject, hole(400, 400, 30, 6), disc(720, 700, 60, 10))
    expect(await clean(page, both, both)).toMatchObject({ differing: 0 })
  })

  test('leaves a notch at the border alone, where the photo ends', async () => {
    const notched = scene(400, disc(200, 300, 160, 8), hole(200, 399, 3, 1))
    expect(await clean(page, notched, notched)).toMatchObject({ differing: 0 })
  })

  test('answers an empty matte as it came', async () => {
    expect(await clean(page, scene(300), scene(300))).toMatchObject({ differing: 0 })
    expect(await outline(page, scene(300), { widthPx: 10, smoothPx: 4 }, 0, 0)).toEqual([])
  })

  test('cleans a matte of the working size by the same rule', async () => {
    const large = disc(2000, 2100, 1300, 30)
    const dirty = scene(4096, large, disc(200, 200, 90, 12), hole(2100, 2000, 20, 6))
    const answer = await clean(page, dirty, scene(4096, large))
    expect(answer).toMatchObject({ differing: 0 })
  })

  for (const settings of [
    { widthPx: 0, smoothPx: 0 },
    { widthPx: 12, smoothPx: 0 },
    { widthPx: 24, smoothPx: 16 },
    { widthPx: 60, smoothPx: 30 },
  ])
    test(`runs ${settings.widthPx} px outside, smoothed by ${settings.smoothPx}`, async () => {
      const rings = await outline(page, scene(800, subject), settings, 400, 380)
      expect(rings).toHaveLength(1)
      const [ring] = rings
      expect(ring?.role).toBe('outer')
      expect(Math.abs((ring?.nearest ?? 0) - 220 - settings.widthPx)).toBeLessThan(1.5)
      expect(Math.abs((ring?.farthest ?? 0) - 220 - settings.widthPx)).toBeLessThan(1.5)
      expect(ring?.corners).toBeLessThan(300)
    })

  test('finds the line of a working-size matte on a small one', async () => {
    const large = scene(4096, disc(2000, 2100, 1300, 30))
    const [ring] = await outline(page, large, { widthPx: 120, smoothPx: 60 }, 2000, 2100)
    // A pixel of the small matte is 4.4 of this one.
    expect(Math.abs((ring?.nearest ?? 0) - 1420)).toBeLessThan(4.5)
    expect(Math.abs((ring?.farthest ?? 0) - 1420)).toBeLessThan(4.5)
  })

  test('gives the outer lines first, the larger before the smaller, then the holes', async () => {
    const ringed = scene(800, disc(120, 680, 50, 4), subject, hole(400, 380, 100, 6))
    const rings = await outline(page, ringed, { widthPx: 10, smoothPx: 4 }, 400, 380)
    expect(rings.map(({ role }) => role)).toEqual(['outer', 'outer', 'hole'])
    expect(Math.abs((rings[0]?.farthest ?? 0) - 230)).toBeLessThan(1.5)
    expect(Math.abs((rings[2]?.farthest ?? 0) - 90)).toBeLessThan(1.5)
  })

  test('runs outside the matte where the subject touches its border', async () => {
    const cut = scene(400, disc(200, 390, 150, 4))
    const bottom = await page.evaluate(async (given) => {
      const { outcome } = await window.openCvHarness.outline(given, { widthPx: 20, smoothPx: 0 })
      return outcome.ok ? Math.max(...(outcome.value[0]?.points ?? []).map(({ yPx }) => yPx)) : 0
    }, cut)
    expect(Math.abs(bottom - 420)).toBeLessThan(1.5)
  })

  test('bridges a notch that is narrower than twice the smoothing', async () => {
    const twins = scene(800, disc(280, 400, 110, 4), disc(520, 400, 110, 4))
    const apart = await outline(page, twins, { widthPx: 5, smoothPx: 0 }, 400, 400)
    const joined = await outline(page, twins, { widthPx: 5, smoothPx: 40 }, 400, 400)
    expect(apart).toHaveLength(2)
    expect(joined).toHaveLength(1)
  })
})
