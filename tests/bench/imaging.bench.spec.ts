import { readFile } from 'node:fs/promises'
import { type BrowserContext, expect, type Page, test } from 'playwright/test'
import type { PhotoRef } from '#core/design/document.ts'
import type { ToolRequest } from '#workers/imaging/api.ts'
import { photograph, photographsAreHere, photographsMissing } from '../fixtures/photographs.ts'
import { peakMemoryMb } from './memory.ts'
import { writeBenchSection } from './report.ts'

/** Time and peak memory of each tool on 1, 12 and 48 megapixels. */
const PORTRAIT = 'open/photos-large/clic2025/11f2b039b293.jpg'
const sizes = [
  { name: '1 MP', longSidePx: 1120 },
  { name: '12 MP', longSidePx: 3870 },
  { name: '48 MP', longSidePx: 7750 },
]
const tools: readonly Pick<ToolRequest, 'tool' | 'settings'>[] = [
  { tool: 'cut-out', settings: { featherPx: 0, chokePx: 0, outlineMm: 0 } },
  { tool: 'sketch', settings: { style: 'pencil', strength: 0.5 } },
  { tool: 'sketch', settings: { style: 'ink', strength: 0.5 } },
  { tool: 'sketch', settings: { style: 'coloured-pencil', strength: 0.5 } },
  { tool: 'enhance', settings: { strength: 1 } },
]

async function openHarness(page: Page): Promise<void> {
  await page.goto('/tests/browser/harness/imaging.html')
  await page.locator('body[data-ready]').waitFor({ state: 'attached' })
}

/** Stores the photograph at a size, in a page of its own: enlarging it is no tool's memory. */
async function keepPhotograph(context: BrowserContext, longSidePx: number): Promise<PhotoRef> {
  const page = await context.newPage()
  await page.route('**/photograph/**', async (route) => {
    await route.fulfill({ body: await readFile(photograph(PORTRAIT)), contentType: 'image/jpeg' })
  })
  await openHarness(page)
  const photo = await page.evaluate(
    (side) => window.imagingHarness.keep('/photograph/portrait', side),
    longSidePx,
  )
  await page.close()
  return photo
}

const rows: string[] = []

test.describe('imaging tools', () => {
  test.skip(!photographsAreHere, photographsMissing)
  for (const size of sizes)
    for (const request of tools) {
      const style = 'style' in request.settings ? ` ${request.settings.style}` : ''
      test(`${request.tool}${style} on ${size.name}`, async ({ context, page, browser }) => {
        const photo = await keepPhotograph(context, size.longSidePx)
        await openHarness(page)
        const before = await peakMemoryMb(browser)
        const { ok, ms } = await page.evaluate(
          async (whole) => {
            const start = performance.now()
            const { outcome } = await window.imagingHarness.run(whole as ToolRequest)
            return { ok: outcome.ok, ms: Math.round(performance.now() - start) }
          },
          { ...request, photo },
        )
        expect(ok).toBe(true)
        const peak = await peakMemoryMb(browser)
        rows.push(
          `| ${request.tool}${style} | ${size.name} | ${ms} ms | ${before} MB | ${peak} MB |`,
        )
      })
    }

  test.afterAll(() => {
    writeBenchSection(
      'Image tools on one photograph',
      [
        'Peak is the resident memory of the whole page; a photo beyond 16.8 MP is worked on at that size.',
        '',
        '| tool | photo | time | before | peak |',
        '|---|---|---|---|---|',
        ...rows,
      ].join('\n'),
    )
  })
})
