import { describe, expect, it } from 'vitest'
import { meanChange } from '#core/pixels/mean-change.ts'
import { createRaster } from '#core/pixels/pixels.ts'

function plain(level: number) {
  const raster = createRaster(20, 10)
  for (let at = 0; at < raster.rgba.length; at++) raster.rgba[at] = at % 4 === 3 ? 255 : level
  return raster
}

describe('the mean change of a picture', () => {
  it('is nothing where nothing changed', () => {
    expect(meanChange(plain(90), plain(90))).toBe(0)
  })

  it('is the whole of lightness from black to white, and the same the other way', () => {
    expect(meanChange(plain(0), plain(255))).toBeCloseTo(1, 4)
    expect(meanChange(plain(255), plain(0))).toBeCloseTo(1, 4)
  })

  it('counts colour as it counts light', () => {
    const red = plain(120)
    for (let at = 0; at < red.rgba.length; at += 4) red.rgba[at] = 180
    expect(meanChange(plain(120), red)).toBeGreaterThan(0.05)
  })

  it('is nothing of no picture', () => {
    expect(meanChange(createRaster(0, 0), createRaster(0, 0))).toBe(0)
  })
})
