import { describe, expect, it } from 'vitest'
import { kernels } from '../../fixtures/kernels.ts'
import { okLabOf, plainPaint } from '../../fixtures/plain-paint.ts'
import { paint } from '../imaging/made-pictures.ts'

const noise = (at: number) => (Math.imul(at + 1, 2_654_435_761) >>> 8) / 2 ** 24

const byte = (at: number) => Math.floor(256 * noise(at))
const bytes = (at: number) => [byte(at * 3), byte(at * 3 + 1), byte(at * 3 + 2)] as const

/** Colours of all kinds, some of them twice in a row, and black before all. */
const pictureOf = (widthPx: number, heightPx: number) =>
  paint(widthPx, heightPx, (x, y) => {
    const at = y * widthPx + (x & ~1)
    return at === 0 ? [0, 0, 0] : bytes(at)
  })

describe.each([
  [31, 23],
  [1, 1],
  [1, 9],
  [6, 1],
])('paint of %i x %i pixels', (w, h) => {
  const picture = pictureOf(w, h)
  const colours = okLabOf(picture)

  it('has the colours of OKLab to the last bit', () => {
    expect(kernels.okLab(picture)).toEqual(colours)
  })

  it('finds back to its bytes, and is clipped beyond them, to the last bit', () => {
    const wild = { ...colours, a: colours.a.map((a) => 3 * a), b: colours.b.map((b) => 3 * b) }
    for (const one of [colours, wild]) {
      expect(kernels.quadsOfOkLab(one)).toEqual(plainPaint.quadsOfOkLab(one))
    }
  })

  it('is moved as by definition: within cells, where they meet and at the edges', () => {
    const cells = Uint32Array.from({ length: w * h }, (_, at) => ((at % w) + at / w / 2) >> 3)
    const quads = kernels.quadsOfOkLab(colours)
    const inkAt = (at: number) => (at % w > w / 2 && noise(at) > 0.8 ? noise(at + 7) : 0)
    const ink = Float32Array.from(cells, (_, at) => inkAt(at))
    const places = Float64Array.from({ length: 2 * 600 }, (_, k) =>
      k % 24 < 2 ? Number.NaN : noise(k) * ((k & 1 ? h : w) + 3) - 2,
    )
    const made = { widthPx: w, heightPx: h, cells, quads, ink }
    expect(kernels.warpPaint(made, places)).toEqual(plainPaint.warpPaint(made, places))
  })
})

describe('cells at the size of a photo', () => {
  it('have straight borders where these are slanted, and a line of one pixel stays', () => {
    const [side, scale] = [48, 4]
    const cells = Uint32Array.from({ length: side * side }, (_, at) => {
      const [x, y] = [at % side, Math.floor(at / side)]
      return y === 40 ? 2 : y > 8 + x / 5 ? 1 : 0
    })
    const colours = Float32Array.from({ length: side * side * 4 }, (_, at) =>
      at % 4 === 3 ? 1 : (cells[at >> 2] ?? 0) * 100,
    )
    const ink = new Float32Array(side * side)
    const small = { widthPx: side, heightPx: side, cells, colours, ink, originPx: 0 }
    const rows = paint(side * scale, side * scale, () => [0, 0, 0])
    const photo = { rows, topPx: 0, wholeHeightPx: side * scale }
    const pen = { colour: [0, 0, 0], tinge: 0, opacity: 0 } as const
    const { rgba } = kernels.drawCels({ ...small, wholeHeightPx: side }, photo, pen)
    const lightAt = (x: number, y: number) => rgba[(y * side * scale + x) * 4] ?? 0
    const offs = Array.from({ length: 120 }, (_, k) => {
      const x = 36 + k
      const borderPx = Array.from({ length: 120 }, (_, y) => lightAt(x, y)).findIndex((v) => v > 50)
      return borderPx / scale - (8.5 + (x + 0.5) / scale / 5)
    })
    expect(Math.max(...offs) - Math.min(...offs)).toBeLessThan(0.6)
    expect(lightAt(100, Math.round(40.5 * scale))).toBe(200)
  })
})
