import { expect, it } from 'vitest'
import { shadesOf } from '#core/imaging/tools/anime/cloth/painters-shade.ts'
import { kernels } from '../../../../fixtures/kernels.ts'

const [WIDTH, HEIGHT] = [240, 480]
const SHADE = 1
/** Trousers: two legs below a waist. */
const isWorn = (x: number, y: number) =>
  y > 40 && y < 440 && x > 50 && x < 190 && (y < 140 || Math.abs(x - 120) > 12)

/** Which places of trousers are shaded. @param lightOf each place, against the garment's own */
function shaded(lightOf: (x: number, y: number) => number, isSoft = 1) {
  const at = (place: number) => [place % WIDTH, Math.floor(place / WIDTH)] as const
  const values = Float32Array.from({ length: WIDTH * HEIGHT }, (_, place) => lightOf(...at(place)))
  const plane = { widthPx: WIDTH, heightPx: HEIGHT, values }
  const garmentAt = (place: number) => (isWorn(...at(place)) ? 0 : -1)
  const shades = shadesOf(kernels, plane, garmentAt, new Uint8Array([isSoft]))
  return (x: number, y: number) => shades[y * WIDTH + x] as number
}

/** Light from the left, with blots of shade on it. */
const fromLeft = (x: number, y: number) =>
  0.1 * (1 - x / 120) - (Math.hypot(x - 80, y - 300) < 9 ? 0.12 : 0)

it('the side of cloth that turns from the light is shaded, along each leg', () => {
  const shadeAt = shaded(fromLeft)
  for (const y of [200, 300, 400]) {
    expect(shadeAt(54, y)).not.toBe(SHADE)
    expect(shadeAt(185, y)).toBe(SHADE)
  }
  expect(shadeAt(20, 300)).toBe(0)
})

it('blots of the photo are no shade, and shade is one piece in each row of a leg', () => {
  const shadeAt = shaded(fromLeft)
  expect(shadeAt(80, 300)).not.toBe(SHADE)
  for (let y = 60; y < 430; y++) {
    let changes = 0
    for (let x = 134; x < 189; x++) if (shadeAt(x, y) !== shadeAt(x + 1, y)) changes++
    expect(changes).toBeLessThanOrEqual(1)
  }
})

it('light from the other side shades the other side', () => {
  const shadeAt = shaded((x, y) => fromLeft(WIDTH - x, y))
  expect(shadeAt(54, 300)).toBe(SHADE)
  expect(shadeAt(185, 300)).not.toBe(SHADE)
})

it('a garment whose shadows are firm has no other shade', () => {
  expect(shaded(fromLeft, 0)(185, 300)).toBe(0)
})
