import { readFile } from 'node:fs/promises'
import { expect, test } from 'playwright/test'
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

const rows: string[] = []

test.describe('imaging tools', () => {
  test.skip(!photographsAreHere, photographsMissing)
  for (const size of sizes)
    for (const request of tools) {
      const style = 'style' in request.settings ? ` ${request.settings.style}` : ''
      test(`${request.tool}${style} on ${size.name}`, async ({ page, browser }) => {
        await page.route('**/photograph/**', async (route) => {
          await route.fulfill({
            body: await readFile(photograph(PORTRAIT)),
            contentType: 'image/jpeg',
          })
        })
        await page.goto('/tests/browser/harness/imaging.html')
        await page.locator('body[data-ready]').waitFor({ state: 'attached' })
        const photo = await page.evaluate(
          (longSidePx) => window.imagingHarness.keep('/photograph/portrait', longSidePx),
          size.longSidePx,
        )
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
        'Peak is the resident memory of the whole page, its own enlarging of the photograph included.',
        '',
        '| tool | photo | time | before | peak |',
        '|---|---|---|---|---|',
        ...rows,
      ].join('\n'),
    )
  })
})
