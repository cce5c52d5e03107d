import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { BandedJpegWriter } from '#core/formats/jpeg/banded-writer.ts'
import { BAND_ROWS, BANDED_HEADER_BYTES, readBandedJpeg } from '#core/formats/jpeg/bands.ts'
import { inspectPhoto } from '#core/intake/inspect.ts'
import { createRaster, rasterRows } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { randomOf } from '../../fixtures/random-of.ts'
import { decoded } from '../../quality/open-picture.ts'
import { landscape } from '../imaging/made-pictures.ts'

/** The file of a picture that comes in strips of some height. */
function fileOf(picture: Raster, stripRows: number): Uint8Array<ArrayBuffer> {
  const bands: Uint8Array[] = []
  const { widthPx, heightPx } = picture
  const writer = new BandedJpegWriter(widthPx, heightPx, (bytes) => bands.push(bytes))
  for (let top = 0; top < heightPx; top += stripRows) {
    const rows = Math.min(stripRows, heightPx - top)
    writer.write(top, rasterRows(picture, top, rows).rgba, rows)
  }
  return new Uint8Array(Buffer.concat([writer.finish(), ...bands]))
}

const open = (file: Uint8Array) => decoded(sharp(file, { failOn: 'warning' }))

function differences(one: Raster, other: Raster) {
  expect([one.widthPx, one.heightPx]).toEqual([other.widthPx, other.heightPx])
  let [sum, most] = [0, 0]
  one.rgba.forEach((value, at) => {
    const difference = Math.abs(value - (other.rgba[at] ?? 0))
    sum += difference
    most = Math.max(most, difference)
  })
  return { mean: sum / one.rgba.length, most }
}

const indexOf = (file: Uint8Array) =>
  readBandedJpeg(file.subarray(0, BANDED_HEADER_BYTES), file.length)

describe('a JPEG that is written in strips', () => {
  it.each([
    [320, 300],
    [321, 257],
    [8, 128],
    [1, 1],
    [17, 1000],
  ])('is what was written, within what JPEG loses: %i x %i', async (width, height) => {
    const picture = landscape(width, height)
    const { mean, most } = differences(await open(fileOf(picture, 50)), picture)
    expect(mean).toBeLessThan(1.6)
    expect(most).toBeLessThan(40)
  })

  it('holds a picture without loss that one could see: noise, black, white and full colours', async () => {
    const picture = createRaster(96, 160)
    const random = randomOf(1)
    picture.rgba.forEach((_, at) => {
      const noise = Math.floor(256 * random())
      const block = Math.floor(at / 4 / 96 / 16) % 5
      picture.rgba[at] =
        at % 4 === 3
          ? 255
          : block === 0
            ? noise
            : block > 2
              ? 255 * (block - 3)
              : 255 * ((at + block) & 1)
    })
    expect(differences(await open(fileOf(picture, 16)), picture).mean).toBeLessThan(5)
  })

  it('is the same file, however high the strips are', () => {
    const picture = landscape(130, 290)
    expect(Buffer.compare(fileOf(picture, 7), fileOf(picture, 290))).toBe(0)
  })

  it('is taken in as any photo is', () => {
    const picture = landscape(321, 257)
    expect(inspectPhoto(fileOf(picture, 64))).toMatchObject({
      format: 'jpeg',
      widthPx: 321,
      heightPx: 257,
      colour: 'srgb',
      complete: true,
    })
  })

  it('refuses rows out of their order, and an end before the last', () => {
    const writer = new BandedJpegWriter(16, 32, () => undefined)
    expect(() => writer.write(8, landscape(16, 8).rgba, 8)).toThrow(RangeError)
    expect(() => writer.finish()).toThrow(RangeError)
  })
})

describe('the bands of such a file', () => {
  const picture = landscape(200, 2 * BAND_ROWS + 77)
  const file = fileOf(picture, 64)

  it('are read alone, and are what the whole file shows', async () => {
    const banded = indexOf(file)
    expect(banded?.bands).toHaveLength(3)
    const whole = await open(file)
    for (const [index, { start, end }] of banded?.bands.entries() ?? []) {
      const top = index * BAND_ROWS
      const rows = Math.min(BAND_ROWS, picture.heightPx - top)
      const [before, behind] = banded?.wrap(rows) ?? []
      const band = Buffer.concat(
        [before ?? [], file.subarray(start, end), behind ?? []].map((part) => Buffer.from(part)),
      )
      expect(differences(await open(band), rasterRows(whole, top, rows)).most).toBe(0)
    }
  })

  it('are not sought in other files, nor in one that was cut short', async () => {
    const { rgba, widthPx: width, heightPx: height } = picture
    const other = await sharp(rgba, { raw: { width, height, channels: 4 } })
      .jpeg()
      .toBuffer()
    expect(indexOf(other)).toBeNull()
    expect(indexOf(file.subarray(0, file.length - 1))).toBeNull()
    expect(indexOf(new Uint8Array(10))).toBeNull()
  })
})
