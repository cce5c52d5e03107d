import { expect, type Page, test } from 'playwright/test'
import sharp from 'sharp'
import type { Raster } from '#core/pixels/raster.ts'
import { decodePhoto } from '#server/imaging/decode-photo.ts'
import { runTool } from '#server/imaging/run-tool.ts'
import type { ToolRequest } from '#workers/imaging/api.ts'
import { bareJob } from '../../fixtures/bare-job.ts'
import { landscape } from '../../unit/imaging/made-pictures.ts'
import { openHarness } from '../harness-page.ts'

/** A picture with one clear pixel, black as every canvas makes it: results are stored without loss. */
async function madePicture(): Promise<Uint8Array<ArrayBuffer>> {
  const { rgba, widthPx: width, heightPx: height } = landscape(160, 112)
  rgba.fill(0, 0, 4)
  const picture = sharp(rgba, { raw: { width, height, channels: 4 } })
  return new Uint8Array(await picture.png().toBuffer())
}

type Tool = Pick<ToolRequest, 'tool' | 'settings'>

/** What the page's worker makes of the picture. */
async function inBrowser(page: Page, photo: Uint8Array, tool: Tool): Promise<Raster> {
  const body = Buffer.from(photo)
  await page.route('**/made.png', (route) => route.fulfill({ body, contentType: 'image/png' }))
  await openHarness(page, 'imaging')
  const file = await page.evaluate(async (request) => {
    const kept = await window.imagingHarness.keep('/made.png')
    const { outcome } = await window.imagingHarness.run({ ...request, photo: kept } as ToolRequest)
    return outcome.ok ? window.imagingHarness.fileOf(outcome.value.result) : outcome.fault.code
  }, tool)
  expect(file).toContain('data:image/png')
  const bytes = Buffer.from(file.slice(file.indexOf(',') + 1), 'base64')
  return await decodePhoto(new Uint8Array(bytes), bareJob)
}

async function onServer(photo: Uint8Array<ArrayBuffer>, tool: Tool): Promise<Raster> {
  const { result } = await runTool({ ...tool, photo, lossless: true }, bareJob)
  return await decodePhoto(result.bytes, bareJob)
}

/** Largest difference over opaque pixels. */
function difference(one: Raster, other: Raster): number {
  expect([one.widthPx, one.heightPx]).toEqual([other.widthPx, other.heightPx])
  let most = 0
  for (let at = 0; at < one.rgba.length; at++) {
    if ((one.rgba[at | 3] ?? 0) < 255) continue
    most = Math.max(most, Math.abs((one.rgba[at] ?? 0) - (other.rgba[at] ?? 0)))
  }
  return most
}

const enlarge = (factor: 2 | 4, tier: 'instant' | 'fine') =>
  ({ tool: 'super-resolution', settings: { factor, tier } }) as const

const asked: readonly (readonly [name: string, tool: Tool])[] = [
  ['super-resolution x2, instant', enlarge(2, 'instant')],
  ['super-resolution x2, fine', enlarge(2, 'fine')],
  ['super-resolution x4, instant', enlarge(4, 'instant')],
  ['super-resolution x4, fine', enlarge(4, 'fine')],
  ['colour enhancement', { tool: 'enhance', settings: { strength: 1 } }],
  ['anime style', { tool: 'anime', settings: { look: 'bold', strength: 0.8, proportions: 0.5 } }],
  [
    'a rescued picture, by corners that were set',
    {
      tool: 'rescue',
      settings: { corners: '0 0 10000 0 10000 10000 0 10000', evenLight: 1 },
    },
  ],
  ['ink sketch', { tool: 'sketch', settings: { style: 'ink', strength: 0.6 } }],
  [
    'coloured pencil sketch that fades out',
    {
      tool: 'sketch',
      settings: { style: 'coloured-pencil', strength: 0.6, background: 'vignette' },
    },
  ],
]

test.describe('a tool gives the same pixels in the browser and on the server', () => {
  for (const [name, tool] of asked)
    test(name, async ({ page }) => {
      const picture = await madePicture()
      const seen = await inBrowser(page, picture, tool)
      expect(difference(seen, await onServer(picture, tool))).toBeLessThanOrEqual(1)
    })
})
