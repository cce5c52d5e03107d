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
