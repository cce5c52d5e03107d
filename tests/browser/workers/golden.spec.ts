import { expect, type Page, test } from 'playwright/test'
import sharp from 'sharp'
import { plainShare } from '#core/imaging/tools/super-resolution/plain-share.ts'
import { rasterSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { decodePhoto } from '#server/imaging/decode-photo.ts'
import { runTool } from '#server/imaging/run-tool.ts'
import type { ToolRequest } from '#workers/imaging/api.ts'
import { bareJob } from '../../fixtures/bare-job.ts'
import { ball, ballsOnLawn, landscape } from '../../unit/imaging/made-pictures.ts'
import { openHarness } from '../harness-page.ts'

const PICTURE = { width: 160, height: 112, channels: 4 } as const

/** As a chat program hands it on. */
async function compressed(): Promise<Uint8ClampedArray> {
  const { rgba } = landscape(PICTURE.width, PICTURE.height)
  const file = await sharp(rgba, { raw: PICTURE }).removeAlpha().jpeg({ quality: 92 }).toBuffer()
  const stored = await decodePhoto(new Uint8Array(file), bareJob)
  const share = plainShare(rasterSource(stored))
  expect([share > 0, share < 1], 'both networks draw').toEqual([true, true])
  return stored.rgba
}

/** A picture with one clear pixel, black as every canvas makes it: results are stored without loss. */
async function madePicture(
  rgba: Uint8ClampedArray = landscape(PICTURE.width, PICTURE.height).rgba,
): Promise<Uint8Array<ArrayBuffer>> {
  rgba.fill(0, 0, 4)
  const picture = sharp(rgba, { raw: PICTURE })
  return new Uint8Array(await picture.png().toBuffer())
}

/** A picture without a person. */
async function pictureOfBalls(): Promise<Uint8Array<ArrayBuffer>> {
  const { widthPx: width, heightPx: height, rgba } = ballsOnLawn()
  const picture = sharp(rgba, { raw: { width, height, channels: 4 } })
  return new Uint8Array(await picture.png().toBuffer())
}

type Tool = Pick<ToolRequest, 'tool' | 'settings'>

/** What the page's worker makes of the picture. */
async function inBrowser(page: Page, photo: Uint8Array, tool: Tool): Promise<Raster> {
  const body = Buffer.from(photo)
  await page.route('**/made.png', (route) => route.fulfill({ body, contentType: 'image/png' }))
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

/** Largest difference of how opaque a pixel is. */
const opacityApart = (one: Raster, other: Raster): number =>
  one.rgba.reduce(
    (most, value, at) =>
      at % 4 === 3 ? Math.max(most, Math.abs(value - (other.rgba[at] ?? 0))) : most,
    0,
  )

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

const enlarge = (factor: 2 | 4) => ({ tool: 'super-resolution', settings: { factor } }) as const

const asked: readonly (readonly [name: string, tool: Tool])[] = [
  ['super-resolution x2', enlarge(2)],
  ['super-resolution x4', enlarge(4)],
  ['colour enhancement', { tool: 'enhance', settings: { strength: 1 } }],
  ['anime style', { tool: 'anime', settings: { look: 'bold', strength: 0.8, proportions: 0.5 } }],
  [
    'a rescued picture, by corners that were set',
    {
      tool: 'rescue',
      settings: { corners: '0 0 10000 0 10000 10000 0 10000', evenLight: 1 },
    },
  ],
  [
    'a cut-out by strokes of the brush',
    {
      tool: 'cut-out',
      settings: {
        subject: 'painted',
        strokes: '+300 2000 9000 5000 9200 8000 9000;-300 5000 1500',
      },
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
  // One page for all: networks and scripts take seconds to come.
  let page: Page
  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage()
    await openHarness(page, 'imaging')
  })
  test.afterAll(() => page.close())

  for (const [name, tool] of asked)
    test(name, async () => {
      const picture = await madePicture()
      const seen = await inBrowser(page, picture, tool)
      expect(difference(seen, await onServer(picture, tool))).toBeLessThanOrEqual(1)
    })

  test('a cut-out of what stands out where nobody is', async () => {
    const picture = await pictureOfBalls()
    const tool = { tool: 'cut-out', settings: {} } as const
    const [seen, made] = [await inBrowser(page, picture, tool), await onServer(picture, tool)]
    expect(difference(seen, made)).toBeLessThanOrEqual(1)
    expect(opacityApart(seen, made)).toBeLessThanOrEqual(1)
    const opacity = ({ x, y }: { x: number; y: number }) =>
      seen.rgba[(y * seen.widthPx + x) * 4 + 3]
    expect([ball.left, ball.right, { x: 20, y: 20 }].map(opacity)).toEqual([255, 255, 0])
  })

  test('super-resolution x2 of a photo that came through a chat', async () => {
    const picture = await madePicture(await compressed())
    const seen = await inBrowser(page, picture, enlarge(2))
    expect(difference(seen, await onServer(picture, enlarge(2)))).toBeLessThanOrEqual(1)
  })
})
