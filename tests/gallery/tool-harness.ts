import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { Page } from 'playwright/test'
import sharp from 'sharp'
import type { PhotoRef } from '#core/design/document.ts'
import type { ToolRequest } from '#workers/imaging/api.ts'
import { openHarness } from '../browser/harness-page.ts'
import { photograph } from '../fixtures/photographs.ts'

/** What a small copy measures: this much of the photograph, and never more. */
const SMALL_SHARE = 1 / 3
const SMALL_PX_MAX = 250

/** A result as a file, or the reason why there is none. */
export type Answer = { readonly file: Buffer; readonly ms: number } | { readonly refusal: string }

/** The imaging worker in its harness page, fed with photographs by their paths. */
export class ToolHarness {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async open(): Promise<void> {
    await this.#page.route('**/photograph/**', async (route) => {
      const path = new URL(route.request().url()).pathname.replace('/photograph/', '')
      const contentType = extname(path) === '.png' ? 'image/png' : 'image/jpeg'
      await route.fulfill({ body: await readFile(photograph(path)), contentType })
    })
    await this.#page.route('**/small-copy/**', async (route) => {
      const path = new URL(route.request().url()).pathname.replace('/small-copy/', '')
      await route.fulfill({ body: await smallCopy(photograph(path)), contentType: 'image/png' })
    })
    await openHarness(this.#page, 'imaging')
  }

  keep(path: string, as: 'photograph' | 'small-copy'): Promise<PhotoRef> {
    return this.#page.evaluate((url) => window.imagingHarness.keep(url), `/${as}/${path}`)
  }

  async run(request: ToolRequest): Promise<Answer> {
    const { outcome, ms } = await this.#page.evaluate(async (asked) => {
      const began = performance.now()
      const { outcome } = await window.imagingHarness.run(asked)
      return { outcome, ms: Math.round(performance.now() - began) }
    }, request)
    if (!outcome.ok) return { refusal: outcome.fault.code }
    return { file: await this.fileOf(outcome.value.result), ms }
  }

  /** The picture at another size, as the browser's own scaling gives it. */
  async scaledByBrowser(photo: PhotoRef, factor: number): Promise<Buffer> {
    const scaled = await this.#page.evaluate(
      ([small, times]) =>
        window.imagingHarness.scaled(small, small.widthPx * times, small.heightPx * times),
      [photo, factor] as const,
    )
    return await this.fileOf(scaled)
  }

  async fileOf(photo: PhotoRef): Promise<Buffer> {
    const address = await this.#page.evaluate((ref) => window.imagingHarness.fileOf(ref), photo)
    return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
  }
}

async function smallCopy(path: string): Promise<Buffer> {
  const { width, height } = await sharp(path).metadata()
  const side = Math.min(SMALL_PX_MAX, Math.round(Math.max(width, height) * SMALL_SHARE))
  return await sharp(path).resize(side, side, { fit: 'inside' }).png().toBuffer()
}
