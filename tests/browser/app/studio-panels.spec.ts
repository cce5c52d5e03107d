import { expect, type Locator, type Page, test } from 'playwright/test'
import { frameOf } from '#core/design/frame.ts'
import { layerBounds } from '#core/design/geometry.ts'
import {
  addPhoto,
  FULL_DEVICE,
  layersOf,
  madeFile,
  openStudio,
  savedLayer,
  spoilWorker,
} from './studio-page.ts'

const panel = (page: Page, name: string) => page.locator(`[data-panel="${name}"]`)

test.describe('where one panel stands beside the stage', { tag: '@pc' }, () => {
  test.use({ viewport: { width: 1024, height: 768 } })

  test('the studio names itself; new words bring their settings along, fonts that did not come too', async ({
    page,
  }) => {
    // The worker reads the list for itself: only the page's own question fails.
    await page.addInitScript(() => {
      const fetched = globalThis.fetch
      globalThis.fetch = (asked, how) => {
        const address = asked instanceof Request ? asked.url : asked.toString()
        const fails = address.includes('fonts/index') && !Reflect.has(globalThis, 'online')
        return fails ? Promise.reject(new TypeError('offline')) : fetched(asked, how)
      }
    })
    await openStudio(page)
    const said = page.locator('[data-studio] > * [role="status"]')
    await expect(said.filter({ hasText: 'Studio · Stampa' })).toBeAttached()
    await page.keyboard.press('t')
    await panel(page, 'text').getByRole('textbox').fill('Ciao')
    await panel(page, 'text').getByRole('button', { name: 'Add text' }).click()
    await expect(panel(page, 'text').getByRole('button', { name: /^Colour: / })).toBeInViewport()
    await expect(panel(page, 'text').getByRole('alert')).toContainText('connection')
    await page.evaluate(() => Reflect.set(globalThis, 'online', true))
    await panel(page, 'text').getByRole('button', { name: 'Try again' }).click()
    await expect(panel(page, 'text').getByRole('radiogroup', { name: 'Font' })).toBeInViewport()
    await layersOf(page).focus()
    for (let times = 0; times < 6; times++) await page.keyboard.press('.')
    await page.keyboard.press('e')
    const field = (name: string) => panel(page, 'properties').getByLabel(name)
    const edge = async () => layerBounds(frameOf(await savedLayer(page)))
    const { xMm, yMm } = await edge()
    await expect(field('From the left')).toHaveValue(String(Number(xMm.toFixed(1))))
    await expect(field('From the top')).toHaveValue(String(Number(yMm.toFixed(1))))
    const standing = `${xMm.toFixed(0)} mm from the left, ${yMm.toFixed(0)} mm from the top`
    await expect(said.filter({ hasText: standing })).toBeAttached()
    await field('From the left').fill('4')
    await field('From the left').press('Enter')
    expect((await edge()).xMm).toBeCloseTo(4)
  })
})

/** The contrast of an element's words with what they stand on, all that lies over them counted. */
const contrastOf = (words: Locator): Promise<number> =>
  words.evaluate((element) => {
    const ink = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
    if (ink === null) throw new Error('no canvas')
    const chain: Element[] = []
    for (let at: Element | null = element; at; at = at.parentElement) chain.unshift(at)
    const luminance = (): number => {
      const [r = 0, g = 0, b = 0] = [...ink.getImageData(0, 0, 1, 1).data].map((value) => {
        const share = value / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const paint = (colour: string) => {
      ink.fillStyle = colour
      ink.fillRect(0, 0, 1, 1)
    }
    for (const at of chain) {
      const { opacity, backgroundColor } = getComputedStyle(at)
      ink.globalAlpha *= Number(opacity)
      paint(backgroundColor)
    }
    const ground = luminance()
    paint(getComputedStyle(element).color)
    const [dark, light] = [ground, luminance()].toSorted((one, other) => one - other)
    return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
  })

test('a slider that cannot be pulled can still be read', { tag: '@pc' }, async ({ page }) => {
  await openStudio(page)
  await addPhoto(page, madeFile('tall.png', 900, 1900))
  const slider = page
    .locator('[data-inspector] :has(> [data-disabled])')
    .filter({ hasText: /Sideways|Up and down/ })
    .first()
  await expect(slider).toBeVisible()
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    expect(await contrastOf(slider.locator('output'))).toBeGreaterThanOrEqual(4.5)
  }
})

test('what the stage cannot do is said on it: to draw, to keep a photo where there is no space', {
  tag: '@pc',
}, async ({ page }) => {
  const draw = await spoilWorker(
    page,
    /compositor\.worker/,
    `const { prototype } = OffscreenCanvasRenderingContext2D
     const { drawImage } = prototype
     prototype.drawImage = function (...drawn) {
       if (!mended) throw new Error('made to fail')
       drawImage.apply(this, drawn)
     }`,
  )
  await spoilWorker(page, /library\.worker/, FULL_DEVICE)
  await openStudio(page)
  const alerts = page.getByRole('main').getByRole('alert')
  const notDrawn = alerts.filter({ hasText: 'Draw failed' })
  await expect(notDrawn).toBeVisible()
  const input = page.locator('main input[data-source="file"]').first()
  await input.setInputFiles(madeFile())
  await expect(alerts.filter({ hasText: 'no space left' })).toBeVisible()
  await expect(layersOf(page)).toHaveCount(0)
  await draw()
  await notDrawn.getByRole('button', { name: 'Try again' }).click()
  await expect(notDrawn).toBeHidden()
  await addPhoto(page)
})
