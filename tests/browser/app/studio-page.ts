import { createCanvas, loadImage } from '@napi-rs/canvas'
import { expect, type Locator, type Page } from 'playwright/test'
import { type Design, designSchema } from '#core/design/document.ts'
import { addresses, standAtStation } from './station.ts'

/** A picture that the project draws itself: a hill, a sun and a path, as a PNG file. */
function madePhoto(widthPx = 1600, heightPx = 1200): Buffer {
  const canvas = createCanvas(widthPx, heightPx)
  const ink = canvas.getContext('2d')
  const sky = ink.createLinearGradient(0, 0, 0, heightPx)
  sky.addColorStop(0, '#f7d9b5')
  sky.addColorStop(1, '#e98f6f')
  ink.fillStyle = sky
  ink.fillRect(0, 0, widthPx, heightPx)
  ink.fillStyle = '#fff3d6'
  ink.beginPath()
  ink.arc(widthPx * 0.68, heightPx * 0.32, heightPx * 0.13, 0, 7)
  ink.fill()
  ink.fillStyle = '#2a6056'
  ink.beginPath()
  ink.ellipse(widthPx * 0.3, heightPx * 1.05, widthPx * 0.6, heightPx * 0.45, 0, 0, 7)
  ink.fill()
  ink.fillStyle = '#1b4a42'
  ink.beginPath()
  ink.ellipse(widthPx * 0.9, heightPx * 1.1, widthPx * 0.5, heightPx * 0.4, 0, 0, 7)
  ink.fill()
  return canvas.toBuffer('image/png')
}

export const madeFile = (name = 'hills.png', widthPx?: number, heightPx?: number) => ({
  name,
  mimeType: 'image/png',
  buffer: madePhoto(widthPx, heightPx),
})

/** Waves of every colour between a darkest and a lightest value: a full range is good, a narrow one veiled. */
export function madeWaves(darkest: number, lightest: number) {
  const canvas = createCanvas(640, 480)
  const ink = canvas.getContext('2d')
  const pixels = ink.createImageData(640, 480)
  const wave = (at: number) => darkest + (lightest - darkest) * (0.5 + Math.sin(at) / 2)
  for (let y = 0; y < 480; y++) {
    for (let x = 0; x < 640; x++) {
      const colour = [wave(x / 90), wave(y / 70 + 1), wave((x + y) / 110 + 2), 255]
      pixels.data.set(colour, (y * 640 + x) * 4)
    }
  }
  ink.putImageData(pixels, 0, 0)
  return { name: 'waves.png', mimeType: 'image/png', buffer: canvas.toBuffer('image/png') }
}

/** A photograph in the upper half of a tall picture, where cases have their camera. */
export async function underCamera(path: string, widthPx = 1600) {
  const canvas = createCanvas(widthPx, widthPx * 2)
  const ink = canvas.getContext('2d')
  ink.fillStyle = '#7a8a80'
  ink.fillRect(0, 0, widthPx, widthPx * 2)
  ink.drawImage(await loadImage(path), -0.1 * widthPx, 0.2 * widthPx, widthPx, widthPx)
  return { name: 'tall.png', mimeType: 'image/png', buffer: canvas.toBuffer('image/png') }
}

/** A photograph as a file of so many pixels' width, for what takes long with all of them. */
export async function smallCopy(path: string, widthPx: number) {
  const image = await loadImage(path)
  const canvas = createCanvas(widthPx, Math.round((widthPx * image.height) / image.width))
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height)
  return { name: 'small.png', mimeType: 'image/png', buffer: canvas.toBuffer('image/png') }
}

/** The same picture as a WebP file of 640 x 480. */
export function madeWebp(): { name: string; mimeType: string; buffer: Buffer } {
  const canvas = createCanvas(640, 480)
  const ink = canvas.getContext('2d')
  ink.fillStyle = '#2a6056'
  ink.fillRect(0, 0, 640, 480)
  return { name: 'hills.webp', mimeType: 'image/webp', buffer: canvas.toBuffer('image/webp') }
}

/** The head of an iPhone's photo: what it is can be told, what it shows cannot. */
export const heic = (): Buffer =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from('ftypheic\0\0\0\0mif1heic'),
    Buffer.from([0, 0, 0, 20]),
    Buffer.from('ispe\0\0\0\0\0\0\x0f\xc0\0\0\x0b\xd0', 'latin1'),
  ])

/** Begins a case for an iPhone 15 Pro in the shop and opens it in the studio. */
export async function openStudio(page: Page): Promise<void> {
  await standAtStation(page)
  await page.goto(addresses.customise)
  await page.getByRole('searchbox').fill('iphone 15 pro')
  await page.getByRole('radio', { name: 'iPhone 15 Pro', exact: true }).check()
  await page.getByRole('button', { name: 'Start designing' }).click()
  await expect(stageOf(page)).toBeVisible()
}

export const stageOf = (page: Page): Locator => page.getByRole('region', { name: 'Your design' })

/** The layers on the stage, bottom to top. */
export const layersOf = (page: Page): Locator => stageOf(page).locator('[data-layer]')

/** Puts files on the design by the button in its middle, or the photos panel where there is none. */
export async function addPhoto(
  page: Page,
  file: string | { name: string; mimeType: string; buffer: Buffer } = madeFile(),
): Promise<void> {
  const before = await layersOf(page).count()
  await page.locator('main input[data-source="file"]').first().setInputFiles(file)
  await expect(layersOf(page)).toHaveCount(before + 1)
}

/** The design that is open, as it lies saved on the device. */
export async function savedDesign(page: Page): Promise<Design> {
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
  await expect(page.locator('[data-save]')).toHaveAttribute('data-save', 'saved')
  const id = new URL(page.url().replace('/#', '')).searchParams.get('draft')
  const stored = await page.evaluate(
    (key) =>
      new Promise<unknown>((resolve, reject) => {
        const opening = indexedDB.open('stampa-drafts')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const reading = opening.result.transaction('designs').objectStore('designs').get(key)
          reading.onerror = () => reject(reading.error)
          reading.onsuccess = () => {
            opening.result.close()
            resolve(reading.result)
          }
        }
      }),
    id ?? '',
  )
  return designSchema.parse(stored)
}

/** The only layer of the saved design. */
export async function savedLayer(page: Page): Promise<Design['layers'][number]> {
  const [layer, ...others] = (await savedDesign(page)).layers
  if (layer === undefined || others.length > 0) throw new Error('not exactly one layer')
  return layer
}

/** The studio with its photo, read in another language; the photo is selected. */
export async function readIn(page: Page, language: string): Promise<void> {
  await savedLayer(page)
  await page.evaluate((chosen) => localStorage.setItem('HL_language', chosen), language)
  await page.reload()
  await page.locator('[data-layer]').focus()
}

export interface PlacePx {
  readonly x: number
  readonly y: number
}

/** The middle of a layer on the screen. */
export async function middleOf(target: Locator): Promise<PlacePx> {
  const box = await target.boundingBox()
  if (box === null) throw new Error('not on the screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Drags with one finger, or with the mouse where there is no touch. */
export async function drag(page: Page, touch: boolean, from: PlacePx, to: PlacePx): Promise<void> {
  if (touch) return await swipe(page, [[from], [to]])
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 })
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await page.mouse.up()
}

/** Moves fingers over the screen: the first entry puts them down, the last one is where they end. */
export async function swipe(page: Page, frames: readonly (readonly PlacePx[])[]): Promise<void> {
  const steps = 6
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly PlacePx[]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map((point, id) => ({ ...point, id })),
    })
  const [first = [], ...others] = frames
  await touch('touchStart', first)
  let last = first
  for (const next of others) {
    for (let step = 1; step <= steps; step++) {
      const at = next.map((point, index) => {
        const from = last[index] ?? point
        const share = step / steps
        return { x: from.x + (point.x - from.x) * share, y: from.y + (point.y - from.y) * share }
      })
      await touch('touchMove', at)
    }
    last = next
  }
  await touch('touchEnd', [])
  await session.detach()
}

/** Puts a script before a worker's own, and answers what ends its faults: it sets `mended`. */
export async function spoilWorker(page: Page, worker: RegExp, script: string) {
  await page.route(worker, async (route) => {
    const response = await route.fetch()
    const before = `{
      let mended = false
      new BroadcastChannel('mended').onmessage = () => { mended = true }
      ${script}
    }`
    const headers = { ...response.headers(), 'cache-control': 'no-store' }
    await route.fulfill({ response, headers, body: before + (await response.text()) })
  })
  return () => page.evaluate(() => new BroadcastChannel('mended').postMessage(null))
}

/** For {@link spoilWorker}: what a browser throws when its quota is used up; the worker tests use a real quota. */
export const FULL_DEVICE = `const { prototype } = FileSystemSyncAccessHandle
  const { write } = prototype
  prototype.write = function (...written) {
    if (!mended) throw new DOMException('full', 'QuotaExceededError')
    return write.apply(this, written)
  }`

/** The tools for the photo that is selected. */
export const openTools = (page: Page): Promise<void> =>
  page.locator('[role="toolbar"] [data-command="tools"]').click()

/** A tool for the photo that is selected. */
export async function openTool(page: Page, tool: string): Promise<void> {
  await openTools(page)
  await page.locator(`[data-panel="tools"] [data-tool="${tool}"]`).click()
}
