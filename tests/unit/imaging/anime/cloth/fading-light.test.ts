import { expect, it } from 'vitest'
import { stepsOfGarments } from '#core/imaging/tools/anime/cloth/garment-light.ts'

const [WIDTH, HEIGHT] = [400, 300]
/** So far from the sides of its picture a garment ends. */
const MARGIN = 20

/** Cuts the light of a garment. @param lightOf of each column, against the garment's own */
function cut(lightOf: (x: number) => number, lightness = 0.6) {
  const count = WIDTH * HEIGHT
  const size = { widthPx: WIDTH, heightPx: HEIGHT }
  const light = Float32Array.from({ length: count }, (_, at) => {
    return lightOf(at % WIDTH)
  })
  const plane = (value: number) => new Float32Array(count).fill(value)
  const picture = { ...size, lightness: plane(lightness), a: plane(0), b: plane(0) }
  const of = Uint32Array.from({ length: count }, (_, at) => {
    const x = at % WIDTH
    return x >= MARGIN && x < WIDTH - MARGIN ? 1 : 0
  })
  const cells = { ...size, of, total: 2 }
  const { steps, isSoft } = stepsOfGarments(picture, light, cells, new Int32Array([-1, 0]), 1)
  return { cuts: steps[0]?.length, isSoft: isSoft[0] === 1 }
}

const fading = (x: number) => (0.24 * x) / WIDTH - 0.12

it('a painter says where the shade lies of cloth on which light fades', () => {
  expect(cut(fading)).toEqual({ cuts: 1, isSoft: true })
})

it('a shadow with an edge keeps its form', () => {
  expect(cut((x) => (x < WIDTH / 2 ? -0.12 : 0.12))).toEqual({ cuts: 1, isSoft: false })
})

it('dark cloth on which light fades has no painter’s shade, which would lie across its seams', () => {
  expect(cut(fading, 0.34).isSoft).toBe(true)
  expect(cut(fading, 0.28)).toEqual({ cuts: 0, isSoft: false })
})

it('cloth whose light spreads wide keeps its own shadows, as they tell limbs and people apart', () => {
  expect(cut((x) => 1.5 * fading(x))).toEqual({ cuts: 1, isSoft: false })
})

it('cloth in three lights has one shadow', () => {
  const { cuts } = cut((x) => (x < WIDTH / 3 ? -0.15 : x < (2 * WIDTH) / 3 ? 0 : 0.15))
  expect(cuts).toBe(1)
})
