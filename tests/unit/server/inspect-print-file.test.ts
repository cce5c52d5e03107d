import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { unwrap } from '#core/errors.ts'
import { createPdfWriter } from '#core/formats/pdf/writer.ts'
import { createPngWriter } from '#core/formats/png/writer.ts'
import { isFileOf } from '#core/formats/print-file.ts'
import { printPage } from '#core/formats/print-page.ts'
import { limits } from '#core/limits.ts'
import { inspectPrintFile, type PrintType } from '#server/files/inspect-print-file.ts'
import { plainPng, pngChunk, pngOfPage, printFileOf } from '../../fixtures/print-files.ts'

const page = printPage({ widthMm: 20, heightMm: 31, bleedMm: 2 }, 300)

async function* piecesOf(file: Uint8Array, pieceBytes = 64 * 1024) {
  for (let at = 0; at < file.length; at += pieceBytes) yield file.subarray(at, at + pieceBytes)
}

const inspect = (file: Uint8Array, type: PrintType = 'image/png', pieceBytes?: number) =>
  inspectPrintFile(piecesOf(file, pieceBytes), type)

/** The cause of the refusal, for the log. */
async function refusal(file: Uint8Array, type?: PrintType): Promise<string> {
  const outcome = await inspect(file, type)
  if (outcome.ok) throw new Error('it was taken')
  expect(outcome.fault.code).toBe('file-refused')
  return outcome.fault.cause
}

const replaced = (file: Buffer, from: string, to: string): Buffer => {
  expect(file.includes(from, 0, 'latin1')).toBe(true)
  return Buffer.from(file.toString('latin1').replace(from, to), 'latin1')
}

describe('a print file that our writers made is opened', () => {
  it('as PNG, with its pixels, its resolution and its sheet', async () => {
    const file = unwrap(await inspect(await printFileOf(page, createPngWriter)))
    expect(file).toMatchObject({ format: 'png', widthPx: 283, heightPx: 413, bleedMm: null })
    expect(file.dpi).toBeCloseTo(300, 1)
    expect(file.widthMm).toBeCloseTo(24, 1)
    expect(isFileOf(file, page)).toBe(true)
  })

  it('as PDF, with its pixels and its boxes to a thousandth of a millimetre', async () => {
    const pdf = await printFileOf(page, createPdfWriter)
    const file = unwrap(await inspect(pdf, 'application/pdf'))
    expect(file).toMatchObject({ format: 'pdf', widthPx: 283, heightPx: 413 })
    expect(file.widthMm).toBeCloseTo(24, 3)
    expect(file.heightMm).toBeCloseTo(35, 3)
    expect(file.bleedMm).toBeCloseTo(2, 3)
    expect(isFileOf(file, page)).toBe(true)
  })

  it.each([1, 7, 4096, 1 << 24])('in pieces of %d bytes', async (pieceBytes) => {
    const png = await printFileOf(page, createPngWriter)
    const pdf = await printFileOf(page, createPdfWriter)
    expect((await inspect(png, 'image/png', pieceBytes)).ok).toBe(true)
    expect((await inspect(pdf, 'application/pdf', pieceBytes)).ok).toBe(true)
  })

  it('and is no file of another page, bleed or resolution', async () => {
    const png = unwrap(await inspect(pngOfPage(page)))
    const pdf = unwrap(await inspect(await printFileOf(page, createPdfWriter), 'application/pdf'))
    const others = [
      { ...page, widthPx: page.widthPx + 1 },
      { ...page, heightPx: page.heightPx - 1 },
    ]
    for (const other of others) {
      expect(isFileOf(png, other)).toBe(false)
      expect(isFileOf(pdf, other)).toBe(false)
    }
    expect(isFileOf(png, { ...page, dpi: 301 })).toBe(false)
    expect(isFileOf(pdf, { ...page, widthMm: page.widthMm + 0.01 })).toBe(false)
    expect(isFileOf(pdf, { ...page, bleedMm: page.bleedMm - 0.5 })).toBe(false)
  })
})

const turned = (file: Buffer, at: number): Buffer => {
  const other = Buffer.from(file)
  other[at] = (other[at] ?? 0) ^ 4
  return other
}

describe('a PNG is no print file', () => {
  it.each([
    ['cut short anywhere', (png: Buffer) => png.subarray(0, png.length - 5)],
    ['without its end', (png: Buffer) => png.subarray(0, png.length - 12)],
    ['with bytes behind its end', (png: Buffer) => Buffer.concat([png, Buffer.from('x')])],
    ['of eight bytes', (png: Buffer) => png.subarray(0, 8)],
    ['of no bytes', () => Buffer.alloc(0)],
    ['with one bit of its pixels turned', (png: Buffer) => turned(png, png.indexOf('IDAT') + 300)],
    ['with one bit of its sums turned', (png: Buffer) => turned(png, png.length - 13)],
  ])('%s', async (_, spoilt) => {
    await refusal(spoilt(await printFileOf(page, createPngWriter)))
  })

  it.each([
    ['rows are missing', { rows: Buffer.alloc(13 * 3) }],
    ['more rows than it says', { rows: Buffer.alloc(13 * 5) }],
    ['an unknown row filter', { rows: Buffer.alloc(13 * 4, 5) }],
    ['interlaced', { interlace: 1 }],
    ['no 8-bit RGB with its resolution', { pxPerMetre: null }],
    ['no 8-bit RGB with its resolution', { colourType: 6, rows: Buffer.alloc(17 * 4) }],
    ['more pixels than any print', { widthPx: limits.printSidePxMax + 1, heightPx: 1 }],
    ['tiny chunks', { extra: Array.from({ length: 80 }, () => pngChunk('tEXt', Buffer.alloc(0))) }],
    ['unknown critical chunk ABCD', { extra: [pngChunk('ABCD', Buffer.alloc(4))] }],
    ['not one IHDR at the start', { extra: [pngChunk('IHDR', Buffer.alloc(13))] }],
  ])('%s', async (cause, parts) => {
    expect(await refusal(plainPng(parts))).toBe(cause)
  })

  it('whose small file unpacks without bounds', async () => {
    expect(await refusal(plainPng({ rows: Buffer.alloc(1 << 26) }))).toBe('more rows than it says')
  })

  it('whose pixels end before their chunk does', async () => {
    const png = plainPng()
    const pixels = Buffer.concat([deflateSync(Buffer.alloc(13 * 4)), Buffer.from('behind')])
    const end = pngChunk('IEND', Buffer.alloc(0))
    const start = png.subarray(0, png.indexOf('IDAT') - 4)
    expect(await refusal(Buffer.concat([start, pngChunk('IDAT', pixels), end]))).toBe(
      'bytes behind its pixels',
    )
  })
})

describe('a PDF is no print file', () => {
  it.each([
    ['cut short', (pdf: Buffer) => pdf.subarray(0, pdf.length - 1)],
    ['with a page of its own behind it', (pdf: Buffer) => Buffer.concat([pdf, Buffer.from('%')])],
    ['another program made', () => Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\n%%EOF\n')],
    [
      'with a script',
      (pdf: Buffer) => replaced(pdf, '/Type /Catalog', '/OpenAction <</S /JavaScript>>'),
    ],
    ['that draws its picture smaller', (pdf: Buffer) => replaced(pdf, 'q 68', 'q 34')],
    ['with two sizes', (pdf: Buffer) => replaced(pdf, '/BleedBox [0 0 68', '/BleedBox [0 0 58')],
    [
      'with a wrong table',
      (pdf: Buffer) => replaced(pdf, '0000000015 00000 n', '0000000016 00000 n'),
    ],
    ['with more rows than it has', (pdf: Buffer) => replaced(pdf, '/Height 413', '/Height 414')],
  ])('%s', async (_, spoilt) => {
    await refusal(spoilt(await printFileOf(page, createPdfWriter)), 'application/pdf')
  })

  it('whose trim box lies outside its sheet', async () => {
    const outside = await printFileOf({ ...page, bleedMm: 13 }, createPdfWriter)
    expect(await refusal(outside, 'application/pdf')).toBe(
      'boxes that do not lie within each other',
    )
  })
})

it('a stream that breaks is no refusal of the file', async () => {
  async function* broken() {
    yield plainPng().subarray(0, 20)
    throw new Error('the disk')
  }
  await expect(inspectPrintFile(broken(), 'image/png')).rejects.toThrow('the disk')
})
