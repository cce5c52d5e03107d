import { describe, expect, it } from 'vitest'
import { fill } from '#core/imaging/tools/anime/cells/fill.ts'
import { regionsOf } from '#core/imaging/tools/anime/cells/regions.ts'
import { withCloth } from '#core/imaging/tools/anime/cloth/cloth.ts'
import { garmentOfKind } from '#core/imaging/tools/anime/cloth/cloth-kinds.ts'
import { paintCloth } from '#core/imaging/tools/anime/cloth/cloth-paint.ts'
import { withValues } from '#core/pixels/with-values.ts'
import { kernels } from '../../../../fixtures/kernels.ts'
import { okLabOf } from '../../../../fixtures/plain-paint.ts'
import { paint, testJob } from '../../made-pictures.ts'

const [WIDTH, HEIGHT] = [300, 600]
const WALL = [200, 205, 210] as const
/** Knots of a weave, as light and dark as a cloth's are. */
const weave = (x: number, y: number) => 14 * Math.sin(x / 3) * Math.sin(y / 2.5)
const isDress = (x: number, y: number) => x > 60 && x < 240 && y > 40 && y < 560
/** A soft fold: the right third lies in the shade. */
const shadeOf = (x: number) => 1 - 0.3 / (1 + Math.exp((170 - x) / 6))

type Colour = readonly [number, number, number]

/** What is worn by who stands before a wall, cut and painted. */
function worn(colourAt: (x: number, y: number) => Colour) {
  const raster = paint(WIDTH, HEIGHT, (x, y) => [...(isDress(x, y) ? colourAt(x, y) : WALL)])
  const picture = okLabOf(raster)
  const scale = { scale: 0.2, minPx: 12 }
  const isFine = new Float32Array(WIDTH * HEIGHT)
  const cut = regionsOf(kernels, picture, scale, scale, isFine)
  const own = withValues(new Uint8Array(WIDTH * HEIGHT), (at) =>
    isDress(at % WIDTH, Math.floor(at / WIDTH)) ? 1 : 0,
  )
  const cloth = withCloth(
    testJob(),
    { smooth: picture, fine: picture, unsmoothed: picture },
    cut,
    own,
  )
  const colours = fill(kernels, picture, cloth.cells, 1)
  paintCloth(kernels, colours, picture, picture, cloth.cells, cloth)
  const painted = (x: number, y: number) => {
    const at = y * WIDTH + x
    return [colours.lightness[at] ?? 0, colours.a[at] ?? 0, colours.b[at] ?? 0] as const
  }
  const tones = new Set<string>()
  for (let y = 50; y < 550; y++) {
    for (let x = 70; x < 230; x++)
      tones.add(
        painted(x, y)
          .map((v) => v.toFixed(4))
          .join(),
      )
  }
  const kindAt = (x: number, y: number) => cloth.kinds[cloth.cells.of[y * WIDTH + x] as number] ?? 0
  const thingAt = (x: number, y: number) =>
    cloth.things[cloth.cells.of[y * WIDTH + x] as number] ?? 0
  return { before: cut, painted, tones, kindAt, thingAt }
}

const lit = ([red, green, blue]: Colour, by: number): Colour => [red * by, green * by, blue * by]

describe('what people wear', () => {
  it('is one colour and one shadow, whatever its weave', () => {
    const { before, tones, painted, kindAt } = worn((x, y) => {
      const own = lit([190, 90, 80], shadeOf(x))
      return [own[0] + weave(x, y), own[1] + weave(x, y), own[2] + weave(x, y)]
    })
    expect(before.total).toBeGreaterThan(40)
    expect(tones.size).toBe(2)
    expect(painted(100, 300)[0]).toBeGreaterThan(painted(220, 300)[0] + 0.1)
    expect(garmentOfKind(kindAt(100, 300))).toBe(garmentOfKind(kindAt(220, 300)))
    expect(garmentOfKind(kindAt(100, 300))).toBeGreaterThan(0)
  })

  it('has one colour alone where the light on it is even', () => {
    const { tones } = worn((x, y) => [60 + weave(x, y), 90 + weave(x, y), 150 + weave(x, y)])
    expect(tones.size).toBe(1)
  })

  it('has a shadow whose border is drawn in one stroke', () => {
    const { painted } = worn((x, y) => {
      const own = lit([90, 140, 90], shadeOf(x))
      return [own[0] + weave(x, y), own[1] + weave(x, y), own[2] + weave(x, y)]
    })
    const light = painted(80, 300)[0]
    const edges = Array.from({ length: 400 }, (_, row) => {
      const changes: number[] = []
      for (let x = 80; x < 230; x++) {
        const isLit = (at: number) => Math.abs(painted(at, row + 100)[0] - light) < 0.02
        if (isLit(x) !== isLit(x + 1)) changes.push(x)
      }
      return changes
    })
    expect(edges.every((changes) => changes.length === 1)).toBe(true)
    const places = edges.map(([x]) => x ?? 0)
    expect(Math.max(...places) - Math.min(...places)).toBeLessThan(25)
    const turns = places.slice(2).map((x, k) => x - 2 * (places[k + 1] ?? x) + (places[k] ?? x))
    expect(Math.max(...turns.map(Math.abs))).toBeLessThanOrEqual(2)
  })

  it('keeps its stripes, each of them in one colour', () => {
    const isStripe = (y: number) => y % 60 < 20
    const { painted } = worn((x, y) =>
      isStripe(y) ? [235, 235, 230] : lit([40, 50, 110], 0.9 + 0.1 * Math.sin(x / 25)),
    )
    const stripes = [190, 250, 310, 370].map((y) => painted(150, y))
    const between = [220, 280, 340, 400].map((y) => painted(150, y))
    for (const stripe of stripes) expect(stripe[0]).toBeCloseTo(stripes[0]?.[0] ?? 0, 2)
    for (const cloth of between) expect(cloth[0]).toBeLessThan((stripes[0]?.[0] ?? 0) - 0.3)
  })

  it('keeps letters on it', () => {
    const isLetter = (x: number, y: number) =>
      y > 200 && y < 240 && [110, 150, 190].some((left) => x >= left && x < left + 6)
    const { painted } = worn((x, y) => (isLetter(x, y) ? [30, 30, 34] : [228, 226, 220]))
    for (const left of [110, 150, 190]) expect(painted(left + 3, 220)[0]).toBeLessThan(0.4)
    expect(painted(130, 220)[0]).toBeGreaterThan(0.8)
  })

  it('has no line about a patch of sun, as it has about a badge', () => {
    const isPatch = (x: number, y: number) => x > 100 && x < 116 && y > 200 && y < 216
    const thingsWith = (patch: Colour) => {
      const { thingAt } = worn((x, y) => (isPatch(x, y) ? patch : [150, 152, 160]))
      return [thingAt(108, 208), thingAt(170, 400)] as const
    }
    const [sun, about] = thingsWith([250, 250, 246])
    expect(sun).toBe(about)
    expect(sun).toBeGreaterThan(0)
    const [badge, cloth] = thingsWith([230, 60, 50])
    expect(badge).not.toBe(cloth)
  })

  it('has a shadow where soft light leaves it one', () => {
    const { painted } = worn((x) => lit([90, 140, 90], 0.45 + 0.55 * shadeOf(x)))
    expect(painted(90, 300)[0]).toBeGreaterThan(painted(220, 300)[0] + 0.01)
  })

  it('is not one with what else is worn: trousers are no part of a shirt', () => {
    const { painted, kindAt } = worn((_, y) => (y < 300 ? [205, 196, 180] : [60, 80, 130]))
    expect(garmentOfKind(kindAt(150, 200))).not.toBe(garmentOfKind(kindAt(150, 450)))
    expect(painted(150, 450)[2]).toBeLessThan(-0.05)
  })

  it('is left alone where nobody wears anything', () => {
    const picture = okLabOf(paint(60, 60, (x) => (x < 30 ? [200, 40, 40] : [40, 40, 200])))
    const of = Uint32Array.from({ length: 3600 }, (_, at) => (at % 60 < 30 ? 0 : 1))
    const cells = { widthPx: 60, heightPx: 60, of, total: 2 }
    const cloth = withCloth(
      testJob(),
      { smooth: picture, fine: picture, unsmoothed: picture },
      cells,
      new Uint8Array(3600),
    )
    expect(cloth.cells).toBe(cells)
    expect(cloth.kinds.every((kind) => kind === 0)).toBe(true)
  })
})
