import { expect, type Page, test } from 'playwright/test'
import sharp from 'sharp'
import { limits } from '#core/limits.ts'
import { landscape } from '../../unit/imaging/made-pictures.ts'
import { openHarness } from '../harness-page.ts'

const PHOTO = { width: 6400, height: 5000 }
/** As large as pictures are worked on. */
const SHRUNK = { widthPx: 4224, heightPx: 3300 }

async function madeJpeg(profile: 'srgb' | 'p3'): Promise<Buffer> {
  const { rgba } = landscape(PHOTO.width / 4, PHOTO.height / 4)
  const raw = { width: PHOTO.width / 4, height: PHOTO.height / 4, channels: 4 } as const
  const large = sharp(rgba, { raw }).removeAlpha().resize(PHOTO.width, PHOTO.height)
  return await large.withIccProfile(profile).jpeg({ quality: 92 }).toBuffer()
}

/** The same picture, whose profile has a plain curve of 2.0 instead of that of sRGB. */
function withGammaTwo(jpeg: Buffer): Buffer {
  const changed = Buffer.from(jpeg)
  let at = changed.indexOf('para')
  for (; at >= 0; at = changed.indexOf('para', at + 4)) changed.writeInt32BE(2 << 16, at + 12)
  return changed
}

async function shrunkApart(page: Page, body: Buffer) {
  await page.route('**/large.jpg', (route) => route.fulfill({ body, contentType: 'image/jpeg' }))
  await openHarness(page, 'imaging')
  return await page.evaluate(async ({ widthPx, heightPx }) => {
    const photo = await window.imagingHarness.keep('/large.jpg')
    return await window.imagingHarness.shrunkApart(photo, widthPx, heightPx)
  }, SHRUNK)
}

test.describe('a JPEG beyond the working size', () => {
  test.beforeAll(() => {
    expect(PHOTO.width * PHOTO.height).toBeGreaterThan(limits.workingPxMax)
  })

  test('is made smaller from its planes, and looks as the browser shows it', async ({ page }) => {
    const { mean, planes } = await shrunkApart(page, await madeJpeg('srgb'))
    expect(planes).toBe(1)
    expect(mean).toBeLessThan(0.6)
  })

  test('is in sRGB, as the browser shows it, where its planes are of Display P3', async ({
    page,
  }) => {
    const { mean, planes } = await shrunkApart(page, await madeJpeg('p3'))
    expect(planes).toBe(1)
    expect(mean).toBeGreaterThan(0)
    expect(mean).toBeLessThan(0.6)
  })

  test('is left to the browser where its profile is any other', async ({ page }) => {
    const { mean, planes } = await shrunkApart(page, withGammaTwo(await madeJpeg('p3')))
    expect(planes).toBe(1)
    expect(mean).toBe(0)
  })
})
