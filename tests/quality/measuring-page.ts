import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { Page } from 'playwright/test'
import type { Plane } from '#core/pixels/raster.ts'
import type { SentPlane } from '../browser/harness/measure.ts'
import { openHarness } from '../browser/harness-page.ts'
import { photograph } from '../fixtures/photographs.ts'

/** Opens the harness page; `/photograph/...` is answered from the folder of photographs. */
export async function openMeasuringPage(page: Page): Promise<void> {
  await page.route('**/photograph/**', async (route) => {
    const path = new URL(route.request().url()).pathname.replace('/photograph/', '')
    const contentType = extname(path) === '.png' ? 'image/png' : 'image/jpeg'
    await route.fulfill({ body: await readFile(photograph(path)), contentType })
  })
  await openHarness(page, 'measure')
}

export const received = ({ widthPx, heightPx, base64 }: SentPlane): Plane => ({
  widthPx,
  heightPx,
  values: new Uint8ClampedArray(Buffer.from(base64, 'base64')),
})
