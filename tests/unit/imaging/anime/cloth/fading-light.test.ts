import { expect, it } from 'vitest'
import { stepsOfGarments } from '#core/imaging/tools/anime/cloth/garment-light.ts'
import { testJob } from '../../made-pictures.ts'

const [WIDTH, HEIGHT] = [400, 300]
/** So far from the sides of its picture a garment ends. */
const MARGIN = 20
const DENT = { x: 120, y: 150, radius: 3, by: 0.08 }

/** Cuts the light of a garment. @param lightOf of each column, against the garment's own */
function cut(lightOf: (x: number) => number, lightness = 0.6) {
  const count = WIDTH * HEIGHT
  const size = { widthPx: WIDTH, heightPx: HEIGHT }
  const light = Float32Array.from({ length: count }, (_, at) => {
    const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)]
    const isDent = Math.hypot(x - DENT.x, y - DENT.y) < DENT.radius
    return lightOf(x) + (isDent ? DENT.by : 0)
  })
  const plane = (value: number) => new Float32Array(count).fill(value)
  const picture = { ...size, lightness: plane(lightness), a: plane(0), b: plane(0) }
  const of = Uint32Array.from({ length: count }, (_, at) => {
    const x = at % WIDTH
    return x >= MARGIN && x < WIDTH - MARGIN ? 1 : 0
  })
  const cells = { ...size, of, total: 2 }
  const { steps, isFading } = stepsOfGarments(
    testJob(),
    picture,
    light,
    cells,
    new Int32Array([-1, 0]),
    1,
  )
  const dent = (light[DENT.y * WIDTH + DENT.x] as number) - lightOf(DENT.x)
  return { cuts: steps[0]?.length, isFading: isFading[0] === 1, dent }
}

const fading = (x: number) => (0.24 * x) / WIDTH - 0.12

it('cloth on which light fades has one shadow, of a wide form without its dents', () => {
  const { cuts, isFading, dent } = cut(fading)
  expect(isFading).toBe(true)
  expect(cuts).toBe(1)
  expect(dent).toBeLessThan(DENT.by * 0.6)
})

it('a shadow with an edge keeps its form', () => {
  const { isFading, dent } = cut((x) => (x < WIDTH / 2 ? -0.12 : 0.12))
  expect(isFading).toBe(false)
  expect(dent).toBeCloseTo(DENT.by, 5)
})

it('black cloth on which light fades has no shadow, as before', () => {
  const { cuts, isFading } = cut(fading, 0.2)
  expect(isFading).toBe(false)
  expect(cuts).toBe(0)
})
