import { describe, expect, it } from 'vitest'
import { kernels } from '../../fixtures/kernels.ts'
import { plainThingMeasures as plain } from '../../fixtures/plain-thing-measures.ts'

const noise = (at: number) => (Math.imul(at + 1, 2_654_435_761) >>> 8) / 2 ** 24

describe.each([
  [61, 37],
  [1, 1],
  [1, 23],
  [19, 1],
])('what is told of things in %i x %i pixels', (widthPx, heightPx) => {
  const size = { widthPx, heightPx }
  const count = widthPx * heightPx
  const plane = (seed: number, wide: number) =>
    Float32Array.from({ length: count }, (_, at) => wide * noise(at + seed))
  const picture = { ...size, lightness: plane(1, 1), a: plane(2000, 0.1), b: plane(3000, 0.1) }
  // Two of what is none, then three tones of each of four things; the last tone has no pixel.
  const kinds = Uint32Array.from({ length: count }, (_, at) =>
    noise(at + 7) > 0.9 ? at % 14 : 2 + 3 * (((at % widthPx) >> 4) % 4) + (at % 2),
  ).map((kind) => (kind === 13 ? 12 : kind))

  it.each([4, 5, 9])('is how far colours spread in squares of %i px, to the last bit', (sidePx) => {
    const things = Uint32Array.from({ length: 14 }, (_, kind) =>
      kind < 2 ? 0 : 1 + (kind - 2) / 3,
    )
    for (const everyRow of [1, 2]) {
      const looked = sidePx * Math.ceil(sidePx / everyRow)
      const asked = { sidePx, everyRow, leastPx: 0.7 * looked, colour: 2.56 }
      expect(kernels.spreadsInSquares(picture, { kinds, things }, asked)).toEqual(
        plain.spreadsInSquares(picture, { kinds, things }, asked),
      )
    }
  })

  it('is where they differ from their tones and by how much, to the last bit', () => {
    const tones = kernels.cellMeans(picture, { ...size, of: kinds, total: 14 })
    const colour = { weight: 3, dark: 1, from: 0.15, to: 0.4 }
    const lit = { lighter: 0.1, near: 0.01 }
    for (const far of [0, 0.04, 0.2]) {
      const asked = { first: 2, tones: 3, far, most: 0.09, colour, lit }
      expect(kernels.differFromTones(picture, kinds, tones, 5, asked)).toEqual(
        plain.differFromTones(picture, kinds, tones, 5, asked),
      )
    }
  })

  it.each([1, 3])(
    'is what a fall-off of wide cells asks of every %i pixels, to the last bit',
    (every) => {
      const cells = { ...size, of: kinds, total: 14 }
      const wide = Int32Array.from({ length: 14 }, (_, cell) =>
        cell % 5 === 2 ? (cell - 2) / 5 : -1,
      )
      expect(kernels.fallOffSums(picture, cells, wide, 3, every)).toEqual(
        plain.fallOffSums(picture, cells, wide, 3, every),
      )
    },
  )
})
