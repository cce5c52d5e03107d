import { expect, type Page, test } from 'playwright/test'
import { screens } from '#core/launch/screens.ts'
import { standAtStation } from './station.ts'
import { addPhoto, openStudio } from './studio-page.ts'

/** What a screen reader would stumble over in how the page is built, in words. */
const faultsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const seen = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility())
    const faults: string[] = []
    const titles = seen('h1').length
    if (titles !== 1) faults.push(`${titles} main headings`)
    let before = 0
    for (const heading of seen('h1, h2, h3, h4, h5, h6')) {
      const level = Number(heading.tagName[1])
      if (level > before + 1) faults.push(`h${level} "${heading.textContent}" after h${before}`)
      before = level
    }
    const pageWide = (element: Element) =>
      element.parentElement?.closest(
        'main, article, section, aside, nav, dialog, [role="dialog"]',
      ) === null
    for (const tag of ['main', 'header', 'footer']) {
      const count = seen(tag).filter(pageWide).length
      if (count > 1 || (tag === 'main' && count === 0)) faults.push(`${count} of <${tag}>`)
    }
    const landmarks = seen('nav, aside, section[aria-label]').map(
      (element) => `${element.tagName} "${element.getAttribute('aria-label') ?? ''}"`,
    )
    for (const [place, name] of landmarks.entries()) {
      if (landmarks.indexOf(name) !== place) faults.push(`twice ${name}`)
    }
    const plain = (words: string) => words.replace(/\s+/g, ' ').trim().toLowerCase()
    for (const control of seen('button[aria-label], a[aria-label]')) {
      const shown = plain((control as HTMLElement).innerText)
      const name = plain(control.getAttribute('aria-label') ?? '')
      if (!name.includes(shown)) faults.push(`"${shown}" is named "${name}"`)
    }
    const outside = seen('#root :is(h1, h2, h3, p, button, a)').filter(
      (element) =>
        element.closest(
          'header, main, nav, aside, footer, [role="dialog"], [role="toolbar"], [role="status"], [role="region"]',
        ) === null,
    )
    for (const element of outside) faults.push(`in no landmark: ${element.textContent}`)
    return faults
  })

test('every screen has one title, headings in order, and landmarks that can be told apart', {
  tag: '@phone',
}, async ({ page }) => {
  await standAtStation(page)
  const faults: string[] = []
  const { selectLogin: _signedIn, ...others } = screens
  for (const { paths } of Object.values(others)) {
    await page.goto(`/#${paths[0]}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    faults.push(...(await faultsOf(page)).map((fault) => `${paths[0]}: ${fault}`))
  }
  expect(faults).toEqual([])
})

test('so has the studio, whatever panel is open', async ({ page }) => {
  await openStudio(page)
  await addPhoto(page)
  const faults: string[] = []
  for (const panel of ['text', 'stickers', 'tools', 'layers', 'layout']) {
    await page.locator(`nav [data-command="${panel}"]`).click()
    await expect(page.locator(`[data-panel="${panel}"]`)).toBeVisible()
    faults.push(...(await faultsOf(page)).map((fault) => `${panel}: ${fault}`))
    await page.locator(':is(aside, [role="dialog"]) :has(> h2) > button').first().click()
    await expect(page.locator('[data-panel]')).toHaveCount(0)
  }
  await page.locator('nav [data-command="tools"]').click()
  await page.locator('[data-panel="tools"] [data-tool="enhance"]').click()
  await expect(page.locator('[data-command="apply-tool"]')).toBeVisible()
  faults.push(...(await faultsOf(page)).map((fault) => `an open tool: ${fault}`))
  expect(faults).toEqual([])
})
