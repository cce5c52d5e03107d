import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page, test } from 'playwright/test'
import { tools } from '#core/imaging/tools/table.ts'
import { SERVICE_WORKER_PATH } from '#workers/offline/api.ts'
import { photograph, photographsAreHere, photographsMissing } from '../../fixtures/photographs.ts'
import { DIST, keptOnDevice, loseNetwork, withDevice } from './own-device.ts'
import { OwnNetwork } from './own-network.ts'
import {
  addPhoto,
  layersOf,
  madeFile,
  openStudio,
  openTool,
  openTools,
  savedDesign,
  savedLayer,
  smallCopy,
} from './studio-page.ts'

const panel = (page: Page, name: string) => page.locator(`[data-panel="${name}"]`)
const open = (page: Page, name: string) => page.locator(`nav [data-command="${name}"]`).click()

async function useTool(page: Page, tool: string): Promise<void> {
  await openTool(page, tool)
  await expect(panel(page, 'tools').locator('[data-preview]')).toBeVisible({ timeout: 60_000 })
  await panel(page, 'tools').locator('[data-command="apply-tool"]').click()
  await expect(panel(page, 'tools').locator(`[data-tool="${tool}"]`)).toBeVisible({
    timeout: 60_000,
  })
  await page.keyboard.press('Escape')
  await expect(panel(page, 'tools')).toHaveCount(0)
}

async function addAnotherPhoto(page: Page): Promise<void> {
  await open(page, 'photos')
  await panel(page, 'photos')
    .locator('input[data-source="file"]')
    .setInputFiles(madeFile('b.png', 900, 700))
  await page.keyboard.press('Escape')
  await expect(panel(page, 'photos')).toHaveCount(0)
}

async function addSticker(page: Page): Promise<void> {
  await open(page, 'stickers')
  await panel(page, 'stickers').locator('ul button').first().click()
  await page.keyboard.press('Escape')
  await expect(panel(page, 'stickers')).toHaveCount(0)
}

async function addText(page: Page): Promise<void> {
  await open(page, 'text')
  await panel(page, 'text').getByRole('textbox', { name: 'Your words' }).fill('Ciao Nonna')
  await panel(page, 'text').getByRole('button', { name: 'Add text' }).click()
  await page.keyboard.press('Escape')
  await expect(panel(page, 'text')).toHaveCount(0)
}

test('after one visit a whole design is made without a network, and printed to a file', {
  tag: '@phone',
}, async ({ browser }) => {
  await withDevice(browser, async (device) => {
    const { page } = device
    await openStudio(page)
    await keptOnDevice(page)
    await addPhoto(page)
    await useTool(page, 'enhance')
    await addSticker(page)
    await addText(page)
    await expect(layersOf(page)).toHaveCount(3)
    await savedDesign(page)

    await loseNetwork(device)
    await page.reload()
    await expect(layersOf(page)).toHaveCount(3, { timeout: 30_000 })
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true)
    await addAnotherPhoto(page)
    await useTool(page, 'enhance')
    await addSticker(page)
    await addText(page)
    await expect(layersOf(page)).toHaveCount(6)
    await page.locator('[data-command="undo"]').first().click()
    await expect(layersOf(page)).toHaveCount(5)
    expect((await savedDesign(page)).layers).toHaveLength(5)

    await page.reload()
    await expect(layersOf(page)).toHaveCount(5, { timeout: 30_000 })
    await page.locator('[data-command="done"]').click()
    await page.locator('[data-command="continue"]').click()
    await page.locator('[data-command="make-print"]').click()
    await expect(page.locator('[data-print]')).toBeVisible({ timeout: 60_000 })
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('[data-command="download-print"]').click(),
    ])
    expect((await readFile(await file.path())).length).toBeGreaterThan(10_000)
  })
})

const portrait = photograph('open/portrait/faces/cid22-2811087.jpg')
const ids = tools.map(({ id }) => id)

test.describe('image tools without a network', () => {
  test.skip(!photographsAreHere, photographsMissing)

  test('each works that was looked at once before', { tag: '@phone' }, async ({ browser }) => {
    // Every tool runs twice: on a slow machine that is minutes.
    test.setTimeout(360_000)
    const photo = await smallCopy(portrait, 320)
    await withDevice(browser, async (device) => {
      const { page } = device
      await openStudio(page)
      await keptOnDevice(page)
      await addPhoto(page, photo)
      await openTools(page)
      for (const id of ids) {
        await panel(page, 'tools').locator(`[data-tool="${id}"]`).click()
        await expect(panel(page, 'tools').locator('[data-preview]')).toBeVisible({
          timeout: 60_000,
        })
        await panel(page, 'tools').getByRole('button', { name: 'All tools' }).click()
      }
      await savedDesign(page)

      await loseNetwork(device)
      await page.reload()
      await expect(layersOf(page)).toHaveCount(1, { timeout: 30_000 })
      await layersOf(page).first().focus()
      await openTools(page)
      for (const id of ids) {
        await panel(page, 'tools').locator(`[data-tool="${id}"]`).click()
        await panel(page, 'tools').locator('[data-command="apply-tool"]').click()
        await expect(panel(page, 'tools').locator(`[data-tool="${id}"]`)).toBeVisible({
          timeout: 60_000,
        })
      }
      const layer = await savedLayer(page)
      expect(layer.kind === 'photo' && layer.derived.map(({ tool }) => tool)).toEqual(ids)
    })
  })
})

test('the worker names files of its own build alone, and all of them are there', {
  tag: '@phone',
}, async () => {
  const network = new OwnNetwork(DIST)
  await network.plugIn()
  try {
    const script = await (await fetch(network.url + SERVICE_WORKER_PATH)).text()
    const named = new Set(
      [...script.matchAll(/["'`]\/assets\/([\w.-]+\.\w+)["'`]/g)].map(([, name]) => name),
    )
    const built = (await readdir(join(DIST, 'assets'))).filter((name) => !name.endsWith('.br'))
    expect(named.size).toBeGreaterThan(30)
    expect([...named].filter((name) => !built.includes(name ?? ''))).toEqual([])
    for (const path of ['/', '/first-paint.js', '/favicon.svg', '/app.webmanifest']) {
      expect((await fetch(network.url + path)).ok).toBe(true)
      expect(script).toContain(path)
    }
  } finally {
    await network.pullOut()
  }
})
