import { expect, test } from 'playwright/test'
import { photograph, photographsAreHere, photographsMissing } from '../fixtures/photographs.ts'
import {
  type Comparison,
  type GalleryTool,
  galleryTools,
  isAsked,
  type Look,
  photographsOf,
} from './catalogue.ts'
import { ToolPage } from './gallery-folder.ts'
import type { Shown } from './pages.ts'
import { ToolHarness } from './tool-harness.ts'

/** What one page is made with. */
interface Making {
  readonly harness: ToolHarness
  readonly page: ToolPage
  readonly tool: GalleryTool
}

/** Lets the worker fetch and compile what it needs, so that the first time is like the others. */
async function warmUp({ harness, tool }: Making, path: string): Promise<void> {
  const photo = await harness.keep(path, 'small-copy')
  for (const { looks } of tool.comparisons)
    for (const look of looks) await harness.run(look.request(photo))
}

async function lookAt(
  { harness, page, tool }: Making,
  look: Look,
  path: string,
  small: boolean,
): Promise<readonly Shown[]> {
  const photo = await harness.keep(path, small ? 'small-copy' : 'photograph')
  const answer = await harness.run(look.request(photo))
  if ('refusal' in answer) return [{ caption: look.name, refusal: answer.refusal }]
  return await Promise.all(
    tool.papers.map(async (paper) => ({
      ...(await page.picture(path, look.name, answer.file, paper)),
      ms: answer.ms,
    })),
  )
}

/** A photograph before, and after each of the looks. */
async function showChanged(making: Making, { looks }: Comparison, path: string): Promise<Shown[]> {
  const shown = [await making.page.picture(path, 'before', photograph(path))]
  for (const look of looks) shown.push(...(await lookAt(making, look, path, false)))
  return shown
}

/** A small copy enlarged by the browser and by each of the looks, and the photograph it was. */
async function showEnlarged(making: Making, comparison: Comparison, path: string) {
  const { harness, page } = making
  const small = await harness.keep(path, 'small-copy')
  const plain = await harness.scaledByBrowser(small, comparison.factor)
  const shown: Shown[] = [await page.picture(path, `browser x${comparison.factor}`, plain)]
  for (const look of comparison.looks) shown.push(...(await lookAt(making, look, path, true)))
  shown.push(await page.picture(path, 'photograph', photograph(path)))
  return { shown, title: `${small.widthPx} x ${small.heightPx} px, x${comparison.factor}` }
}

async function showPhotograph(making: Making, path: string): Promise<readonly Shown[]> {
  const all: Shown[] = []
  for (const comparison of making.tool.comparisons) {
    const { shown, title } =
      comparison.factor > 1
        ? await showEnlarged(making, comparison, path)
        : { shown: await showChanged(making, comparison, path), title: '' }
    making.page.add(path, title, shown)
    all.push(...shown)
  }
  return all
}

test.describe('the gallery', () => {
  test.skip(!photographsAreHere, photographsMissing)
  for (const tool of galleryTools.filter(isAsked))
    test(`shows ${tool.tool} on the open photographs`, async ({ page }) => {
      const making = { harness: new ToolHarness(page), page: new ToolPage(tool.tool), tool }
      await making.harness.open()
      const paths = tool.sets.flatMap(photographsOf)
      await warmUp(making, paths[0] ?? '')
      const shown: Shown[] = []
      for (const path of paths) shown.push(...(await showPhotograph(making, path)))
      await making.page.write()
      const faults = shown.flatMap((one) => ('refusal' in one ? one.refusal : []))
      expect(faults.filter((code) => !tool.refusals.includes(code))).toEqual([])
      expect(shown.some((one) => 'address' in one && one.ms !== undefined)).toBe(true)
    })
})
