import { expect, type Page, test } from 'playwright/test'
import { screens } from '#core/launch/screens.ts'
import { standAtStation } from './station.ts'
import { addPhoto, madeFile, openStudio, readIn } from './studio-page.ts'

/** Phones upright and on their side, tablets, PCs, and windows of PCs at 200 % zoom. */
const sizes = [
  [320, 568],
  [320, 360],
  [360, 640],
  [390, 844],
  [844, 390],
  [640, 360],
  [720, 450],
  [768, 1024],
  [1024, 768],
  [1152, 800],
  [1440, 900],
] as const

interface Wanted {
  /** What must be in the window, uncovered and large enough for a finger. */
  readonly controls: string
  /** How much of the stage must be free. */
  readonly stagePx?: readonly [width: number, height: number]
}

/** What is wrong with how a screen stands in its window, in words. */
const faultsOf = (page: Page, wanted: Wanted): Promise<readonly string[]> =>
  page.evaluate(({ controls, stagePx }) => {
    const root = document.documentElement
    const tooWide = root.scrollWidth - root.clientWidth
    const faults = tooWide > 0 ? [`${tooWide} px wider than the window`] : []
    const faultOf = (control: Element): string | null => {
      // What a bar or a dialog scrolls to is at hand.
      const list = control.closest('nav ul, [role="dialog"]')
      if (list) control.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      const { left, top, right, bottom, width, height } = control.getBoundingClientRect()
      const inside = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1
      if (!inside) return `stands outside: ${left}, ${top} to ${right}, ${bottom}`
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      if (!control.contains(hit)) return 'is covered'
      if (Math.min(width, height) < 43.5) return `is only ${width} x ${height}`
      return control.scrollWidth > control.clientWidth + 1 ? 'has its words cut off' : null
    }
    for (const control of document.querySelectorAll(controls)) {
      if (!control.checkVisibility({ visibilityProperty: true })) continue
      const fault = faultOf(control)
      const name = control.getAttribute('data-command') ?? control.getAttribute('aria-label')
      if (fault !== null) faults.push(`${name ?? control.textContent} ${fault}`)
    }
    for (const icon of document.querySelectorAll('svg[width="1em"]')) {
      if (!icon.checkVisibility()) continue
      const { width, height } = icon.getBoundingClientRect()
      const holder = icon.closest('a, button, li, p')?.textContent ?? ''
      if (width < height - 1) faults.push(`an icon of "${holder}" is ${width} x ${height}`)
    }
    const stage = document.querySelector('[data-stage]')?.getBoundingClientRect()
    if (stagePx && stage) {
      const sheet = document.querySelector('[role="dialog"]:has([data-panel])')
      const height = (sheet?.getBoundingClientRect().top ?? stage.bottom) - stage.top
      const [leastWidth, leastHeight] = stagePx
      const small = stage.width < leastWidth || Math.min(height, stage.height) < leastHeight
      if (small) faults.push(`the stage is ${stage.width} x ${height}`)
    }
    return faults
  }, wanted)

const frame =
  '[data-studio] > header :is(a, button), nav [data-command], main [role="toolbar"] > button'
const panelHead = ':is(aside, [role="dialog"]) :has(> h2) > button, [role="searchbox"]'

/** Walks through the sizes; what a screen gets wrong is said all at once. */
async function walk(
  page: Page,
  name: string,
  look: () => Promise<readonly string[]>,
): Promise<string[]> {
  const faults: string[] = []
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    faults.push(...(await look()).map((fault) => `${name} ${width}x${height}: ${fault}`))
  }
  return faults
}

/** Looks until nothing is wrong, for as long as an animation may last. */
async function settled(look: () => Promise<readonly string[]>): Promise<readonly string[]> {
  let faults = await look()
  for (let frames = 0; faults.length > 0 && frames < 40; frames++) faults = await look()
  return faults
}

for (const language of ['de-de', 'ar-ar']) {
  test(`in every window the whole studio is at hand, in ${language}`, { tag: '@pc' }, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openStudio(page)
    await addPhoto(page)
    await page.evaluate((code) => localStorage.setItem('HL_language', code), language)
    await page.reload()
    await page.locator('[data-layer]').focus()
    await page.keyboard.press('Enter')
    const ofFrame = () => faultsOf(page, { controls: frame, stagePx: [220, 190] })
    const faults = await walk(page, language, () => settled(ofFrame))
    await page.locator('nav [data-command="stickers"]').click()
    await page.locator('[data-panel="stickers"]').waitFor()
    const ofPanel = () => faultsOf(page, { controls: panelHead, stagePx: [220, 110] })
    const withPanel = await walk(page, `${language}, stickers open,`, async () => [
      ...(await settled(ofPanel)),
      ...(await beyondPanel(page)),
    ])
    faults.push(...withPanel)
    expect(faults).toEqual([])
  })
}

/** What of the stickers' search and list lies beyond the sides of their panel. */
const beyondPanel = (page: Page): Promise<readonly string[]> =>
  page.locator('[data-panel="stickers"]').evaluate((panel) => {
    const box = panel.getBoundingClientRect()
    return [...panel.querySelectorAll('input, ul')]
      .filter((part) => {
        const { left, right } = part.getBoundingClientRect()
        return left < box.left - 1 || right > box.right + 1
      })
      .map((part) => `${part.tagName} is wider than its panel`)
  })

test('in every window the finished product, its order button and the way back are at hand', {
  tag: '@pc',
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openStudio(page)
  await addPhoto(page)
  await page.locator('header [data-command="preview"]').click()
  const controls =
    '[role="dialog"] > header button, [role="dialog"] [role="radiogroup"] label, [data-command="order"]'
  const faults = await walk(page, 'preview', () => settled(() => faultsOf(page, { controls })))
  expect(faults).toEqual([])
})

test('no screen of the shop is wider than its window, and its head is whole', {
  tag: '@pc',
}, async ({ page }) => {
  await standAtStation(page)
  const { studio: _, selectLogin: _signedIn, ...others } = screens
  const faults: string[] = []
  for (const language of ['ru-ru', 'ar-ar']) {
    await page.goto(`/#${screens.mall.paths[0]}?language=${language}`)
    for (const { paths } of Object.values(others)) {
      await page.goto(`/#${paths[0]}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const controls = '#root header :is(a, button)'
      const look = () => settled(() => faultsOf(page, { controls }))
      faults.push(...(await walk(page, `${language} ${paths[0]}`, look)))
    }
  }
  expect(faults).toEqual([])
})

/** Links, buttons and choices too small for a finger, and words of drawings too small to read. */
const smallOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const faults: string[] = []
    const targets = 'a[href], button, [role="tab"], [role="radio"], [role="switch"], select'
    for (const target of document.querySelectorAll(targets)) {
      if (!target.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      // A label around a control takes its taps, and so does what a small one lays around itself.
      const box = (target.closest('label') ?? target).getBoundingClientRect()
      const around = getComputedStyle(target, '::after')
      const grown = (...sides: string[]) =>
        around.position === 'absolute'
          ? sides.reduce((sum, side) => sum + Math.max(0, -Number.parseFloat(side) || 0), 0)
          : 0
      const width = box.width + grown(around.left, around.right)
      const height = box.height + grown(around.top, around.bottom)
      const name = target.getAttribute('aria-label') ?? target.textContent
      if (width < 2 || height < 2 || target.closest('[data-layer], [data-handle]')) continue
      if (Math.min(width, height) < 43.5) faults.push(`${name} is only ${width} x ${height}`)
    }
    for (const words of document.querySelectorAll<SVGTextElement>('svg text')) {
      const { a = 1, b = 0 } = words.getScreenCTM() ?? {}
      const px = Number.parseFloat(getComputedStyle(words).fontSize) * Math.hypot(a, b)
      if (px < 11.9) faults.push(`${words.textContent} is only ${px} px high`)
    }
    return faults
  })

test('every link and button of every screen is large enough for a finger, every drawn word for an eye', {
  tag: '@phone',
}, async ({ page }) => {
  const faults = new Set<string>()
  const look = async (where: string) => {
    for (const fault of await settled(() => smallOf(page))) faults.add(`${where}: ${fault}`)
  }
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await look('/')
  await page.goto('about:blank')
  await openStudio(page)
  await addPhoto(page)
  await look('studio')
  for (const panel of ['photos', 'text', 'stickers', 'background', 'layout', 'layers', 'tools']) {
    await page.locator(`nav [data-command="${panel}"]`).click()
    await page.locator(`[data-panel="${panel}"]`).waitFor()
    await look(panel)
    await page.goBack()
    await page.locator('[data-panel]').waitFor({ state: 'detached' })
  }
  await page.locator('header [data-command="preview"]').click()
  await expect(page.locator('[data-command="order"]')).toBeVisible()
  await look('preview')
  const { studio: _, selectLogin: _signedIn, ...others } = screens
  for (const { paths } of Object.values(others)) {
    await page.goto(`/#${paths[0]}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await look(paths[0])
  }
  expect([...faults]).toEqual([])
})

test('on a phone the longest way on is whole with a count beside it', { tag: '@phone' }, async ({
  page,
}) => {
  await openStudio(page)
  await addPhoto(page, madeFile('small.png', 300, 400))
  for (const language of ['fr-fr', 'ru-ru', 'sl-sl']) {
    await readIn(page, language)
    await expect(page.locator('[data-command="done"]')).toContainText('1')
    await expect(page.locator('[data-command="done"]')).toBeInViewport({ ratio: 1 })
  }
})

test('on a small phone the first finding before printing is read with its first way out', {
  tag: '@phone',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openStudio(page)
  await addPhoto(page, madeFile('small.png', 300, 400))
  await page.locator('[data-command="done"]').click()
  const way = page.locator('[data-finding] [data-fix]').first()
  await expect(way).toBeVisible()
  const foot = page.locator('[data-command="continue"]')
  const [shown, covered] = [await way.boundingBox(), await foot.boundingBox()]
  expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThanOrEqual(covered?.y ?? 0)
})
