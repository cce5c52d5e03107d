import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type Browser, expect, test } from 'playwright/test'
import type { ToolRequest } from '#workers/imaging/api.ts'
import { photograph, photographsAreHere, photographsMissing } from '../fixtures/photographs.ts'

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

/** Peak resident memory of the page's process so far, MB; null where the system does not tell. */
async function peakMemoryMb(browser: Browser): Promise<number | null> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const peaks = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => {
      try {
        const status = readFileSync(`/proc/${id}/status`, 'utf8')
        return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
      } catch {
        return 0
      }
    })
  const most = Math.max(0, ...peaks)
  return most === 0 ? null : Math.round(most)
}

test.describe('imaging tools', () => {
  test.skip(!photographsAreHere, photographsMissing)
  for (const size of sizes)
    for (const request of tools) {
      const style = 'style' in request.settings ? ` ${request.settings.style}` : ''
      test(`${request.tool}${style} on ${size.name}`, async ({ page, browser }, info) => {
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
        const row = `${request.tool}${style} | ${size.name} | ${ms} ms | peak ${peak} MB (before: ${before} MB)`
        info.annotations.push({ type: 'measured', description: row })
        console.log(row)
      })
    }
})
