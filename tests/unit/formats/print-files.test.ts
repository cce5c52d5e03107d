import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { Geometry } from '#core/design/document.ts'
import { srgbProfile } from '#core/formats/pdf/srgb-profile.ts'
import { createPdfWriter } from '#core/formats/pdf/writer.ts'
import { createPngWriter } from '#core/formats/png/writer.ts'
import { printPage } from '#core/formats/print-page.ts'
import { collectBytes } from '../../fixtures/collect-bytes.ts'
import { kernels } from '../../fixtures/kernels.ts'

const geometry: Geometry = {
  widthMm: 20,
  heightMm: 31,
  cornerRadiusMm: 3,
  bleedMm: 2,
  safeMm: 3,
  holes: [],
}
const page = printPage(geometry, 150)

/** A picture with a gradient, noise and flat parts, so that every row filter is used. */
function paint(widthPx: number, heightPx: number): Uint8ClampedArray {
  const rgba = new Uint8ClampedArray(widthPx * heightPx * 4)
  let seed = 7
  for (let at = 0, px = 0; at < rgba.length; at += 4, px++) {
    const x = px % widthPx
    const y = Math.floor(px / widthPx)
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    rgba[at] = y < 30 ? 200 : x * 2
    rgba[at + 1] = y < 60 ? y * 3 : seed >>> 24
    rgba[at + 2] = x ^ y
    rgba[at + 3] = 255
  }
  return rgba
}

const pixels = paint(page.widthPx, page.heightPx)

async function write(create: typeof createPngWriter, stripRows: number): Promise<Buffer> {
  const sink = collectBytes()
  const writer = await create(page, kernels, sink)
  for (let y = 0; y < page.heightPx; y += stripRows) {
    const rows = Math.min(stripRows, page.heightPx - y)
    await writer.writeRows(
      pixels.subarray(y * page.widthPx * 4, (y + rows) * page.widthPx * 4),
      rows,
    )
  }
  await writer.finish()
  return sink.bytes()
}

const rgbOf = (rgba: Uint8ClampedArray): Buffer => Buffer.from(rgba.filter((_, at) => at % 4 !== 3))

describe('a print page', () => {
  it('is the trim box with the bleed on all sides, in whole pixels', () => {
    expect(page).toMatchObject({ widthMm: 24, heightMm: 35, widthPx: 142, heightPx: 207 })
  })

  it('of 12 inch at 300 dpi with 3 mm bleed has 3671 pixels a side', () => {
    const cake = { ...geometry, widthMm: 304.8, heightMm: 304.8, bleedMm: 3 }
    expect(printPage(cake, 300).widthPx).toBe(3671)
  })
})

describe('a PNG print file', () => {
  it('opens again with the same pixels, its resolution and an sRGB chunk', async () => {
    const file = await write(createPngWriter, 16)
    const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: page.widthPx, height: page.heightPx, channels: 3 })
    expect(data.equals(rgbOf(pixels))).toBe(true)
    expect((await sharp(file).metadata()).density).toBe(150)
    expect(file.includes('sRGB')).toBe(true)
  })

  it('is the same file whatever the height of the strips', async () => {
    const files = await Promise.all([1, 16, 50, 1000].map((rows) => write(createPngWriter, rows)))
    for (const other of files) expect(other.equals(files[0] as Buffer)).toBe(true)
  })

  it('refuses more rows than the page has, and a page with rows missing', async () => {
    const writer = await createPngWriter(page, kernels, collectBytes())
    await expect(writer.writeRows(pixels, page.heightPx + 1)).rejects.toThrow(RangeError)
    const short = await createPngWriter(page, kernels, collectBytes())
    await short.writeRows(pixels, 1)
    await expect(short.finish()).rejects.toThrow(RangeError)
  })
})

describe('a PDF print file', () => {
  it('has media, bleed and trim box in points, exact to a hundredth of a millimetre', async () => {
    const text = (await write(createPdfWriter, 16)).toString('latin1')
    const box = (name: string) =>
      (text.match(new RegExp(`/${name} \\[([^\\]]+)\\]`))?.[1] ?? '')
        .split(' ')
        .map((value) => (Number(value) / 72) * 25.4)
    expect(box('MediaBox')[2]).toBeCloseTo(24, 2)
    expect(box('BleedBox')[3]).toBeCloseTo(35, 2)
    expect(box('TrimBox')[0]).toBeCloseTo(2, 2)
    expect(box('TrimBox')[2]).toBeCloseTo(22, 2)
    expect(box('TrimBox')[3]).toBeCloseTo(33, 2)
  })

  it('holds the same filtered pixels as the PNG, under cross-references that hit their objects', async () => {
    const file = await write(createPdfWriter, 16)
    const text = file.toString('latin1')
    const start = Number(text.match(/startxref\n(\d+)/)?.[1])
    const offsets = [...text.slice(start).matchAll(/^(\d{10}) 00000 n /gm)].map((m) => Number(m[1]))
    expect(offsets).toHaveLength(7)
    offsets.forEach((offset, index) => {
      expect(text.startsWith(`${index + 1} 0 obj`, offset)).toBe(true)
    })
    const stream = text.indexOf('stream\n', text.indexOf('/Subtype /Image')) + 'stream\n'.length
    const rows = inflateSync(file.subarray(stream))
    expect(rows.length).toBe(page.heightPx * (page.widthPx * 3 + 1))
  })
})

describe('the sRGB profile', () => {
  it('is taken by a colour engine, and converting sRGB to it changes no value by more than one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stampa-profile-'))
    const path = join(folder, 'srgb.icc')
    await writeFile(path, srgbProfile())
    const raw = { width: page.widthPx, height: page.heightPx, channels: 3 } as const
    const colours = rgbOf(pixels)
    const tagged = await sharp(colours, { raw }).withIccProfile(path).png().toBuffer()
    expect((await sharp(tagged).metadata()).icc?.length).toBe(srgbProfile().length)
    const converted = await sharp(tagged, { ignoreIcc: true }).raw().toBuffer()
    const largest = converted.reduce(
      (worst, value, at) => Math.max(worst, Math.abs(value - (colours[at] ?? 0))),
      0,
    )
    expect(largest).toBeLessThanOrEqual(1)
  })
})
