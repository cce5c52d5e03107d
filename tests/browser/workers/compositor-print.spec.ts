import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { expect, type Page, test } from 'playwright/test'
import sharp from 'sharp'
import { openHarness } from '../harness-page.ts'

/** Photos are pictures that the page draws itself. */
const openRoom = (page: Page) => openHarness(page, 'compositor')

/** Saves a print file from the browser's own storage through a download. */
async function exported(
  page: Page,
  format: 'png' | 'pdf',
  sample: 'largest' | 'everything',
  dpi: number,
) {
  const [download, print] = await Promise.all([
    page.waitForEvent('download'),
    page.evaluate(
      async ([kind, wanted, resolution]) => {
        const harness = window.compositorHarness
        const design = harness.designs[wanted](await harness.madePhoto(1600, 1200))
        const stages: string[] = []
        const outcome = await harness.export(
          { design, format: kind, dpi: resolution },
          { report: ({ stage, done, total }) => void stages.push(`${stage} ${done}/${total}`) },
        )
        if (!outcome.ok) throw new Error(JSON.stringify(outcome.fault))
        const link = document.createElement('a')
        link.href = URL.createObjectURL(outcome.value.file)
        link.download = outcome.value.name
        link.click()
        const { file: _, ...print } = outcome.value
        return { ...print, stages }
      },
      [format, sample, dpi] as const,
    ),
  ])
  return { print, bytes: readFileSync(await download.path()) }
}

test.describe('a print file', () => {
  test.beforeEach(async ({ page }) => openRoom(page))

  test('of 420 mm at 300 dpi opens again with the right pixels', async ({ page }) => {
    const { print, bytes } = await exported(page, 'png', 'largest', 300)
    expect(print).toMatchObject({ widthPx: 4961, heightPx: 4961, dpi: 300, mediaType: 'image/png' })
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(print.sha256)
    const image = sharp(bytes, { limitInputPixels: false })
    expect(await image.metadata()).toMatchObject({ width: 4961, height: 4961, density: 300 })
    const pixel = async (xMm: number, yMm: number) => {
      const at = (mm: number) => Math.round(((mm + 3) / 25.4) * 300)
      const box = { left: at(xMm), top: at(yMm), width: 1, height: 1 }
      return [...(await image.clone().extract(box).removeAlpha().raw().toBuffer())]
    }
    expect(await pixel(-2, -2)).toEqual([0x12, 0x34, 0x56])
    expect(await pixel(400, 410)).toEqual([0x12, 0x34, 0x56])
    const [red = 0, green = 0] = await pixel(207, 320)
    expect(red).toBeGreaterThan(200)
    expect(green).toBeLessThan(90)
    expect(await pixel(207, 120)).not.toEqual([0x12, 0x34, 0x56])
    expect(print.stages.at(-1)).toBe('store 1/1')
  })

  test('as PDF carries the same pixels and its boxes in mm', async ({ page }) => {
    const { print, bytes } = await exported(page, 'pdf', 'everything', 150)
    const text = bytes.toString('latin1')
    expect(text).toContain('/TrimBox [5.6693 5.6693 221.1024 453.5433]')
    const start = text.indexOf('stream\n', text.indexOf('/Subtype /Image')) + 7
    const rows = inflateSync(bytes.subarray(start))
    expect(rows).toHaveLength(print.heightPx * (print.widthPx * 3 + 1))
  })

  test('that is cancelled answers so within half a second and leaves nothing behind', async ({
    page,
  }) => {
    const answer = await page.evaluate(async () => {
      const harness = window.compositorHarness
      const design = harness.designs.everything(await harness.madePhoto(4000, 3000))
      const controller = new AbortController()
      let cancelledAt = 0
      const outcome = await harness.export(
        { design, format: 'png', dpi: 600 },
        {
          signal: controller.signal,
          report: ({ stage, done }) => {
            if (stage !== 'draw' || done < 2 || cancelledAt > 0) return
            cancelledAt = performance.now()
            controller.abort()
          },
        },
      )
      const waitedMs = performance.now() - cancelledAt
      // The next export finds its worker free again.
      const next = await harness.export({ design, format: 'png', dpi: 72 })
      return { outcome, waitedMs, next: next.ok }
    })
    expect(answer.outcome).toMatchObject({ ok: false, fault: { code: 'cancelled' } })
    expect(answer.waitedMs).toBeLessThan(500)
    expect(answer.next).toBe(true)
  })

  test('is made while the stage goes on being drawn', async ({ page }) => {
    const answer = await page.evaluate(async () => {
      const harness = window.compositorHarness
      const design = harness.designs.everything(await harness.madePhoto(2400, 1800))
      await harness.attach(390, 700)
      await harness.compositor.drawStage(harness.frame(design))
      let drawn = 0
      let done = false
      const print = harness.export({ design, format: 'png', dpi: 600 }).finally(() => {
        done = true
      })
      while (!done) {
        const outcome = await harness.compositor.drawStage(harness.frame(design))
        if (outcome.ok && !done) drawn += 1
      }
      return { ok: (await print).ok, drawn }
    })
    expect(answer.ok).toBe(true)
    expect(answer.drawn).toBeGreaterThan(3)
  })

  test('says which photo is missing instead of printing without it', async ({ page }) => {
    const fault = await page.evaluate(async () => {
      const harness = window.compositorHarness
      const photo = await harness.madePhoto(400, 300)
      const design = harness.designs.everything({ ...photo, hash: '0'.repeat(64) })
      return harness.export({ design, format: 'png', dpi: 72 })
    })
    expect(fault).toMatchObject({ ok: false, fault: { code: 'photo-missing' } })
  })
})
