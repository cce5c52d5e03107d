import * as ort from 'onnxruntime-node'
import { describe, expect, it } from 'vitest'
import { createModelRegistry, type ModelCard } from '#core/imaging/models.ts'
import type { InferenceSession, Tensor } from '#core/imaging/tool.ts'
import { enlarge } from '#core/imaging/tools/super-resolution/super-resolution.ts'
import { planTiles } from '#core/imaging/tools/super-resolution/tiles.ts'
import { allViews, viewBack, viewOf } from '#core/imaging/tools/super-resolution/views.ts'
import { createRaster, rasterSink, rasterSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { landscape, largestDifference, neverDecreases, paint, testJob } from './made-pictures.ts'
import { tinyEnlargerOnnx } from './tiny-onnx.ts'

const weights = Float32Array.from({ length: 36 }, (_, i) => {
  const tap = i % 9
  const phase = Math.floor(i / 9)
  return tap === 4 ? 0.6 : tap === [1, 3, 5, 7][phase] ? 0.3 : tap === 0 ? 0.1 : 0
})

async function tinySession(): Promise<InferenceSession> {
  const session = await ort.InferenceSession.create(tinyEnlargerOnnx(weights))
  return {
    run: async ({ shape, values }) => {
      const { large } = await session.run({ luma: new ort.Tensor('float32', values, [...shape]) })
      if (!(large?.data instanceof Float32Array)) throw new Error('no output')
      const [n = 0, c = 0, h = 0, w = 0] = large.dims
      return { shape: [n, c, h, w], values: large.data }
    },
    release: () => session.release(),
  }
}

/** Twice as large by the nearest value; `error` is added, by where the answer's column lies. */
function nearestSession(error: (across: number) => number = () => 0) {
  const inputs: Tensor[] = []
  const session: InferenceSession = {
    run: async (input) => {
      inputs.push(input)
      const [, , height, width] = input.shape
      const values = Float32Array.from({ length: height * width * 4 }, (_, i) => {
        const x = i % (width * 2)
        const y = Math.floor(i / (width * 2))
        const nearest = input.values[Math.floor(y / 2) * width + Math.floor(x / 2)] ?? 0
        return nearest + error((x + 0.5) / (width * 2))
      })
      return { shape: [1, 1, height * 2, width * 2], values }
    },
    release: async () => undefined,
  }
  return { session, inputs }
}

function cardWith(sizePx: number, views: ModelCard['views'] = 1): ModelCard {
  const tensor = { layout: 'nchw', range: [0, 1], colour: 'y' }
  const card = createModelRegistry([
    {
      name: 'tiny',
      role: 'super-resolution/x2',
      version: '1',
      description: 'made by hand',
      licence: 'ours',
      source: 'this test',
      sha256: '0'.repeat(64),
      bytes: 1,
      compressedBytes: 1,
      file: 'tiny.onnx',
      scale: 2,
      tile: { sizePx, overlapPx: 1 },
      views,
      inputs: [{ name: 'luma', shape: [1, 1, null, null], ...tensor }],
      outputs: [{ name: 'large', shape: [1, 1, null, null], ...tensor }],
    },
  ]).find('super-resolution/x2')
  if (card === null) throw new Error('not an onnx card')
  return card
}

interface Way {
  readonly sizePx: number
  readonly views?: ModelCard['views']
  readonly session?: InferenceSession
}

async function enlarged(picture: Raster, { sizePx, views, session }: Way, job = testJob()) {
  const result = createRaster(picture.widthPx * 2, picture.heightPx * 2)
  const enlarger = { card: cardWith(sizePx, views), session: session ?? (await tinySession()) }
  await enlarge(job, rasterSource(picture), enlarger, rasterSink(result))
  return { result, job }
}

describe('super-resolution', () => {
  it('gives the same picture in tiles as in one piece, within 1/255', async () => {
    const picture = landscape(150, 97)
    const whole = await enlarged(picture, { sizePx: 4096 })
    const tiled = await enlarged(picture, { sizePx: 48 })
    expect(largestDifference(whole.result.rgba, tiled.result.rgba)).toBeLessThanOrEqual(1)
    expect(tiled.job.checkpoints).toBeGreaterThan(5)
    expect(neverDecreases(tiled.job.reports)).toBe(true)
  })

  it('takes the luma of the network and keeps hue and alpha', async () => {
    const picture = paint(40, 40, (x) => (x < 20 ? [200, 40, 40, 255] : [200, 40, 40, 0]))
    const { result } = await enlarged(picture, { sizePx: 64 })
    const at = (x: number) => [...result.rgba.subarray((40 * 80 + x) * 4, (40 * 80 + x) * 4 + 4)]
    const [r = 0, g = 0, b = 0, a] = at(10)
    expect([r - g, g - b, a]).toEqual([160, 0, 255])
    expect(at(70)[3]).toBe(0)
  })

  it('covers every pixel once', () => {
    const seen = new Uint8Array(301 * 203)
    for (const { kept } of planTiles(301, 203, 64, 6).flat())
      for (let y = kept.y; y < kept.y + kept.height; y++)
        for (let x = kept.x; x < kept.x + kept.width; x++)
          seen[y * 301 + x] = (seen[y * 301 + x] ?? 0) + 1
    expect(seen.every((times) => times === 1)).toBe(true)
  })
})

describe('views of a tile', () => {
  const picture = landscape(75, 52)
  const difference = (one: { result: Raster }, other: { result: Raster }) =>
    largestDifference(one.result.rgba, other.result.rgba)

  it('a network that answers alike from every side gives with eight views what it gives with one', async () => {
    const { session, inputs } = nearestSession()
    const once = await enlarged(picture, { sizePx: 48, session })
    const tiles = inputs.length
    const often = await enlarged(picture, { sizePx: 48, views: 8, session })
    expect(inputs.length).toBe(tiles * 9)
    expect(difference(once, often)).toBeLessThanOrEqual(1)
  })

  it.each([2, 4, 8] as const)(
    'what a network does wrong on one side only cancels over %i',
    async (views) => {
      const right = await enlarged(picture, { sizePx: 48, session: nearestSession().session })
      const { session } = nearestSession((across) => (across - 0.5) / 4)
      const wrong = await enlarged(picture, { sizePx: 48, session })
      const averaged = await enlarged(picture, { sizePx: 48, views, session })
      expect(difference(right, wrong)).toBeGreaterThan(20)
      expect(difference(right, averaged)).toBeLessThanOrEqual(1)
    },
  )

  it.each([2, 4, 8] as const)('tiled and whole agree with %i views', async (views) => {
    const whole = await enlarged(picture, { sizePx: 4096, views })
    const tiled = await enlarged(picture, { sizePx: 40, views })
    expect(difference(whole, tiled)).toBeLessThanOrEqual(1)
    expect(difference(whole, await enlarged(picture, { sizePx: 4096 }))).toBeGreaterThan(1)
  })

  it('a cancel is heard between two views', async () => {
    const { session, inputs } = nearestSession()
    const way = { sizePx: 4096, views: 8, session } as const
    await expect(enlarged(picture, way, testJob(3))).rejects.toMatchObject({
      fault: { code: 'cancelled' },
    })
    expect(inputs.length).toBe(3)
  })

  it('progress counts tiles, however many views there are', async () => {
    const { job: once } = await enlarged(picture, { sizePx: 48 })
    const { job: often } = await enlarged(picture, { sizePx: 48, views: 8 })
    expect(often.reports).toEqual(once.reports)
    expect(often.checkpoints).toBe(once.checkpoints * 8)
  })

  it('come as it is, by half a turn, a quarter, three quarters, then the same of the mirrored', () => {
    const plane: Tensor = { shape: [1, 1, 2, 3], values: Float32Array.of(1, 2, 3, 4, 5, 6) }
    const rows = allViews.map((view) => {
      const { shape, values } = viewOf(plane, view)
      const line = (_: unknown, y: number) =>
        values.slice(y * shape[3], (y + 1) * shape[3]).join('')
      return Array.from({ length: shape[2] }, line).join(' ')
    })
    expect(rows).toEqual([
      '123 456',
      '654 321',
      '41 52 63',
      '36 25 14',
      '321 654',
      '456 123',
      '63 52 41',
      '14 25 36',
    ])
  })

  it('are turned back to where they came from, every channel of them', () => {
    const values = Float32Array.from({ length: 2 * 3 * 5 * 4 }, (_, i) => i)
    const tensor: Tensor = { shape: [2, 3, 5, 4], values }
    for (const view of allViews)
      expect(viewOf(viewOf(tensor, view), viewBack(view))).toEqual(tensor)
  })
})
