import { describe, expect, it } from 'vitest'
import { createRaster } from '#core/pixels/pixels.ts'
import { PackedPng } from '#workers/pixels/packed-png.ts'
import { kernels } from '../../fixtures/kernels.ts'

/** Each strip is as much as is packed at a time. */
const SIZE = { widthPx: 2048, heightPx: 1280 }
const STRIP_PX = 128

/** Kernels whose packing begins when it is let. */
function heldPacking() {
  let letGo: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const packing: ConstructorParameters<typeof PackedPng>[1] = {
    crc32: (bytes, start) => kernels.crc32(bytes, start),
    packRows: async (...given) => {
      await held
      return kernels.packRows(...given)
    },
  }
  return { packing, letGo: () => letGo() }
}

const later = () => new Promise((resolve) => setTimeout(resolve))

describe('a result that is packed while it is drawn', () => {
  it('makes drawing wait where it is drawn faster, and loses nothing', async () => {
    const { packing, letGo } = heldPacking()
    const png = new PackedPng(SIZE, packing)
    const strip = createRaster(SIZE.widthPx, STRIP_PX)
    let drawn = 0
    const drawing = (async () => {
      for (let topPx = 0; topPx < SIZE.heightPx; topPx += STRIP_PX) {
        strip.rgba.fill(topPx / STRIP_PX)
        await png.write(topPx, strip)
        drawn++
      }
    })()
    await later()
    expect(drawn).toBeLessThan(SIZE.heightPx / STRIP_PX)
    letGo()
    await drawing
    const held = await (await png.encoded()).blob.arrayBuffer()

    const whole = new PackedPng(SIZE, kernels)
    const raster = createRaster(SIZE.widthPx, SIZE.heightPx)
    raster.rgba.forEach((_, at) => {
      raster.rgba[at] = Math.floor(at / (SIZE.widthPx * 4 * STRIP_PX))
    })
    await whole.write(0, raster)
    const expected = await (await whole.encoded()).blob.arrayBuffer()
    expect(new Uint8Array(held)).toEqual(new Uint8Array(expected))
  })

  it('tells who draws or asks for the file that packing failed', async () => {
    const packing = { ...kernels, packRows: () => Promise.reject(new Error('no memory')) }
    const png = new PackedPng({ widthPx: 512, heightPx: 1024 }, packing)
    await png.write(0, createRaster(512, 1024))
    await expect(png.encoded()).rejects.toThrow('no memory')
  })
})
