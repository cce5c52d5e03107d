import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, parse, resolve } from 'node:path'
import { type Page, test } from 'playwright/test'
import sharp from 'sharp'
import type { Plane } from '#core/imaging/tool.ts'
import { photograph } from '../tests/fixtures/photographs.ts'
import { openMeasuringRoom, received } from '../tests/quality/measuring-room.ts'

/** `training/matte_refinement.py` calls these; they are no tests of the product. */
const work = resolve(process.env['STAMPA_TRAINING_WORK'] ?? 'training/work')
/** Photographs with portraits among them that weights may be trained on. */
const portraits = ['open/photos-large/clic2025', 'open/sr-train/cid22'] as const

const written = ({ widthPx, heightPx, values }: Plane, path: string) =>
  sharp(values, { raw: { width: widthPx, height: heightPx, channels: 1 } })
    .png()
    .toFile(path)

async function openRoom(page: Page): Promise<void> {
  await openMeasuringRoom(page)
  await page.route('**/look/**', async (route) => {
    const { base } = parse(new URL(route.request().url()).pathname)
    const body = await readFile(join(work, 'looks', base))
    await route.fulfill({ body, contentType: 'image/jpeg' })
  })
}

test('teacher: the mattes of portraits, as the product cuts them', async ({ page }) => {
  await openRoom(page)
  const folder = join(work, 'teacher')
  mkdirSync(folder, { recursive: true })
  for (const place of portraits) {
    for (const file of readdirSync(photograph(place))) {
      const matte = await page.evaluate(
        (url) => window.measuringRoom.cutOut(url),
        `/photograph/${place}/${file}`,
      )
      if (typeof matte === 'string') continue
      const name = `${place.replace('open/', '').replace('/', '+')}--${file}.png`
      await written(received(matte), join(folder, name))
    }
  }
})

test('coarse: the masks of all looks that have none yet', async ({ page }) => {
  await openRoom(page)
  const folder = join(work, 'looks')
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.jpg'))) {
    const path = join(folder, `${parse(file).name}.coarse.png`)
    if (existsSync(path)) continue
    const mask = await page.evaluate((url) => window.measuringRoom.plainMask(url), `/look/${file}`)
    await written(received(mask), path)
  }
})
