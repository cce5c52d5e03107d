import { expect, type Page, test } from 'playwright/test'
import sharp from 'sharp'
import type { ModelTier } from '#core/imaging/models.ts'
import { anime } from '#core/imaging/tools/anime/anime.ts'
import { enhance } from '#core/imaging/tools/enhance/enhance.ts'
import { sketch } from '#core/imaging/tools/sketch/sketch.ts'
import { enlarge } from '#core/imaging/tools/super-resolution/super-resolution.ts'
import { createRaster, rasterSink, rasterSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import type { ToolRequest } from '#workers/imaging/api.ts'
import { bareJob } from '../../fixtures/bare-job.ts'
import { shippedNetwork } from '../../fixtures/shipped-networks.ts'
import { landscape } from '../../unit/imaging/made-pictures.ts'
import { openHarness } from '../harness-page.ts'

/** One clear pixel, black as every canvas makes it, so that results are stored without loss. */
function madePicture(): Raster {
  const picture = landscape(160, 112)
  picture.rgba.fill(0, 0, 4)
  return picture
}

type Tool = Pick<ToolRequest, 'tool' | 'settings'>

/** What the page's worker makes of the picture. */
async function inBrowser(page: Page, picture: Raster, tool: Tool): Promise<Raster> {
  const { widthPx: width, heightPx: height } = picture
  const png = await sharp(picture.rgba, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
  await page.route('**/made.png', (route) => route.fulfill({ body: png, contentType: 'image/png' }))
  await openHarness(page, 'imaging')
  const file = await page.evaluate(async (request) => {
    const photo = await window.imagingHarness.keep('/made.png')
    const { outcome } = await window.imagingHarness.run({ ...request, photo } as ToolRequest)
    return outcome.ok ? window.imagingHarness.fileOf(outcome.value.result) : outcome.fault.code
  }, tool)
  expect(file).toContain('data:image/png')
  const bytes = Buffer.from(file.slice(file.indexOf(',') + 1), 'base64')
  const { data, info } = await sharp(bytes)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raster = createRaster(info.width, info.height)
  raster.rgba.set(data)
  return raster
}

async function enlargedInNode(picture: Raster, factor: 2 | 4, tier: ModelTier): Promise<Raster> {
  const network = await shippedNetwork(`super-resolution/x${factor}`, tier)
  const result = createRaster(picture.widthPx * factor, picture.heightPx * factor)
  await enlarge(bareJob, rasterSource(picture), network, rasterSink(result))
  return result
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

test.describe('the same model gives the same pixels in the browser and in Node', () => {
  for (const factor of [2, 4] as const)
    for (const tier of ['instant', 'fine'] as const)
      test(`super-resolution x${factor}, ${tier}`, async ({ page }) => {
        const picture = madePicture()
        const tool = { tool: 'super-resolution', settings: { factor, tier } } as const
        const seen = await inBrowser(page, picture, tool)
        expect(difference(seen, await enlargedInNode(picture, factor, tier))).toBeLessThanOrEqual(1)
      })

  test('colour enhancement', async ({ page }) => {
    const picture = madePicture()
    const { session } = await shippedNetwork('enhance/colour')
    const expected = createRaster(picture.widthPx, picture.heightPx)
    const settings = { strength: 1 }
    await enhance(bareJob, rasterSource(picture), settings, session, rasterSink(expected))
    const seen = await inBrowser(page, picture, { tool: 'enhance', settings })
    expect(difference(seen, expected)).toBeLessThanOrEqual(1)
  })

  test('anime style', async ({ page }) => {
    const picture = madePicture()
    const expected = createRaster(picture.widthPx, picture.heightPx)
    const settings = { look: 'bold', strength: 0.8, proportions: 0.5 } as const
    await anime(bareJob, rasterSource(picture), settings, rasterSink(expected))
    const seen = await inBrowser(page, picture, { tool: 'anime', settings })
    expect(difference(seen, expected)).toBeLessThanOrEqual(1)
  })

  test('ink sketch', async ({ page }) => {
    const picture = madePicture()
    const expected = createRaster(picture.widthPx, picture.heightPx)
    const settings = { style: 'ink', strength: 0.6 } as const
    await sketch(bareJob, rasterSource(picture), settings, rasterSink(expected))
    const seen = await inBrowser(page, picture, { tool: 'sketch', settings })
    expect(difference(seen, expected)).toBeLessThanOrEqual(1)
  })
})
