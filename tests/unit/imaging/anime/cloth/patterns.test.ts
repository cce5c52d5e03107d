import { describe, expect, it } from 'vitest'
import { Cel } from '#core/imaging/tools/anime/cel.ts'
import {
  BUSY,
  darkCloth,
  openDarkCloth,
  PLAIN,
} from '#core/imaging/tools/anime/cloth/dark-cloth.ts'
import {
  drawPatterns,
  keptOf,
  paintPatterns,
} from '#core/imaging/tools/anime/cloth/pattern-paint.ts'
import { animeLooks } from '#core/imaging/tools/anime/looks.ts'
import { kernels } from '../../../../fixtures/kernels.ts'
import { okLabOf } from '../../../../fixtures/plain-paint.ts'
import { paint } from '../../made-pictures.ts'

const SIZE = 280
/** Cloth with squares of 7 px, as a checked shirt has. */
const isSquare = (x: number, y: number) =>
  Math.floor(x / 7) % 2 === 0 && Math.floor(y / 7) % 2 === 0
const isCloth = (x: number) => x >= 70
const wave = (x: number, y: number) => 4 * Math.sin(x / 2) * Math.sin(y / 3)

const picture = okLabOf(
  paint(SIZE, SIZE, (x, y) => {
    if (!isCloth(x)) return [120, 130, 90]
    const [red, green, blue] = isSquare(x, y) ? [40, 50, 110] : [225, 230, 240]
    return [red + wave(x, y), green + wave(x, y), blue + wave(x, y)]
  }),
)
const garmentAt = Uint32Array.from({ length: SIZE * SIZE }, (_, at) => (isCloth(at % SIZE) ? 1 : 0))
const seen = { fine: picture, unsmoothed: picture }
const cloth = { patternAt: garmentAt, isTextured: new Uint8Array(2) }

const grey = () => {
  const plane = () => new Float32Array(SIZE * SIZE).fill(0.5)
  return { widthPx: SIZE, heightPx: SIZE, lightness: plane(), a: plane(), b: plane() }
}

describe('cloth with a pattern', () => {
  it('keeps squares that are finer than a cell, in two colours', () => {
    const colours = grey()
    paintPatterns(kernels, colours, seen, cloth)
    const lights = new Set<number>()
    let wrong = 0
    for (let at = 0; at < garmentAt.length; at++) {
      const [x, y] = [at % SIZE, Math.floor(at / SIZE)]
      const light = colours.lightness[at] as number
      if (!isCloth(x)) expect(light).toBe(0.5)
      else {
        lights.add(light)
        if (light < 0.6 !== isSquare(x, y)) wrong++
      }
    }
    expect(lights.size).toBe(2)
    expect(wrong).toBe(0)
  })

  it('keeps threads that smoothed colours have lost where texture is the pattern', () => {
    const isThread = (x: number, y: number) => (x + y) % 4 < 2
    const unsmoothed = okLabOf(
      paint(SIZE, SIZE, (x, y) => (isThread(x, y) ? [90, 90, 95] : [150, 150, 155])),
    )
    const lightsOf = (isTextured: Uint8Array) => {
      const colours = grey()
      const mixed = okLabOf(paint(SIZE, SIZE, () => [120, 120, 125]))
      paintPatterns(kernels, colours, { fine: mixed, unsmoothed }, { ...cloth, isTextured })
      const row = colours.lightness.subarray(100 * SIZE + 80, 100 * SIZE + 200)
      return new Set(row).size
    }
    expect(lightsOf(new Uint8Array([0, 1]))).toBe(2)
    expect(lightsOf(new Uint8Array([0, 0]))).toBe(1)
  })

  it('keeps its colours where a few pixels more are its garment', () => {
    const lightsAt = (from: number) => {
      const colours = grey()
      const patternAt = garmentAt.map((garment, at) => (at < from ? 0 : garment))
      const noisy = {
        ...picture,
        lightness: picture.lightness.map((_, at) => 0.5 + 0.4 * Math.sin(at * at)),
        a: picture.a.map((_, at) => 0.1 * Math.sin(at * at * 1.7)),
      }
      paintPatterns(kernels, colours, { fine: noisy, unsmoothed: noisy }, { ...cloth, patternAt })
      return colours.lightness.subarray(200 * SIZE + 80, 200 * SIZE + 270)
    }
    const whole = lightsAt(0)
    for (const pixels of [71, 72, 75, 90]) {
      const away = lightsAt(pixels).map((light, k) => Math.abs(light - (whole[k] as number)))
      expect(Math.max(...away)).toBeLessThan(0.005)
    }
  })

  it('is none where no garment has one', () => {
    const bare = { ...cloth, patternAt: new Uint32Array(SIZE * SIZE) }
    expect(paintPatterns(kernels, grey(), seen, bare)).toBeNull()
  })

  it('is drawn over its own cloth alone, and not over hair or a hand that lies before it', () => {
    const colours = grey()
    const patterns = paintPatterns(kernels, colours, seen, cloth)
    if (patterns === null) throw new Error('No pattern was found')
    const of = Uint32Array.from(garmentAt, (garment, at) =>
      Math.floor(at / SIZE) < 40 ? 2 : garment,
    )
    const cel = new Cel({ widthPx: SIZE, heightPx: SIZE, of, total: 3 }, grey())
    drawPatterns(cel, keptOf(patterns, colours), (cell) => cell === 1)
    expect(cel.cells[20 * SIZE + 100]).toBe(2)
    expect(cel.colours.lightness[20 * SIZE + 100]).toBe(0.5)
    expect(cel.cells[100 * SIZE + 100]).toBeGreaterThan(2)
    expect(cel.colours.lightness[100 * SIZE + 100]).not.toBe(0.5)
  })
})

describe('dark cloth', () => {
  const KIND = 2
  const of = new Uint32Array(200)
  const kinds = new Uint32Array([KIND, KIND + 1])
  of.fill(1, 100)
  const cells = { of }
  /** A garment whose shadow and colour have these lights. */
  const opened = (shadow: number, light: number) => {
    const lightness = new Float32Array(200).fill(light)
    lightness.fill(shadow, 0, 100)
    const plane = new Float32Array(200)
    const colours = { widthPx: 20, heightPx: 10, lightness: lightness.slice(), a: plane, b: plane }
    openDarkCloth(colours, lightness, cells, kinds, animeLooks.soft.palette.darkCloth)
    return [colours.lightness[0] ?? 0, colours.lightness[150] ?? 0] as const
  }

  it('is opened, and its shadow lies farther from it', () => {
    const [shadow, light] = opened(0.14, 0.2)
    expect(light).toBeGreaterThan(0.22)
    expect(light - shadow).toBeGreaterThan(0.07)
  })

  it('keeps its tones no farther apart than they were painted where that is far', () => {
    const [shadow, light] = opened(0.2, 0.36)
    expect(light - shadow).toBeCloseTo(0.16, 3)
  })

  it('stays the darkest where it is black', () => {
    const [black] = opened(0.1, 0.1)
    const [dark] = opened(0.2, 0.2)
    expect(black).toBeGreaterThan(0.15)
    expect(black).toBeLessThan(dark)
  })

  it('is none where it is grey', () => {
    const [shadow, light] = opened(0.45, 0.6)
    expect(shadow).toBeCloseTo(0.45, 6)
    expect(light).toBeCloseTo(0.6, 6)
  })

  it('has all its lines where it is plain, and only the long ones elsewhere', () => {
    const lightness = new Float32Array(200).fill(0.2)
    const count = (isCalm: number, asked: number) =>
      darkCloth(cells, { kinds, isCalm: Uint8Array.from([0, isCalm]) }, lightness).filter(
        (is) => is === asked,
      ).length
    expect(count(1, PLAIN)).toBe(200)
    expect(count(0, BUSY)).toBe(200)
  })
})
