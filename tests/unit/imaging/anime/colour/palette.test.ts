import { expect, it } from 'vitest'
import { grade } from '#core/imaging/tools/anime/colour/palette.ts'
import { type AnimeLookName, animeLooks } from '#core/imaging/tools/anime/looks.ts'

const COUNT = 60
const STEP = 0.004

/** What becomes of colours of one hue, each by so much stronger than the one before, at one place. @param degrees their hue */
function chromaOf(look: AnimeLookName, degrees: number): readonly number[] {
  const angle = (degrees * Math.PI) / 180
  return Array.from({ length: COUNT }, (_, k) => {
    const [a, b] = [Math.cos(angle), Math.sin(angle)].map((way) => Float32Array.of(k * STEP * way))
    const picture = {
      widthPx: 1,
      heightPx: 1,
      lightness: Float32Array.of(0.75),
      a: a as Float32Array<ArrayBuffer>,
      b: b as Float32Array<ArrayBuffer>,
    }
    grade(picture, animeLooks[look].palette, new Float32Array(1))
    // Along its own hue: where a wash is warm, a faint blue is none.
    return (picture.a[0] as number) * Math.cos(angle) + (picture.b[0] as number) * Math.sin(angle)
  })
}

it.each(['soft', 'bold', 'pop'] as const)('of two colours the fainter stays it in %s', (look) => {
  for (const degrees of [30, 70, 140, 200, 260, 320]) {
    const chroma = chromaOf(look, degrees)
    for (let k = 1; k < COUNT; k++)
      expect(chroma[k]).toBeGreaterThan((chroma[k - 1] as number) - 1e-6)
  }
})

it('pop leaves wood and sand nearer to themselves than the sky', () => {
  const at = Math.round(0.06 / STEP)
  const gained = (degrees: number) => (chromaOf('pop', degrees)[at] as number) / (at * STEP)
  expect(gained(250)).toBeGreaterThan(2)
  expect(gained(65)).toBeLessThan(1.8)
})

/** What becomes of one colour, OKLab, in a picture of even greys. */
function graded(
  look: AnimeLookName,
  [light, a, b]: readonly [number, number, number],
  isWorn = false,
) {
  const greys = Float32Array.from({ length: 100 }, (_, at) => at / 100)
  const [reds, yellows] = [new Float32Array(100), new Float32Array(100)]
  greys[0] = light
  reds[0] = a
  yellows[0] = b
  const picture = { widthPx: 10, heightPx: 10, lightness: greys, a: reds, b: yellows }
  grade(picture, animeLooks[look].palette, new Float32Array(100).fill(isWorn ? 1 : 0))
  return { light: greys[0], a: reds[0] as number, b: yellows[0] as number }
}

const hueOf = ({ a, b }: { readonly a: number; readonly b: number }) =>
  (Math.atan2(b, a) * 180) / Math.PI

it('the shade of what has no colour is violet in pop, blue in soft and hardly tinged in bold', () => {
  const pop = graded('pop', [0.4, 0, 0])
  expect(pop.a).toBeGreaterThan(0.01)
  expect(pop.b).toBeLessThan(-0.02)
  expect(graded('bold', [0.4, 0, 0]).b).toBeGreaterThan(-0.012)
  const soft = graded('soft', [0.4, 0, 0])
  expect(soft.a).toBeLessThan(0.004)
  expect(soft.b).toBeLessThan(-0.015)
  expect(graded('pop', [0.97, 0, 0]).b).toBeGreaterThan(-0.004)
})

it('black cloth and black skin are no violet in pop, and an olive coat is none either', () => {
  for (const light of [0.12, 0.2, 0.28]) {
    const { a, b } = graded('pop', [light, 0.002, 0.002])
    expect(Math.hypot(a, b)).toBeLessThan(0.03)
  }
  expect(graded('pop', [0.47, -0.004, 0.02]).b).toBeGreaterThan(0.02)
})

it.each(['soft', 'pop'] as const)(
  'black cloth that people wear is opened less than half as far in %s as a black wall',
  (look) => {
    const [worn, wall] = [true, false].map((isWorn) => graded(look, [0.28, 0, 0], isWorn).light)
    expect((worn ?? 0) - 0.28).toBeGreaterThan(0)
    expect((worn ?? 0) - 0.28).toBeLessThan(0.5 * ((wall ?? 0) - 0.28))
    const [grey, greyWall] = [true, false].map(
      (isWorn) => graded(look, [0.7, 0, 0], isWorn).light ?? 0,
    )
    // A second wash lies on walls alone.
    expect(Math.abs((grey ?? 0) - (greyWall ?? 0))).toBeLessThan(0.02)
  },
)

it.each(['soft', 'pop'] as const)(
  'charcoal cloth that people wear is no mid grey in %s, and its folds lie as they do in the photo',
  (look) => {
    const lights = [0.3, 0.34, 0.38, 0.42, 0.46, 0.5].map(
      (light) => graded(look, [light, 0, 0], true).light ?? 0,
    )
    expect(lights[3]).toBeLessThan(0.52)
    for (let k = 1; k < lights.length; k++) {
      expect((lights[k] ?? 0) - (lights[k - 1] ?? 0)).toBeLessThan(0.04 * 1.3)
    }
  },
)

it.each(['soft', 'pop'] as const)(
  'charcoal cloth takes less of the shade of %s than a wall',
  (look) => {
    const tinge = (isWorn: boolean) => {
      const { a, b } = graded(look, [0.42, 0, 0], isWorn)
      return Math.hypot(a, b)
    }
    expect(tinge(true)).toBeLessThan((look === 'pop' ? 0.7 : 0.88) * tinge(false))
  },
)

it('what is dark and has a colour keeps it in pop', () => {
  const green = [0.3, -0.05, 0.012] as const
  expect(Math.abs(hueOf(graded('pop', green)) - hueOf({ a: green[1], b: green[2] }))).toBeLessThan(
    25,
  )
})

it('olive is turned to green, and a lemon, gold and a leaf that is green are not', () => {
  const at = (light: number, degrees: number) => {
    const angle = (degrees * Math.PI) / 180
    return [light, 0.12 * Math.cos(angle), 0.12 * Math.sin(angle)] as const
  }
  expect(hueOf(graded('pop', at(0.6, 115)))).toBeGreaterThan(123)
  expect(hueOf(graded('pop', at(0.93, 108)))).toBeLessThan(111)
  expect(hueOf(graded('pop', at(0.6, 85)))).toBeLessThan(88)
  expect(hueOf(graded('pop', at(0.6, 145)))).toBeLessThan(149)
})

it('water leaves no clouds on what is dark', () => {
  const lightness = new Float32Array(400 * 400).fill(0.12)
  lightness.fill(0.9, 0, 400 * 200)
  const plane = () => new Float32Array(lightness.length)
  const picture = { widthPx: 400, heightPx: 400, lightness, a: plane(), b: plane() }
  grade(picture, animeLooks.soft.palette, plane())
  const dark = lightness.subarray(400 * 200)
  expect(dark.every((light) => Math.abs(light - (dark[0] as number)) < 1e-3)).toBe(true)
  expect(new Set(lightness.subarray(0, 400 * 200)).size).toBeGreaterThan(100)
})

it('a grey picture without faces grows only a little lighter, so that what is grey in it is not white', () => {
  for (const look of ['soft', 'bold', 'pop'] as const) {
    const lightness = new Float32Array(400).fill(0.55)
    for (let at = 0; at < 100; at++) lightness[at] = at / 100
    const plane = () => new Float32Array(400)
    const picture = { widthPx: 20, heightPx: 20, lightness, a: plane(), b: plane() }
    grade(picture, animeLooks[look].palette, plane())
    const middle = lightness.slice(100).reduce((sum, light) => sum + light, 0) / 300
    expect(middle - 0.55).toBeLessThan(0.125)
  }
})

it('a faint blue light on a black ground does not glow in pop; dark blue cloth and a dark wood gain colour', () => {
  const gained = (a: number, b: number) => {
    const picture = {
      widthPx: 1,
      heightPx: 1,
      lightness: Float32Array.of(0.28),
      a: Float32Array.of(a),
      b: Float32Array.of(b),
    }
    grade(picture, animeLooks.pop.palette, new Float32Array(1))
    return a === 0 ? (picture.b[0] as number) / b : (picture.a[0] as number) / a
  }
  expect(gained(0, -0.03)).toBeLessThan(2.8)
  expect(gained(0, -0.09)).toBeGreaterThan(1.6)
  expect(gained(-0.03, 0.01)).toBeGreaterThan(1.5)
})
