import { describe, expect, it } from 'vitest'
import type { BrushStroke } from '#core/imaging/brush-strokes.ts'
import { floodedBy } from '#core/imaging/tools/cut-out/brush/flooded.ts'
import { type FoundSubject, matteOfSubject } from '#core/imaging/tools/cut-out/cut-out.ts'
import type { RealFace } from '#core/imaging/tools/cut-out/people/faces/face-gate.ts'
import { createPlane, planeSink, rasterSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { paint, paintPlane, testJob } from '../../made-pictures.ts'

const WIDTH = 300
const HEIGHT = 240
const isBody = (x: number, y: number) => x >= 90 && x < 170 && y >= 60
/** A lock of hair, 2 px thick, that ends in the air. */
const isLock = (x: number, y: number) => Math.abs(y - 90 + (x - 170) / 4) < 1 && x >= 170 && x < 250
const isBlack = (x: number) => x < 60

/** Somebody in brown with a loose lock before a grey street; at the left it is black. */
const photo = paint(WIDTH, HEIGHT, (x, y) => {
  const grain = 2 * (((x * 7 + y * 13) % 5) - 2)
  if (isBlack(x)) return [8, 8, 8]
  if (isBody(x, y) || isLock(x, y)) return [90 + grain, 55 + grain, 35 + grain]
  return [150 + grain, 155 + grain, 160 + grain]
})

function found(): FoundSubject {
  const mask = paintPlane(WIDTH, HEIGHT, (x, y) => (isBody(x, y) ? 0.98 : 0.01))
  const box = { x: 0, y: 0, width: WIDTH, height: HEIGHT }
  return { mask, overview: photo, box, faces: [] }
}

const stroke = (
  mode: BrushStroke['mode'],
  radiusPx: number,
  ...places: readonly (readonly [number, number])[]
): BrushStroke => ({
  mode,
  radius: radiusPx / WIDTH,
  points: places.map(([x, y]) => ({ x: x / WIDTH, y: y / HEIGHT })),
})

const face: RealFace = {
  centreX: 130,
  centreY: 105,
  sizePx: 70,
  angle: 0,
  face: {
    x: 95 / WIDTH,
    y: 70 / HEIGHT,
    width: 70 / WIDTH,
    height: 70 / HEIGHT,
    score: 1,
    keypoints: [],
  },
}
/** The wall between a cheek and a lock. */
const isGap = (x: number, y: number) => Math.hypot((x - 163) / 12, (y - 100) / 24) < 1

async function mendedBy(
  strokes: readonly BrushStroke[],
  seen: FoundSubject = found(),
  picture: Raster = photo,
) {
  const source = rasterSource(picture)
  const people = await floodedBy(testJob(), source, strokes, { ...seen, overview: picture }, {})
  const matte = createPlane(WIDTH, HEIGHT)
  await matteOfSubject(testJob(), source, people, planeSink(matte))
  return { mask: people.mask.values, matte: matte.values }
}

/** Values along a line, without its ends. */
const along = (
  values: ArrayLike<number>,
  from: readonly [number, number],
  to: readonly [number, number],
): number[] =>
  Array.from({ length: 19 }, (_, step) => {
    const share = (step + 1) / 20
    const x = Math.round(from[0] + (to[0] - from[0]) * share)
    const y = Math.round(from[1] + (to[1] - from[1]) * share)
    return values[y * WIDTH + x] as number
  })

const lock = [
  [172, 89.5],
  [248, 70.5],
] as const
const overLock = stroke('add', 2.5, ...lock)

describe('a stroke of the brush', () => {
  it('takes a lock as thin as itself, and little beside it', async () => {
    const { mask, matte } = await mendedBy([overLock])
    expect(Math.min(...along(mask, ...lock))).toBeGreaterThan(0.5)
    expect(Math.min(...along(matte, ...lock))).toBeGreaterThan(200)
    const beside = along(matte, [172, 100], [248, 81])
    expect(Math.max(...beside)).toBeLessThan(30)
  })

  it('that is the finest draws what no colour tells apart, and nothing beside it', async () => {
    const line = [
      [200, 150],
      [270, 200],
    ] as const
    const { mask, matte } = await mendedBy([stroke('add', 1.1, ...line)])
    expect(Math.min(...along(matte, ...line))).toBeGreaterThan(200)
    expect(Math.max(...along(mask, [200, 158], [270, 208]))).toBeLessThan(0.1)
  })

  it('leaves out at least what lies under it, in the middle of somebody too', async () => {
    const line = [
      [110, 150],
      [150, 190],
    ] as const
    const { matte } = await mendedBy([stroke('remove', 2.5, ...line)])
    expect(Math.max(...along(matte, ...line))).toBeLessThan(55)
  })

  it('takes black before black where it runs', async () => {
    const line = [
      [20, 60],
      [40, 180],
    ] as const
    const { matte } = await mendedBy([stroke('add', 5, ...line)])
    expect(Math.min(...along(matte, ...line))).toBeGreaterThan(200)
  })

  it('stands when a later stroke beside it says the other thing', async () => {
    const { mask } = await mendedBy([overLock, stroke('remove', 4, [190, 100], [240, 92])])
    expect(Math.min(...along(mask, ...lock))).toBeGreaterThan(0.5)
  })

  it('opens a gap between a face and its hair, all of it', async () => {
    const people = { ...found(), faces: [face] }
    people.mask.values.forEach((_, at) => {
      const away = Math.hypot((at % WIDTH) - 130, Math.floor(at / WIDTH) - 100)
      if (away < 50) people.mask.values[at] = 0.98
    })
    const head = paint(WIDTH, HEIGHT, (x, y) =>
      Math.hypot(x - 130, y - 100) < 50 && !isGap(x, y) ? [90, 55, 35] : [150, 155, 160],
    )
    const strokes = [stroke('remove', 5, [162, 90], [162, 110])]
    const { matte } = await mendedBy(strokes, people, head)
    expect(matte[120 * WIDTH + 160]).toBeLessThan(30)
    expect(matte[85 * WIDTH + 168]).toBeLessThan(30)
  })

  it('makes no bump where it slips over an edge', async () => {
    const { matte } = await mendedBy([stroke('add', 6, [166.5, 120], [166.5, 220])])
    expect(Math.max(...along(matte, [173, 120], [173, 220]))).toBeLessThan(30)
  })
})
