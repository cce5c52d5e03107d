import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { photograph } from '../../fixtures/photographs.ts'
import type { LibraryPage } from '../harness/library.ts'
import { openHarness } from '../harness-page.ts'

declare global {
  interface Window {
    libraryPage: LibraryPage
  }
}

/** Opens the library's page; `/photograph/...` is answered from the folder of photographs. */
export async function openLibraryPage(page: Page): Promise<void> {
  await page.route('**/photograph/**', async (route) => {
    const path = decodeURIComponent(new URL(route.request().url()).pathname)
    await route.fulfill({ body: await readFile(photograph(path.replace('/photograph/', ''))) })
  })
  await openHarness(page, 'library')
}

export const robustness = (path: string) => `/photograph/open/robustness/${path}`

/** Takes in a public file of odd input, as the studio does. */
export const takeIn = (page: Page, path: string) =>
  page.evaluate((url) => window.libraryPage.takeIn(url), robustness(path))

/** A photo that was taken in, drawn to `sidePx` square, as RGBA. */
export async function storedPixels(page: Page, path: string, sidePx = 48) {
  const { photo } = await takeIn(page, path)
  if (photo === undefined) throw new Error(`${path} was refused`)
  return await page.evaluate(([taken, side]) => window.libraryPage.pixels(taken, side), [
    photo,
    sidePx,
  ] as const)
}

/** Mean absolute difference of two RGBA pictures, 0..255. */
export const difference = (one: readonly number[], two: readonly number[]) =>
  one.reduce((sum, value, at) => sum + Math.abs(value - (two[at] ?? 0)), 0) / one.length
