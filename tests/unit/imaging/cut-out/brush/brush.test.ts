import { describe, expect, it } from 'vitest'
import { type BrushStroke, strokesText } from '#core/imaging/brush-strokes.ts'
import { floodedBy } from '#core/imaging/tools/cut-out/brush/flooded.ts'
import { minCut } from '#core/imaging/tools/cut-out/brush/min-cut.ts'
import { superpixelsOf } from '#core/imaging/tools/cut-out/brush/superpixels.ts'
import { writeFullMatte } from '#core/imaging/tools/cut-out/matte/full-matte.ts'
import { run } from '#core/imaging/tools/cut-out/run.ts'
import { cutOut } from '#core/imaging/tools/cut-out/tool.ts'
import {
  createPlane,
  createRaster,
  cropPlane,
  planeSink,
  rasterSink,
  rasterSource,
} from '#core/pixels/pixels.ts'
import type { Plane, Raster } from '#core/pixels/raster.ts'
import { isPerson, largestDifference, paint, portrait, testJob } from '../../made-pictures.ts'

const WIDTH = 420
const HEIGHT = 300
const inDisc = (x: number, y: number, middleX: number) =>
  Math.hypot(x - middleX, y - 150) < (middleX === 130 ? 90 : 50)

/** Two cakes of brown and cream, one of them small, on a table whose light changes. */
const cakes = (): Raster =>
  paint(WIDTH, HEIGHT, (x, y) => {
    const grain = 4 * (((x * 7 + y * 13) % 5) - 2)
    if (Math.hypot(x - 130, y - 150) < 45) return [240 + grain / 4, 225 + grain, 190 + grain]
    if (inDisc(x, y, 130) || inDisc(x, y, 340)) return [165 + grain, 95 + grain, 45 + grain]
    return [60 + grain, 105 + x / 8 + grain, 150 - y / 6 + grain]
  })

const stroke = (
  mode: BrushStroke['mode'],
  ...places: readonly (readonly [number, number])[]
): BrushStroke => ({
  mode,
  radius: 0.03,
  points: places.map(([x, y]) => ({ x: x / WIDTH, y: y / HEIGHT })),
})

const noNetworks = async (): Promise<never> => {
  throw new Error('a brush asks no network')
}

/** The matte of a picture by strokes alone. */
async function matteBy(
  picture: Raster,
  strokes: readonly BrushStroke[],
  job = testJob(),
  memory = {},
  isQuick = false,
): Promise<Plane> {
  const result = createRaster(picture.widthPx, picture.heightPx)
  const settings = cutOut.settings.parse({ subject: 'painted', strokes: strokesText(strokes) })
  const taken = await run(
    {
      env: job,
      source: rasterSource(picture),
      openSink: () => rasterSink(result),
      ratio: 1,
      network: noNetworks,
      networks: noNetworks,
      memory,
      isQuick,
    },
    settings,
  )
  if (taken === null) throw new Error('a cut-out has a matte')
  return taken.matte
}

/** Share of pixels on the wrong side. */
function wrongShare(matte: Plane, isIn: (x: number, y: number) => boolean): number {
  let wrong = 0
  for (let at = 0; at < matte.values.length; at++) {
    const x = at % matte.widthPx
    if ((matte.values[at] ?? 0) > 127 !== isIn(x, (at - x) / matte.widthPx)) wrong++
  }
  return wrong / matte.values.length
}

const acrossCake = stroke('add', [130, 150], [130, 80])

describe('the brush that floods along edges', () => {
  it('finds the whole thing from one rough stroke, and nothing of its like beside it', async () => {
    const matte = await matteBy(cakes(), [acrossCake])
    expect(wrongShare(matte, (x, y) => inDisc(x, y, 130))).toBeLessThan(0.01)
  })

  it('takes more things, and leaves out what a stroke says must go', async () => {
    const both = [acrossCake, stroke('add', [340, 150])]
    const isBoth = (x: number, y: number) => inDisc(x, y, 130) || inDisc(x, y, 340)
    expect(wrongShare(await matteBy(cakes(), both), isBoth)).toBeLessThan(0.015)
    const ring = await matteBy(cakes(), [acrossCake, stroke('remove', [125, 150], [135, 155])])
    expect(ring.values[150 * WIDTH + 130]).toBe(0)
    expect(ring.values[150 * WIDTH + 55]).toBe(255)
  })

  it('lets the later of two strokes over one place be right', async () => {
    const matte = await matteBy(cakes(), [acrossCake, stroke('remove', [340, 150]), acrossCake])
    expect(wrongShare(matte, (x, y) => inDisc(x, y, 130))).toBeLessThan(0.01)
  })

  it('makes the same matte again, with what is kept of the picture and without', async () => {
    const memory = {}
    const first = await matteBy(cakes(), [acrossCake], testJob(), memory)
    await matteBy(cakes(), [acrossCake, stroke('add', [340, 150])], testJob(), memory)
    const again = await matteBy(cakes(), [acrossCake], testJob(), memory)
    expect(again.values).toEqual(first.values)
    expect((await matteBy(cakes(), [acrossCake])).values).toEqual(first.values)
  })

  it('is drawn roughly at a glance, and as it is known where it was drawn before', async () => {
    const memory = {}
    const made = (isQuick: boolean) => matteBy(cakes(), [acrossCake], testJob(), memory, isQuick)
    const glance = await made(true)
    expect(wrongShare(glance, (x, y) => inDisc(x, y, 130))).toBeLessThan(0.02)
    const fine = await made(false)
    expect(fine).not.toBe(glance)
    expect(await made(true)).toBe(fine)
  })

  it('finds the edge of a person’s picture from strokes on head and chest', async () => {
    const on = (x: number, y: number) => ({ x: x / 400, y: y / 400 })
    const strokes: BrushStroke[] = [
      { mode: 'add', radius: 0.04, points: [on(200, 110), on(200, 210), on(200, 330)] },
    ]
    expect(wrongShare(await matteBy(portrait(), strokes), isPerson)).toBeLessThan(0.012)
  })

  it('does not run along a line of the thing’s colour to the other end of the picture', async () => {
    const isLine = (x: number, y: number) => Math.abs(y - 150) < 6 && x > 130
    const picture = paint(WIDTH, HEIGHT, (x, y) => {
      const grain = 4 * (((x * 7 + y * 13) % 5) - 2)
      if (inDisc(x, y, 130) || isLine(x, y)) return [220 + grain, 222 + grain, 225 + grain]
      return [90 + grain, 92 + grain, 95 + grain]
    })
    const matte = await matteBy(picture, [acrossCake])
    expect(wrongShare(matte, (x, y) => inDisc(x, y, 130))).toBeLessThan(0.02)
    expect(matte.values[150 * WIDTH + 400]).toBe(0)
  })

  it('gives the same matte in strips as in the whole', async () => {
    const [width, height] = [120, 1600]
    const tall = paint(width, height, (x, y) =>
      Math.abs(x - 60 - 25 * Math.sin(y / 90)) < 22 ? [200, 120, 60] : [40, 80 + (y % 7), 130],
    )
    const strokes: BrushStroke[] = [
      {
        mode: 'add',
        radius: 0.005,
        points: [
          { x: 0.5, y: 0.02 },
          { x: 0.5, y: 0.98 },
        ],
      },
    ]
    const { mask } = await floodedBy(testJob(), rasterSource(tall), strokes, null, {})
    const written = async (source: Raster) => {
      const matte = createPlane(source.widthPx, height)
      const box = { x: 0, y: 0, width, height }
      await writeFullMatte(testJob(), rasterSource(source), box, mask, planeSink(matte))
      return cropPlane(matte, box).values
    }
    // A wider photo is cut into lower strips; this one is one strip by itself.
    const wide = createRaster(1920, height)
    for (let y = 0; y < height; y++) {
      wide.rgba.set(tall.rgba.subarray(y * width * 4, (y + 1) * width * 4), y * 1920 * 4)
    }
    const whole = await written(tall)
    expect(whole.some((value) => value > 20 && value < 235)).toBe(true)
    expect(largestDifference(await written(wide), whole)).toBeLessThanOrEqual(1)
  })

  it('says that nothing was painted', async () => {
    const code = { fault: { code: 'nothing-painted' } }
    await expect(matteBy(cakes(), [])).rejects.toMatchObject(code)
    await expect(matteBy(cakes(), [stroke('remove', [50, 50])])).rejects.toMatchObject(code)
  })

  it('stops at the next checkpoint when it is cancelled', async () => {
    const job = testJob()
    await matteBy(cakes(), [acrossCake], job)
    expect(job.checkpoints).toBeGreaterThan(8)
    const again = matteBy(cakes(), [acrossCake], testJob(4))
    await expect(again).rejects.toMatchObject({ fault: { code: 'cancelled' } })
  })
})

describe('superpixels', async () => {
  const pieces = await superpixelsOf(testJob(), cakes())

  it('cover the picture, each in one piece that lies on one side of every edge', () => {
    expect(pieces.sizes.reduce((sum, size) => sum + size, 0)).toBe(WIDTH * HEIGHT)
    let torn = 0
    const sides = new Map<number, [number, number]>()
    pieces.labels.forEach((piece, at) => {
      const x = at % WIDTH
      const side = inDisc(x, (at - x) / WIDTH, 130) ? 1 : 0
      const counts = sides.get(piece) ?? [0, 0]
      counts[side]++
      sides.set(piece, counts)
    })
    for (const [out, within] of sides.values()) torn += Math.min(out, within)
    expect(torn / (WIDTH * HEIGHT)).toBeLessThan(0.004)
  })

  it('hold together where they are alike, and part at an edge', () => {
    const pieceAt = (x: number, y: number) => pieces.labels[y * WIDTH + x] as number
    const isAcross = ({ one, other }: { one: number; other: number }) =>
      new Set([one, other]).size === new Set([one, other, pieceAt(37, 150), pieceAt(43, 150)]).size
    expect(pieces.borders.find(isAcross)?.likeness).toBeLessThan(0.2)
    const mean = pieces.borders.reduce((sum, { likeness }) => sum + likeness, 0)
    expect(mean / pieces.borders.length).toBeGreaterThan(0.5)
  })
})

describe('a minimal cut', () => {
  /** The cheapest of all partings. */
  function cheapest(inside: number[], outside: number[], ties: Parameters<typeof minCut>[2]) {
    let least = Number.POSITIVE_INFINITY
    for (let parting = 0; parting < 1 << inside.length; parting++) {
      least = Math.min(least, costOf(parting, inside, outside, ties))
    }
    return least
  }

  function costOf(
    parting: number,
    inside: number[],
    outside: number[],
    ties: Parameters<typeof minCut>[2],
  ): number {
    const isIn = (node: number) => ((parting >> node) & 1) === 1
    const own = inside.reduce((sum, _, at) => sum + ((isIn(at) ? inside : outside)[at] ?? 0), 0)
    const cut = ties.filter(({ one, other }) => isIn(one) !== isIn(other))
    return own + cut.reduce((sum, { weight }) => sum + weight, 0)
  }

  it('costs no more than any other parting', () => {
    let seed = 7
    const random = () => {
      seed = (seed * 16807) % 2147483647
      return seed / 2147483647
    }
    for (let trial = 0; trial < 60; trial++) {
      const inside = Array.from({ length: 8 }, () => random() * 5)
      const outside = Array.from({ length: 8 }, () => random() * 5)
      const ties = Array.from({ length: 14 }, () => {
        const one = Math.floor(random() * 8)
        return { one, other: (one + 1 + Math.floor(random() * 7)) % 8, weight: random() * 3 }
      })
      const sides = minCut(Float64Array.from(inside), Float64Array.from(outside), ties)
      const parting = sides.reduce((sum, side, node) => sum + (side << node), 0)
      const least = cheapest(inside, outside, ties)
      expect(costOf(parting, inside, outside, ties)).toBeCloseTo(least, 6)
    }
  })
})
