import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from 'playwright/test'
import sharp from 'sharp'
import type { PhotoRef } from '#core/design/document.ts'
import { limits } from '#core/limits.ts'
import { printDesign } from '#server/imaging/print/print-design.ts'
import { runTool } from '#server/imaging/run-tool.ts'
import type { ToolRequest } from '#workers/imaging/api.ts'
import { bareJob } from '../../fixtures/bare-job.ts'
import { meanDifference } from '../../parity/compare.ts'
import { landscape } from '../../unit/imaging/made-pictures.ts'
import { openHarness } from '../harness-page.ts'

/** Four times as wide and high it has more pixels than a photo is worked on at. */
const PHOTO = { width: 1100, height: 1000 }
const enlarging = { tool: 'super-resolution', settings: { factor: 4 } } as const
const bytesOf = (address: string) => Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')

async function madePhoto(hasTransparency = false): Promise<Uint8Array<ArrayBuffer>> {
  const { rgba } = landscape(PHOTO.width, PHOTO.height)
  if (hasTransparency) rgba.fill(0, rgba.length - 4)
  return new Uint8Array(
    await sharp(rgba, { raw: { ...PHOTO, channels: 4 } })
      .png()
      .toBuffer(),
  )
}

/** What the page's worker answers. */
async function enlarged(page: Page, photo: Uint8Array) {
  const body = Buffer.from(photo)
  await page.route('**/made.png', (route) => route.fulfill({ body, contentType: 'image/png' }))
  await openHarness(page, 'imaging')
  return await page.evaluate(async (tool) => {
    const kept = await window.imagingHarness.keep('/made.png')
    return (await window.imagingHarness.run({ ...tool, photo: kept } as ToolRequest)).outcome
  }, enlarging)
}

test('a result beyond the working size is made, opened again and printed', async ({ page }) => {
  test.setTimeout(300_000)
  const photo = await madePhoto()
  const outcome = await enlarged(page, photo)
  if (!outcome.ok) throw new Error(outcome.fault.code)
  const { result } = outcome.value
  expect(result).toMatchObject({ widthPx: 4400, heightPx: 4000, mediaType: 'image/jpeg' })
  expect(result.widthPx * result.heightPx).toBeGreaterThan(limits.workingPxMax)

  // The server makes the same of it.
  const file = bytesOf(await page.evaluate((made) => window.imagingHarness.fileOf(made), result))
  const there = await runTool({ ...enlarging, photo }, bareJob)
  expect(await meanDifference(file, there.result.bytes)).toBeLessThanOrEqual(0.5)

  // Its parts are read without the rest, and are what the browser decodes.
  const apart = await page.evaluate(async (made) => {
    const { decodedApart } = window.imagingHarness
    return [
      await decodedApart(made, { x: 1000, y: 1500, width: 900, height: 700 }),
      await decodedApart(made, { x: 0, y: 3999, width: 4400, height: 1 }),
    ]
  }, result)
  expect(Math.max(...apart)).toBeLessThanOrEqual(1)

  // Other tools open it.
  const preview = await page.evaluate(async (made) => {
    const request = { tool: 'enhance', photo: made, settings: { strength: 1 } } as ToolRequest
    const { outcome: answer, width, height } = await window.imagingHarness.preview(request, 220)
    return { ok: answer.ok, width, height }
  }, result)
  expect(preview).toEqual({ ok: true, width: 220, height: 200 })

  await expectSamePrint(page, result)
})

/** It is printed as the server prints it. */
async function expectSamePrint(page: Page, photo: PhotoRef): Promise<void> {
  await openHarness(page, 'compositor')
  const made = await page.evaluate(async (ref) => {
    const harness = window.compositorHarness
    const design = harness.designs.everything(ref)
    const outcome = await harness.export({ design, format: 'png', dpi: 300 })
    if (!outcome.ok) throw new Error(outcome.fault.code)
    return { design: await harness.pack(design), print: await harness.base64(outcome.value.file) }
  }, photo)
  const folder = await mkdtemp(join(tmpdir(), 'stampa-large-'))
  try {
    const [from, to] = [join(folder, 'design.stampa'), join(folder, 'print.png')]
    await writeFile(from, bytesOf(made.design))
    await printDesign({ from, to, format: 'png', dpi: 300 }, bareJob)
    expect(await meanDifference(bytesOf(made.print), await readFile(to))).toBeLessThanOrEqual(2)
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('one with transparency is refused, and what could be made is said', async ({ page }) => {
  expect(await enlarged(page, await madePhoto(true))).toMatchObject({
    ok: false,
    fault: { code: 'photo-too-large', params: { maxMegapixels: 1 } },
  })
})
