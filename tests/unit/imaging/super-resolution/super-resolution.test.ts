import { describe, expect, it } from 'vitest'
import { createModelRegistry, type ModelCard } from '#core/imaging/models.ts'
import type { InferenceSession } from '#core/imaging/tool.ts'
import { enlarge } from '#core/imaging/tools/super-resolution/super-resolution.ts'
import { planTiles } from '#core/imaging/tools/super-resolution/tiles.ts'
import { createRaster, rasterSink, rasterSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { openNetwork } from '#server/imaging/networks.ts'
import { landscape, largestDifference, neverDecreases, paint, testJob } from '../made-pictures.ts'
import { tinyEnlargerOnnx } from '../tiny-onnx.ts'

const weights = Float32Array.from({ length: 36 }, (_, i) => {
  const tap = i % 9
  const phase = Math.floor(i / 9)
  return tap === 4 ? 0.6 : tap === [1, 3, 5, 7][phase] ? 0.3 : tap === 0 ? 0.1 : 0
})

const tinySession = (): Promise<InferenceSession> => openNetwork(tinyEnlargerOnnx(weights))

function cardWith(sizePx: number): ModelCard {
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
      inputs: [{ name: 'luma', shape: [1, 1, null, null], ...tensor }],
      outputs: [{ name: 'large', shape: [1, 1, null, null], ...tensor }],
    },
  ]).find('super-resolution/x2')
  if (card === null) throw new Error('not an onnx card')
  return card
}

async function enlarged(picture: Raster, sizePx: number, job = testJob()) {
  const result = createRaster(picture.widthPx * 2, picture.heightPx * 2)
  const enlarger = { card: cardWith(sizePx), session: await tinySession() }
  await enlarge(job, rasterSource(picture), enlarger, rasterSink(result))
  return { result, job }
}

describe('super-resolution', () => {
  it('gives the same picture in tiles as in one piece, within 1/255', async () => {
    const picture = landscape(150, 97)
    const whole = await enlarged(picture, 4096)
    const tiled = await enlarged(picture, 48)
    expect(largestDifference(whole.result.rgba, tiled.result.rgba)).toBeLessThanOrEqual(1)
    expect(tiled.job.checkpoints).toBeGreaterThan(5)
    expect(neverDecreases(tiled.job.reports)).toBe(true)
  })

  it('takes the luma of the network and keeps hue and alpha', async () => {
    const picture = paint(40, 40, (x) => (x < 20 ? [200, 40, 40, 255] : [200, 40, 40, 0]))
    const { result } = await enlarged(picture, 64)
    const at = (x: number) => [...result.rgba.subarray((40 * 80 + x) * 4, (40 * 80 + x) * 4 + 4)]
    const [r = 0, g = 0, b = 0, a] = at(10)
    expect([r - g, g - b, a]).toEqual([160, 0, 255])
    expect(at(70)[3]).toBe(0)
  })

  it('a cancel is heard between two tiles', async () => {
    await expect(enlarged(landscape(75, 52), 48, testJob(3))).rejects.toMatchObject({
      fault: { code: 'cancelled' },
    })
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
