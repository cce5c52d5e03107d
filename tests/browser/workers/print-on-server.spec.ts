import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'playwright/test'
import sharp from 'sharp'
import { printDesign } from '#server/imaging/print/print-design.ts'
import { bareJob } from '../../fixtures/bare-job.ts'
import { meanDifference } from '../../parity/compare.ts'
import { openHarness } from '../harness-page.ts'

/** A design with one of everything, taken along and printed by the page. */
const bytesOf = (address: string) => Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')

test('a design that was taken along prints on the server as it does in the browser', async ({
  page,
}) => {
  await openHarness(page, 'compositor')
  const made = await page.evaluate(async () => {
    const harness = window.compositorHarness
    const design = harness.designs.everything(await harness.madePhoto(1600, 1200))
    const outcome = await harness.export({ design, format: 'png', dpi: 300 })
    if (!outcome.ok) throw new Error(outcome.fault.code)
    const print = await harness.base64(outcome.value.file)
    return { design: await harness.pack(design), print }
  })
  const folder = await mkdtemp(join(tmpdir(), 'stampa-print-'))
  try {
    const [from, to] = [join(folder, 'design.stampa'), join(folder, 'print.png')]
    await writeFile(from, bytesOf(made.design))
    const { widthPx, heightPx } = await printDesign({ from, to, format: 'png', dpi: 300 }, bareJob)
    const print = await readFile(to)
    const { width, height, density } = await sharp(print).metadata()
    expect([width, height, density]).toEqual([widthPx, heightPx, 300])
    expect(await meanDifference(bytesOf(made.print), print)).toBeLessThanOrEqual(2)
  } finally {
    await rm(folder, { recursive: true })
  }
})
