import { describe, expect, it } from 'vitest'
import type { Corners } from '#core/imaging/tools/rescue/corners.ts'
import { findPaper } from '#core/imaging/tools/rescue/rescue.ts'
import { rasterSource } from '#core/pixels/pixels.ts'
import { shippedNetwork } from '../../../fixtures/shipped-networks.ts'
import { paint, testJob } from '../made-pictures.ts'
import { photographed, type Rgb } from '../rescue-pictures.ts'

const SIZE = { widthPx: 560, heightPx: 420 }
const corners: Corners = [
  { x: 0.24, y: 0.16 },
  { x: 0.79, y: 0.12 },
  { x: 0.87, y: 0.82 },
  { x: 0.16, y: 0.8 },
]
const base: Rgb = [150, 60, 60]
const dyes: readonly Rgb[] = [
  [212, 60, 90],
  [60, 120, 190],
  [230, 190, 70],
  [90, 160, 80],
  [240, 235, 225],
]
const FLOWERS = 220

/** Cloth with flowers of five petals, scattered by the golden ratio. */
function floweredCloth(): (x: number, y: number) => Rgb {
  const [width, height] = [2 * SIZE.widthPx, 2 * SIZE.heightPx]
  const dyeAt = new Int8Array(width * height).fill(-1)
  for (let flower = FLOWERS - 1; flower >= 0; flower--) {
    const [middleX, middleY] = [((flower * 0.618) % 1) * width, (flower / FLOWERS) * height]
    const size = 16 + 2 * ((flower * 7) % 11)
    for (let dy = -size; dy <= size; dy++) {
      for (let dx = -size; dx <= size; dx++) {
        const [x, y] = [Math.round(middleX) + dx, Math.round(middleY) + dy]
        const petals = 0.7 + 0.3 * Math.cos(5 * Math.atan2(dy, dx) + flower)
        const away = Math.hypot(dx, dy) / size
        if (x < 0 || y < 0 || x >= width || y >= height || away >= petals) continue
        dyeAt[y * width + x] = (flower + (away < 0.3 ? 2 : 0)) % dyes.length
      }
    }
  }
  return (x, y) => dyes[dyeAt[Math.floor(2 * y) * width + Math.floor(2 * x)] ?? -1] ?? base
}

/** A photo of a meadow with a white rim. */
const print = (u: number, v: number): Rgb => {
  if (Math.min(u, v, 1 - u, 1 - v) < 0.05) return [240, 236, 226]
  return v < 0.5 + 0.1 * Math.sin(6 * u) ? [150, 185, 220] : [96, 120, 70]
}

describe('flowered cloth', () => {
  const cloth = floweredCloth()

  it('does not hide a sheet from the network, which is shown it once more without its flowers', async () => {
    const { session } = await shippedNetwork('rescue/sheet')
    const photo = photographed({ ...SIZE, corners, table: cloth, drawing: print })
    const found = await findPaper(testJob(), rasterSource(photo), async () => session)
    corners.forEach(({ x, y }, at) => {
      expect(Math.abs((found?.corners[at]?.x ?? 0) - x)).toBeLessThan(0.004)
      expect(Math.abs((found?.corners[at]?.y ?? 0) - y)).toBeLessThan(0.004)
    })
  })

  it('is no sheet by itself', async () => {
    const { session } = await shippedNetwork('rescue/sheet')
    const bare = paint(SIZE.widthPx, SIZE.heightPx, cloth)
    expect(await findPaper(testJob(), rasterSource(bare), async () => session)).toBeNull()
  })
})
