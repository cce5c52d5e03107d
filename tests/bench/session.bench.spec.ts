import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect, type Page, test } from 'playwright/test'
import sharp from 'sharp'
import { layersOf, openStudio } from '../browser/app/studio-page.ts'
import { chromiumArgs, findWholeChromium } from '../browser/chromium.ts'
import { phone } from '../browser/phone.ts'
import { appUrl } from '../browser/server-under-test.ts'
import { photograph, photographsAreHere, photographsMissing } from '../fixtures/photographs.ts'
import { watchPrivateMemory } from './private-memory.ts'
import { writeBenchSection } from './report.ts'

/** What one page of a phone may hold while its customer works, MB. */
const GOAL_MB = 700
const LARGE = { width: 3000, height: 4000 }
/** Enlarged twice it is as large as a photo may be. */
const SMALL = { width: 1750, height: 2340 }
/** What is done with each photo; the cut-out needs a face. */
const PHOTOS = [
  { name: '11f2b039b293', size: LARGE, tool: 'cut-out' },
  { name: 'a10ae819a2d2', size: LARGE, tool: 'sketch' },
  { name: 'c80999cd5533', size: LARGE, tool: 'anime' },
  { name: 'afe3676bbfcf', size: LARGE, tool: 'enhance' },
  { name: '14ab4af28901', size: LARGE, tool: null },
  { name: '0c49a5cce349', size: LARGE, tool: null },
  { name: 'ef576c4ed599', size: SMALL, tool: 'super-resolution' },
] as const

/** A photograph as large, and with such grain, as a phone takes it. */
async function phonePhoto(
  { name, size }: (typeof PHOTOS)[number],
  folder: string,
): Promise<string> {
  const grain = await sharp({
    create: {
      ...size,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const path = join(folder, `${name}.jpg`)
  await sharp(photograph(`open/photos-large/clic2025/${name}.jpg`))
    .resize({ ...size, fit: 'cover' })
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 92 })
    .toFile(path)
  return path
}

async function applyTool(page: Page, tool: string, at: number): Promise<void> {
  const layer = layersOf(page).nth(at)
  await layer.dispatchEvent('click')
  await expect(layer).toHaveAttribute('aria-pressed', 'true')
  const selected = page.getByRole('toolbar', { name: 'What is selected' })
  await selected.locator('[data-command="tools"]').click()
  const panel = page.locator('[data-panel="tools"]')
  await panel.locator(`[data-tool="${tool}"]`).click()
  await expect(panel.locator('[data-preview]')).toBeVisible({ timeout: 120_000 })
  await panel.locator('[data-command="apply-tool"]').click()
  await expect(panel.locator('[data-tool="sketch"]')).toBeVisible({ timeout: 300_000 })
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
}

async function makePrintFile(page: Page): Promise<void> {
  await page.locator('[data-command="done"]').click()
  await page.locator('[data-command="continue"]').click({ timeout: 120_000 })
  await expect(page.locator('[data-drawn="product"]')).toBeVisible({ timeout: 60_000 })
  await page.locator('[data-command="make-print"]').click()
  await expect(page.locator('[data-print]')).toBeVisible({ timeout: 120_000 })
}

test('memory of a phone while its customer works', async () => {
  test.skip(!photographsAreHere, photographsMissing)
  const folder = await mkdtemp(join(tmpdir(), 'stampa-session-'))
  const photos: string[] = []
  for (const photo of PHOTOS) photos.push(await phonePhoto(photo, folder))
  const browser = await chromium.launch({ executablePath: findWholeChromium(), args: chromiumArgs })
  const page = await browser.newPage({ ...phone, baseURL: appUrl, locale: 'en-US' })
  page.setDefaultTimeout(120_000)
  const watch = await watchPrivateMemory(browser)
  watch.begin('opening the studio')
  await openStudio(page)
  watch.begin('adding six photos of 12 MP and one of 4')
  await page.locator('main input[data-source="file"]').first().setInputFiles(photos)
  await expect(layersOf(page)).toHaveCount(photos.length, { timeout: 120_000 })
  for (const [at, { tool }] of PHOTOS.entries()) {
    if (tool === null) continue
    watch.begin(tool)
    await applyTool(page, tool, at)
  }
  watch.begin('print file')
  await makePrintFile(page)
  const peaks = await watch.stop()
  await browser.close()
  await rm(folder, { recursive: true })

  const most = Math.max(...peaks.map(({ peakMb }) => peakMb))
  writeBenchSection(
    'Memory of a phone while its customer works',
    [
      'One session in a page of 390 x 844, each image tool once and on a photo of its own; the private',
      'memory of the page, looked at five times a second at most: what lasts less may be missed, the more the',
      `busier the machine is. The goal is ${GOAL_MB} MB.`,
      '',
      '| step | peak |',
      '|---|---|',
      ...peaks.map(({ step, peakMb }) => `| ${step} | ${peakMb || '?'} MB |`),
      `| whole session | ${most || '?'} MB |`,
    ].join('\n'),
  )
})
