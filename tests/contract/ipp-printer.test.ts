import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPdfWriter } from '#core/formats/pdf/writer.ts'
import { createPngWriter } from '#core/formats/png/writer.ts'
import { printPage } from '#core/formats/print-page.ts'
import { createIppPrinter, type IppPrinter, type PrinterJob } from '#station/ipp/ipp-printer.ts'
import { readFileStream } from '#station/printing/print-file.ts'
import { printFileOf } from '../fixtures/print-files.ts'
import { type EvePrinter, startEvePrinter } from './ippeveprinter.ts'

let folder: string
let eve: EvePrinter
let printer: IppPrinter
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stampa-ipp-'))
  eve = await startEvePrinter(folder)
  printer = createIppPrinter(eve.uri)
})
afterAll(async () => {
  await eve.close()
  await rm(folder, { recursive: true, force: true })
})

const page = printPage({ widthMm: 70, heightMm: 146, bleedMm: 2 }, 300)

async function finished(id: number): Promise<PrinterJob | null> {
  for (;;) {
    const job = await printer.job(id)
    if (job === null || ['completed', 'aborted', 'canceled'].includes(job.state)) return job
    await pause(50)
  }
}

it('says what it is and what it takes', async () => {
  const { state, reasons, formats } = await printer.look()
  expect({ state, reasons }).toEqual({ state: 'idle', reasons: [] })
  expect(formats).toEqual(expect.arrayContaining(['image/png', 'application/pdf']))
})

it.each([
  ['image/png', createPngWriter, 'png'],
  ['application/pdf', createPdfWriter, 'pdf'],
] as const)(
  'prints the studio’s %s byte for byte, and is found by its name',
  async (type, create, ending) => {
    const bytes = await printFileOf(page, create)
    const path = join(folder, `print.${ending}`)
    await writeFile(path, bytes)
    const name = `stampa-${ending}-1`
    const { widthMm, heightMm } = page
    const id = await printer.createJob({ name, copies: 1, widthMm, heightMm })
    await printer.sendDocument(id, type, readFileStream(path))
    expect(await finished(id)).toMatchObject({ id, state: 'completed' })
    expect(await printer.jobNamed(name)).toMatchObject({ id })
    const names = (await readdir(eve.spool)).filter((each) => each.endsWith(ending))
    expect(names).toHaveLength(1)
    expect((await readFile(join(eve.spool, names[0] ?? ''))).equals(bytes)).toBe(true)
  },
)

it('does not know a job that never was', async () => {
  expect(await printer.job(4711)).toBeNull()
  expect(await printer.jobNamed('stampa-nobody')).toBeNull()
})
