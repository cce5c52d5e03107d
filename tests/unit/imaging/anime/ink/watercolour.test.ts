import { expect, it } from 'vitest'
import { Cel } from '#core/imaging/tools/anime/cel.ts'
import { grade } from '#core/imaging/tools/anime/colour/palette.ts'
import { washPlaceOf } from '#core/imaging/tools/anime/colour/wash-place.ts'
import { gatherPigment } from '#core/imaging/tools/anime/ink/pigment-rims.ts'
import { type AnimeLookName, animeLooks } from '#core/imaging/tools/anime/looks.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { paint, testJob } from '../../made-pictures.ts'

const SIDE = 400

/** Two washes side by side, the left one darker. */
function washes(isKept: (at: number) => boolean = () => false) {
  const placed = (left: number, right: number) =>
    Float32Array.from({ length: SIDE * SIDE }, (_, at) => (at % SIDE < SIDE / 2 ? left : right))
  const of = Uint32Array.from(placed(0, 1))
  const size = { widthPx: SIDE, heightPx: SIDE }
  const colours = { ...size, lightness: placed(0.5, 0.7), a: placed(0.05, 0.05), b: placed(0, 0) }
  const cel = new Cel({ ...size, of, total: 2 }, colours)
  gatherPigment(testJob(), cel, 1, isKept)
  return (x: number) => colours.lightness[(SIDE / 2) * SIDE + x] as number
}

it('pigment gathers along the edge of a wash that is darker than what it meets, and nowhere else', () => {
  const lightAt = washes()
  expect(lightAt(SIDE / 2 - 1)).toBeLessThan(0.45)
  expect(lightAt(SIDE / 2 - 40)).toBeCloseTo(0.5, 4)
  expect(lightAt(SIDE / 2)).toBeCloseTo(0.7, 4)
})

it('on skin no pigment gathers', () => {
  expect(washes(() => true)(SIDE / 2 - 1)).toBeCloseTo(0.5, 5)
})

/** What becomes of a wall of one colour, beside a strip of even greys that says how light the photo is; in a night somebody is before it. */
function wall(
  look: AnimeLookName,
  colour: readonly number[],
  people = 0,
  night = 0,
  washPlace = 0,
) {
  const length = SIDE * SIDE
  const [lightness, a, b] = colour.map((value) => new Float32Array(length).fill(value)) as [
    Float32Array<ArrayBuffer>,
    Float32Array<ArrayBuffer>,
    Float32Array<ArrayBuffer>,
  ]
  const seen = Float32Array.from({ length }, (_, at) => (at % 100) / 100)
  const picture = { widthPx: SIDE, heightPx: SIDE, lightness, a, b }
  const mask = new Float32Array(length).fill(people)
  grade(picture, animeLooks[look].palette, mask, {
    skinLight: night > 0 ? SKIN : null,
    night,
    seen,
    washPlace,
  })
  return picture
}

/** Lightness of somebody's skin, OKLab. */
const SKIN = 0.5
const GREEN_WALL = [0.6, -0.05, 0.03]

it('a wash of watercolour has a second one over it with hard edges, and a cel has none', () => {
  const steps = ({ lightness }: ReturnType<typeof wall>) =>
    lightness.filter((light, at) => at % SIDE > 0 && light < (lightness[at - 1] as number) - 0.005)
      .length
  expect(steps(wall('soft', GREEN_WALL))).toBeGreaterThan(100)
  expect(steps(wall('bold', GREEN_WALL))).toBe(0)
  expect(steps(wall('soft', [0.97, 0, 0]))).toBe(0)
})

const hueOf = ({ a, b }: ReturnType<typeof wall>) => Math.atan2(b[0] as number, a[0] as number)

it('a wash has its stains elsewhere in another photograph, and at the same places in a small copy', () => {
  const photo = (size: number, light: number) =>
    paint(size, size, (x, y) => {
      const own = light + (60 * (x + y + 1)) / size
      return [own, own, own]
    })
  const stainsOf = (picture: Raster) => {
    const { lightness } = wall('soft', GREEN_WALL, 0, 0, washPlaceOf(picture))
    const mean = lightness.reduce((sum, own) => sum + own, 0) / lightness.length
    return lightness.map((own) => (own < mean ? 1 : 0))
  }
  const apart = (one: Float32Array, other: Float32Array) =>
    one.reduce((count, own, at) => count + (own === other[at] ? 0 : 1), 0) / one.length
  const own = stainsOf(photo(300, 80))
  expect(apart(own, stainsOf(photo(100, 80)))).toBeLessThan(0.05)
  for (const light of [78, 90, 140])
    expect(apart(own, stainsOf(photo(300, light)))).toBeGreaterThan(0.25)
})

it('the shade of brown is crimson in pop and brown in bold', () => {
  const brown = [0.34, 0.035, 0.06]
  const own = Math.atan2(0.06, 0.035)
  expect(hueOf(wall('pop', brown))).toBeLessThan(own - 0.4)
  expect(Math.abs(hueOf(wall('bold', brown)) - own)).toBeLessThan(0.25)
})

it('the dark that is opened gains colour with its light', () => {
  const { lightness, a } = wall('soft', [0.2, -0.05, 0.02])
  expect(lightness[0]).toBeGreaterThan(0.28)
  expect(Math.abs(a[0] as number)).toBeGreaterThan(0.055)
})

it('behind somebody the brown dark of a lit night has the colour of the look', () => {
  const brown = [0.24, 0.026, 0.02]
  expect(wall('soft', brown, 0, 1).b[0]).toBeLessThan(-0.02)
  expect(wall('soft', brown, 1, 1).b[0]).toBeGreaterThan(-0.02)
})
