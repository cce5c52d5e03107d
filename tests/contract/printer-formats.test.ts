import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { placeOrder } from '#core/contract/services/orders.ts'
import { unwrap } from '#core/errors.ts'
import { readPdfPage } from '#core/formats/pdf/frame.ts'
import { createPdfWriter, mmFromPoints } from '#core/formats/pdf/writer.ts'
import { printPage } from '#core/formats/print-page.ts'
import { limits } from '#core/limits.ts'
import { printAttempts } from '#server/database/schema.ts'
import { newEnrolmentCode } from '#server/stations/agents/enrolment.ts'
import { startAgent } from '#station/agent.ts'
import { openPageRows, rgbRows } from '#station/printing/page-rows.ts'
import { printFileOf } from '../fixtures/print-files.ts'
import { eventually } from './eventually.ts'
import { startEvePrinter } from './ippeveprinter.ts'
import { pay } from './order-steps.ts'
import { orderRow } from './paid-orders.ts'
import { blackCase, goodRequest, newCustomer, openShopOfFile, upload } from './shop.ts'

const shop = openShopOfFile({ STAMPA_RATE_FACTOR: '1000' })
const page = printPage(blackCase().geometry, limits.printDpi)
const quiet = { print: () => {}, printer: () => {}, server: () => {} }

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stampa-formats-'))
  await mkdir(join(folder, 'printer'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function ordered(isPdf: boolean): Promise<string> {
  const token = await newCustomer(shop)
  const printFile = isPdf
    ? await upload(shop, token, await printFileOf(page, createPdfWriter, 120), 'application/pdf')
    : undefined
  const request = await goodRequest(shop, token, printFile === undefined ? {} : { printFile })
  const { order_number } = unwrap(await shop.call(placeOrder, request, { token })).value
  return (await pay(shop, order_number)).orderNumber
}

/** Prints one order on a printer that takes `formats`; what it was sent, and how the order ended. */
async function printedOn(formats: string, isPdf = false) {
  const eve = await startEvePrinter(join(folder, 'printer'), formats)
  const enrol = await newEnrolmentCode(shop.context, 'M001', { revokesEarlier: true })
  const settings = { server: shop.url, enrol, machine: 'M001', folder }
  const orderNumber = await ordered(isPdf)
  const agent = await startAgent(settings, eve.uri, quiet, () => {})
  const ended = await eventually(async () => {
    const order = await orderRow(shop, orderNumber)
    const attempts = await shop.context.database.select().from(printAttempts)
    const note = attempts.find(({ outcome }) => outcome === 'failed')?.note
    if (order.stage !== 'production-finished' && note === undefined) throw new Error(order.stage)
    return { stage: order.stage, note }
  })
  await agent.stop()
  const sent = (await readdir(eve.spool)).map((name) => join(eve.spool, name))
  await eve.close()
  return { ...ended, sent }
}

async function pixelsOf(path: string, type: 'image/png' | 'application/pdf') {
  const pieces: Buffer[] = []
  for await (const row of rgbRows(await openPageRows(path, type))) pieces.push(Buffer.from(row))
  return Buffer.concat(pieces)
}

it('a printer that takes PDF alone prints a PNG as a page of its exact size', async () => {
  const { stage, sent } = await printedOn('application/pdf')
  expect(stage).toBe('production-finished')
  const [path = ''] = sent
  expect([sent.length, path.endsWith('.pdf')]).toEqual([1, true])
  const boxes = readPdfPage(readFileSync(path))
  expect(mmFromPoints(boxes?.width ?? '')).toBeCloseTo(page.widthMm, 3)
  expect(mmFromPoints(boxes?.height ?? '')).toBeCloseTo(page.heightMm, 3)
  expect(mmFromPoints(boxes?.inset ?? '')).toBeCloseTo(page.bleedMm, 3)
  const original = await pixelsOf(join(folder, 'print-file'), 'image/png')
  expect((await pixelsOf(path, 'application/pdf')).equals(original)).toBe(true)
})

it('a printer that takes PNG alone prints our PDF with the same pixels', async () => {
  const { stage, sent } = await printedOn('image/png', true)
  expect(stage).toBe('production-finished')
  const [path = ''] = sent
  expect([sent.length, path.endsWith('.png')]).toEqual([1, true])
  const original = await pixelsOf(join(folder, 'print-file'), 'application/pdf')
  expect((await pixelsOf(path, 'image/png')).equals(original)).toBe(true)
})

it('a printer that takes neither is sent nothing, and staff reads what it takes', async () => {
  const { note, sent } = await printedOn('image/pwg-raster')
  expect(note).toContain('takes neither PNG nor PDF, only')
  expect(note).toContain('image/pwg-raster')
  expect(sent).toEqual([])
})
