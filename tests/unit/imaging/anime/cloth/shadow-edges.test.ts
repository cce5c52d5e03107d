import { expect, it } from 'vitest'
import { lineGainInDark } from '#core/imaging/tools/anime/cloth/dark-cloth.ts'
import { edgedSteps } from '#core/imaging/tools/anime/cloth/shadow-edges.ts'

const [WIDTH, HEIGHT] = [400, 300]
const STEP = 0.5

/** Where cloth of this lightness is cut whose light goes from 0 to 1 over so many pixels in its middle. */
function cutsOf(lightness: number, widthPx: number) {
  const at = (x: number) => Math.min(1, Math.max(0, (x - WIDTH / 2) / widthPx + 0.5))
  const count = WIDTH * HEIGHT
  const light = Float32Array.from({ length: count }, (_, place) => at(place % WIDTH))
  const plane = (value: number) => new Float32Array(count).fill(value)
  const picture = {
    widthPx: WIDTH,
    heightPx: HEIGHT,
    lightness: plane(lightness),
    a: plane(0),
    b: plane(0),
  }
  const places = Array.from({ length: Math.floor(count / 7) }, (_, k) => k * 7)
  const isSame = (from: number, to: number) =>
    to < count && Math.floor(from / WIDTH) === Math.floor(to / WIDTH)
  return edgedSteps(picture, light, places, [STEP], isSame)
}

it('black cloth on which light fades slowly is in one tone, and a shadow with an edge stays on it', () => {
  expect(cutsOf(0.15, 300)).toEqual([])
  expect(cutsOf(0.15, 3)).toEqual([STEP])
})

it('lighter cloth has the shadow of soft light, too', () => {
  expect(cutsOf(0.6, 300)).toEqual([STEP])
})

it('folds count for more the darker their cloth is', () => {
  const [black, dark, light] = [0.1, 0.24, 0.6].map(lineGainInDark)
  expect(black).toBeGreaterThan((dark as number) + 0.5)
  expect(dark).toBeGreaterThan(light as number)
  expect(light).toBe(1)
})
