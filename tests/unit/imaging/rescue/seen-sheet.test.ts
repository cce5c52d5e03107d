import { describe, expect, it } from 'vitest'
import type { InferenceSession, Tensor } from '#core/imaging/tool.ts'
import type { Corners } from '#core/imaging/tools/rescue/corners.ts'
import { findPaper } from '#core/imaging/tools/rescue/rescue.ts'
import { SheetJudge } from '#core/imaging/tools/rescue/sheet/seen-sheet.ts'
import { rasterSource } from '#core/pixels/pixels.ts'
import { shippedNetwork } from '../../../fixtures/shipped-networks.ts'
import { landscape, testJob } from '../made-pictures.ts'
import { grid, photographed } from '../rescue-pictures.ts'

const PHOTO = { widthPx: 480, heightPx: 360 }
const SIDE = 128
const square: Corners = [
  { x: 0.25, y: 0.25 },
  { x: 0.75, y: 0.25 },
  { x: 0.75, y: 0.75 },
  { x: 0.25, y: 0.75 },
]
const small: Corners = [
  { x: 0.4, y: 0.38 },
  { x: 0.64, y: 0.4 },
  { x: 0.62, y: 0.66 },
  { x: 0.38, y: 0.64 },
]

/** What a network would answer that sees a sheet within these shares of the picture, and no other. */
function sees(from: number, to: number): Tensor {
  const values = new Float32Array(3 * SIDE * SIDE)
  const [first, last] = [Math.round(from * SIDE), Math.round(to * SIDE) - 1]
  for (let y = first; y <= last; y++) {
    for (let x = first; x <= last; x++) {
      const at = y * SIDE + x
      const ends = [x, y].filter((place) => place === first || place === last).length
      values[at] = 1
      values[SIDE * SIDE + at] = ends > 0 ? 1 : 0
      values[2 * SIDE * SIDE + at] = ends > 1 ? 1 : 0
    }
  }
  return { shape: [1, 3, SIDE, SIDE], values }
}

function planesOf({ values }: Tensor) {
  const plane = (at: number) => values.slice(at * SIDE * SIDE, (at + 1) * SIDE * SIDE)
  return { sheet: plane(0), side: plane(1), corner: plane(2) }
}

const networkThat = (answer: Tensor) => {
  const session: InferenceSession = { run: async () => answer, release: async () => {} }
  return async () => session
}

describe('what a network sees of a sheet', () => {
  it('agrees with its own corners, and not with those of a part of it', () => {
    const judge = new SheetJudge(planesOf(sees(0.25, 0.75)))
    const whole = judge.agreement(square)
    expect(whole.inside).toBeCloseTo(1, 2)
    expect(whole.about).toBeLessThan(0.07)
    expect(whole.leastSide).toBeGreaterThan(0.95)
    expect(whole.corner).toBe(1)
    const [a, b] = square
    const part = judge.agreement([a, b, { x: 0.75, y: 0.5 }, { x: 0.25, y: 0.5 }])
    expect(part.leastSide).toBeLessThan(0.3)
    expect(part.about).toBeGreaterThan(3 * whole.about)
    expect(part.corner).toBeLessThan(0.6)
  })

  it('judges a sheet that the picture cuts off by the sides that are seen', () => {
    const judge = new SheetJudge(planesOf(sees(0, 0.5)))
    const { inside, leastSide, corner } = judge.agreement([
      { x: 0, y: 0 },
      { x: 0.5, y: 0 },
      { x: 0.5, y: 0.5 },
      { x: 0, y: 0.5 },
    ])
    expect(inside).toBeCloseTo(1, 2)
    expect(leastSide).toBeGreaterThan(0.9)
    expect(corner).toBe(1)
  })

  it('is not missed along the side where the picture cuts a sheet off', () => {
    const judge = new SheetJudge(planesOf(sees(0.25, 1)))
    const [a, b, c, d] = square
    const shown: Corners = [a, { ...b, x: 0.95 }, { ...c, x: 0.95, y: 0.999 }, { ...d, y: 0.999 }]
    const asWhole = judge.agreement(shown)
    const asCut = judge.agreement(shown, 1)
    expect(asWhole.leastSide).toBeLessThan(0.2)
    expect(asCut.leastSide).toBeGreaterThan(0.9)
    expect(asCut.about).toBeLessThan(asWhole.about)
  })

  it('is asked about: a sheet that it does not see is none', async () => {
    const photo = rasterSource(photographed({ ...PHOTO, corners: square, drawing: grid(6) }))
    const seen = await findPaper(testJob(), photo, networkThat(sees(0.25, 0.75)))
    const places = seen?.corners.flatMap(({ x, y }) => [x, y]) ?? []
    expect(places).toHaveLength(8)
    square.forEach(({ x, y }, at) => {
      expect(Math.abs((places[2 * at] ?? 0) - x)).toBeLessThan(0.005)
      expect(Math.abs((places[2 * at + 1] ?? 0) - y)).toBeLessThan(0.005)
    })
    expect(await findPaper(testJob(), photo, networkThat(sees(0, 0)))).toBeNull()
  })

  it('is not missed where no network can be had', async () => {
    const photo = rasterSource(photographed({ ...PHOTO, corners: square, drawing: grid(6) }))
    const without = await findPaper(testJob(), photo)
    expect(await findPaper(testJob(), photo, async () => null)).toEqual(without)
    expect(without).not.toBeNull()
  })
})

describe('the network of sheets', () => {
  it('finds a sheet smaller than a tenth of the picture, and none in a landscape', async () => {
    const { session } = await shippedNetwork('rescue/sheet')
    const findNetwork = async () => session
    const photo = photographed({ ...PHOTO, corners: small, drawing: grid(6) })
    const found = await findPaper(testJob(), rasterSource(photo), findNetwork)
    small.forEach(({ x, y }, at) => {
      expect(Math.abs((found?.corners[at]?.x ?? 0) - x)).toBeLessThan(0.006)
      expect(Math.abs((found?.corners[at]?.y ?? 0) - y)).toBeLessThan(0.006)
    })
    const none = rasterSource(landscape(600, 400))
    expect(await findPaper(testJob(), none, findNetwork)).toBeNull()
  })
})
