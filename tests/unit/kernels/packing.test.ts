import { createHash, randomBytes } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { crc32 } from '#core/formats/crc32.ts'
import { ImageRows } from '#core/formats/image-rows.ts'
import type { SampleRows } from '#core/kernels/packing.ts'
import { Sha256 } from '#core/kernels/sha256.ts'
import { collectBytes } from '../../fixtures/collect-bytes.ts'
import { kernels } from '../../fixtures/kernels.ts'
import { plainAdler32, plainFilteredRows } from '../../fixtures/plain-packing.ts'
import { randomOf } from '../../fixtures/random-of.ts'

type Samples = SampleRows['samples']
type Fill = (index: number, random: () => number) => number

const fills: Readonly<Record<string, Fill>> = {
  'nothing but zeros': () => 0,
  'one colour': (index) => [10, 200, 77, 255][index % 4] ?? 0,
  'noise that nothing packs': (_, random) => random() * 256,
  'a photo: soft, with grain': (index, random) => 128 + 90 * Math.sin(index / 900) + 12 * random(),
  'flat parts, steps and noise': (index, random) =>
    index % 1000 < 700 ? 9 : random() < 0.5 ? (index >> 6) & 255 : random() * 256,
  'rows that repeat': (index) => (index * 37) % 101,
}

function pixelsOf(widthPx: number, rows: number, samples: Samples, fill: Fill): SampleRows {
  const random = randomOf(widthPx * 31 + rows)
  const bytes = widthPx * rows * (samples === 1 ? 1 : 4)
  const pixels = Uint8ClampedArray.from({ length: bytes }, (_, index) => fill(index, random))
  return { widthPx, rows, pixels, samples, above: null }
}

/** What packed rows hold: they are whole blocks, behind which an empty last one ends the stream. */
function unpacked({ deflated, adler32 }: { deflated: Uint8Array; adler32: number }): Uint8Array {
  const end = Buffer.from([3, 0, 0, 0, 0, 0])
  end.writeUInt32BE(adler32, 2)
  return inflateSync(Buffer.concat([Buffer.from([0x78, 0x01]), deflated, end]))
}

/** Tiny, odd, thin, a pixel wide, with rows longer than deflate looks back, of several blocks. */
const sizes = [
  [1, 1],
  [1, 300],
  [300, 1],
  [17, 13],
  [5, 5000],
  [12_000, 3],
  [333, 120],
] as const

it('pixels pack to the same bytes with blue before red', () => {
  const rows = pixelsOf(333, 40, 3, (_, random) => random() * 256)
  const swapped = rows.pixels.map(
    (_, at) => rows.pixels[at - (at % 4) + ([2, 1, 0][at % 4] ?? 3)] ?? 0,
  )
  const asked = { ...rows, pixels: swapped, above: swapped.slice(-333 * 4), order: 'bgra' } as const
  expect(kernels.packRows(asked, 1)).toEqual(
    kernels.packRows({ ...rows, above: rows.pixels.slice(-333 * 4) }, 1),
  )
})

describe.each(Object.entries(fills))('%s', (_, fill) => {
  it.each(sizes)('of %i x %i pixels unpacks to its filtered rows, grey, RGB and RGBA', (w, h) => {
    for (const samples of [1, 3, 4] as const) {
      const rows = pixelsOf(w, h, samples, fill)
      const filtered = plainFilteredRows(rows)
      const packed = kernels.packRows(rows, 1)
      expect(Buffer.compare(unpacked(packed), filtered)).toBe(0)
      expect(packed.adler32).toBe(plainAdler32(filtered, 1))
    }
  })
})

describe('packed rows', () => {
  it('of noise are hardly longer than the noise', () => {
    const rows = pixelsOf(700, 400, 4, (_, random) => random() * 256)
    const bytes = 400 * (700 * 4 + 1)
    expect(kernels.packRows(rows, 1).deflated.length).toBeLessThan(bytes * 1.001 + 32)
  })

  it('of one colour are a thousandth of it', () => {
    const rows = pixelsOf(1000, 1000, 3, () => 200)
    expect(kernels.packRows(rows, 1).deflated.length).toBeLessThan(3_000_000 / 300)
  })

  it('are right whatever bytes come, and whichever row was above', () => {
    const picture = fc
      .record({
        widthPx: fc.integer({ min: 1, max: 40 }),
        rows: fc.integer({ min: 1, max: 12 }),
        samples: fc.constantFrom<Samples>(1, 3, 4),
        values: fc.integer({ min: 1, max: 256 }),
      })
      .chain(({ widthPx, rows, samples, values }) => {
        const bytes = widthPx * (rows + 1) * (samples === 1 ? 1 : 4)
        const value = fc.integer({ min: 0, max: values - 1 })
        return fc
          .array(value, { minLength: bytes, maxLength: bytes })
          .map((all) => ({ widthPx, rows, samples, all: Uint8ClampedArray.from(all) }))
      })
    fc.assert(
      fc.property(picture, ({ widthPx, rows, samples, all }) => {
        const rowBytes = all.length / (rows + 1)
        const above = all.subarray(0, rowBytes)
        const asked = { widthPx, rows, samples, above, pixels: all.subarray(rowBytes) }
        const packed = kernels.packRows(asked, 1)
        expect(Buffer.compare(unpacked(packed), plainFilteredRows(asked))).toBe(0)
      }),
      { numRuns: 150 },
    )
  })

  it('join to one stream, the same in whatever pieces the pixels come', async () => {
    const [widthPx, heightPx] = [1300, 700]
    const { pixels } = pixelsOf(widthPx, heightPx, 3, fills['a photo: soft, with grain'] as Fill)
    const streams: Buffer[] = []
    for (const step of [1, 256, heightPx]) {
      const sink = collectBytes()
      const rows = new ImageRows({ widthPx, heightPx, samples: 3 }, kernels, sink)
      for (let y = 0; y < heightPx; y += step) {
        const count = Math.min(step, heightPx - y)
        await rows.write(pixels.subarray(y * widthPx * 4, (y + count) * widthPx * 4), count)
      }
      await rows.finish()
      streams.push(sink.bytes())
    }
    const filtered = plainFilteredRows({ widthPx, rows: heightPx, pixels, samples: 3, above: null })
    for (const stream of streams) {
      expect(Buffer.compare(inflateSync(stream), filtered)).toBe(0)
      expect(Buffer.compare(stream, streams[0] as Buffer)).toBe(0)
    }
  })
})

describe('sums of bytes', () => {
  const bytes = randomBytes(70_001)

  it.each([0, 1, 7, 8, 55, 56, 63, 64, 65, 5552, 5553, 70_001])(
    'over %i bytes are those of the definitions, in pieces too',
    (length) => {
      const some = Uint8Array.from(bytes.subarray(0, length))
      expect(kernels.crc32(some, 0)).toBe(crc32(some))
      const cut = Math.floor(length / 3)
      const first = kernels.crc32(some.subarray(0, cut), 0)
      expect(kernels.crc32(some.subarray(cut), first)).toBe(crc32(some))
      const hash = new Sha256(kernels)
      for (const piece of [some.subarray(0, cut), some.subarray(cut)]) hash.update(piece)
      expect(hash.hex()).toBe(createHash('sha256').update(some).digest('hex'))
    },
  )
})
