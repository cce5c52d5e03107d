import { describe, expect, it } from 'vitest'
import type { Point } from '#core/imaging/face-points/face-points.ts'
import { drawShape, ellipse, type Shape, strokeOutline } from '#core/imaging/face-points/shapes.ts'
import { createRaster, rasterRows } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { largestDifference } from '../made-pictures.ts'

const drawnOn = (picture: Raster, shape: Shape, topPx = 0) =>
  drawShape({ ...picture, topPx }, shape)
const white = (widthPx: number, heightPx: number): Raster => {
  const picture = createRaster(widthPx, heightPx)
  picture.rgba.fill(255)
  return picture
}
const darkness = ({ rgba }: Raster) => {
  let sum = 0
  for (let at = 0; at < rgba.length; at += 4) sum += 255 - (rgba[at] ?? 0)
  return sum / 255
}
const disc = (
  x: number,
  y: number,
  radius: number,
  colour: Shape['colour'] = [0, 0, 0],
): Shape => ({
  outline: ellipse({ x, y }, radius, radius, 0),
  colour,
  opacity: 1,
})

describe('a drawn shape', () => {
  it('covers as much as it is large, wherever between the pixels it lies', () => {
    const areas = [20, 20.25, 20.5, 20.8].map((x) => {
      const picture = white(40, 40)
      drawnOn(picture, disc(x, x, 9))
      return darkness(picture)
    })
    for (const area of areas) expect(Math.abs(area - Math.PI * 81)).toBeLessThan(3)
  })

  it('is the same in strips as in the whole', () => {
    const whole = white(60, 50)
    drawnOn(whole, disc(31.3, 24.7, 17))
    const strips = white(60, 50)
    for (let top = 0; top < 50; top += 7) {
      drawnOn(rasterRows(strips, top, Math.min(7, 50 - top)), disc(31.3, 24.7, 17), top)
    }
    expect(largestDifference(strips.rgba, whole.rgba)).toBe(0)
  })

  it('stays within what it is clipped by, and within the picture', () => {
    const picture = white(40, 40)
    drawnOn(picture, { ...disc(20, 20, 30), within: ellipse({ x: 20, y: 20 }, 5, 5, 0) })
    expect(Math.abs(darkness(picture) - Math.PI * 25)).toBeLessThan(2)
  })

  it('is whole where its outline goes about a place twice, and has a hole where it goes back', () => {
    const square = (from: number, to: number) => [
      { x: from, y: from },
      { x: to, y: from },
      { x: to, y: to },
      { x: from, y: to },
      { x: from, y: from },
    ]
    const areaOf = (outline: Point[]) => {
      const picture = white(40, 40)
      drawnOn(picture, { outline, colour: [0, 0, 0], opacity: 1 })
      return darkness(picture)
    }
    const outer = square(4, 36)
    expect(areaOf([...outer, ...square(12, 28)])).toBeCloseTo(32 ** 2, 3)
    expect(areaOf([...outer, ...square(12, 28).toReversed()])).toBeCloseTo(32 ** 2 - 16 ** 2, 3)
  })

  it('is a stroke as wide as it is asked to be', () => {
    const picture = white(100, 40)
    const line = Array.from({ length: 20 }, (_, i): Point => ({ x: 10 + i * 4, y: 20.3 }))
    drawnOn(picture, { outline: strokeOutline(line, () => 5), colour: [0, 0, 0], opacity: 1 })
    expect(Math.abs(darkness(picture) - 76 * 5)).toBeLessThan(4)
  })
})
