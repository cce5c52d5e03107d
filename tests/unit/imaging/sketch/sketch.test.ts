import { describe, expect, it } from 'vitest'
import { scaledCopy } from '#core/imaging/scaled-copy.ts'
import { type SketchSettings, sketch } from '#core/imaging/tools/sketch/sketch.ts'
import type { SketchStyle } from '#core/kernels/sketch-rows.ts'
import { createRaster, type PixelSource, rasterSink, rasterSource } from '#core/pixels/pixels.ts'
import { RowSampler } from '#core/pixels/sample-rows.ts'
import { landscape, largestDifference, neverDecreases, paint, testJob } from '../made-pictures.ts'

async function drawn(source: PixelSource, style: SketchStyle, strength = 0.5, job = testJob()) {
  const result = createRaster(source.widthPx, source.heightPx)
  const settings = { style, strength, background: 'as-it-is' } as const
  await sketch(job, source, settings, rasterSink(result))
  return result
}

const styles = ['pencil', 'ink', 'coloured-pencil'] as const
const meanOf = (rgba: Uint8ClampedArray) =>
  rgba.reduce((sum, value, i) => (i % 4 === 3 ? sum : sum + value), 0) / ((rgba.length / 4) * 3)

describe.each(styles)('a %s sketch', (style) => {
  it('is drawn the same each time', async () => {
    const source = rasterSource(landscape(240, 160))
    const [first, second] = [await drawn(source, style), await drawn(source, style)]
    expect(largestDifference(first.rgba, second.rgba)).toBe(0)
  })

  it('is darker under a heavier hand', async () => {
    const source = rasterSource(landscape(240, 160))
    const [light, heavy] = [await drawn(source, style, 0), await drawn(source, style, 1)]
    expect(meanOf(heavy.rgba)).toBeLessThan(meanOf(light.rgba) - 3)
  })

  it('leaves white paper where the photo is white, and keeps its alpha', async () => {
    const picture = paint(200, 200, (x, y) =>
      x < 100 ? [255, 255, 255, 255] : [30, 30, 30, y < 100 ? 255 : 0],
    )
    const result = await drawn(rasterSource(picture), style)
    expect(result.rgba.subarray((50 * 200 + 40) * 4, (50 * 200 + 40) * 4 + 4)).toEqual(
      Uint8ClampedArray.of(255, 255, 255, 255),
    )
    expect(result.rgba[(150 * 200 + 150) * 4 + 3]).toBe(0)
  })

  it('leaves a page that is white all over white, and a black one dark', async () => {
    const light = async (value: number) => {
      const page = paint(120, 80, () => [value, value, value])
      return meanOf((await drawn(rasterSource(page), style)).rgba)
    }
    const [white, grey, black] = [await light(255), await light(120), await light(0)]
    expect(white).toBe(255)
    expect(grey).toBeLessThan(white - 5)
    expect(black).toBeLessThan(grey - 5)
  })

  it('stops at the next checkpoint when it is cancelled, and its progress never goes back', async () => {
    const job = testJob()
    const source = rasterSource(landscape(900, 500))
    await drawn(source, style, 0.5, job)
    expect(neverDecreases(job.reports)).toBe(true)
    const cancelled = drawn(source, style, 0.5, testJob(Math.floor(job.checkpoints / 2)))
    await expect(cancelled).rejects.toMatchObject({ fault: { code: 'cancelled' } })
  })
})

describe('ink', () => {
  it('ends what is solid in a line, without teeth of hatching', async () => {
    const side = 640
    const picture = paint(side, 240, (x) => {
      const value = Math.min(240, Math.max(15, (x - 310) * 25))
      return [value, value, value]
    })
    const { rgba } = await drawn(rasterSource(picture), 'ink')
    const widths = Array.from({ length: 200 }, (_, row) => {
      const from = (row + 20) * side * 4
      let dark = 0
      for (let at = from; at < from + side * 4; at += 4) dark += 1 - (rgba[at] ?? 0) / 255
      return dark
    })
    expect(Math.max(...widths) - Math.min(...widths)).toBeLessThan(1)
  })
})

describe('what was seen in a photo', () => {
  const source = rasterSource(landscape(240, 160))
  let seen = 0
  const job = testJob()
  const counted = {
    ...job,
    kernels: {
      ...job.kernels,
      flowLines: (...given: Parameters<typeof job.kernels.flowLines>) => {
        seen++
        return job.kernels.flowLines(...given)
      },
    },
  }
  const drawnAs = async (settings: SketchSettings, previews?: object) => {
    const result = createRaster(source.widthPx, source.heightPx)
    const options = { isQuick: true, ...(previews && { previews }) }
    await sketch(counted, source, settings, rasterSink(result), options)
    return result.rgba
  }

  it('is kept for the next preview, which is drawn as it is without', async () => {
    const previews = {}
    for (const [strength, background] of [
      [0.2, 'as-it-is'],
      [0.9, 'white'],
    ] as const) {
      const settings = { style: 'pencil', strength, background } as const
      const before = seen
      const preview = await drawnAs(settings, previews)
      const times = seen - before
      expect(largestDifference(preview, await drawnAs(settings))).toBe(0)
      expect(times > 0).toBe(strength === 0.2)
    }
  })
})

describe('strips', () => {
  it('read a small plane as the whole would', () => {
    const values = Float32Array.from({ length: 30 * 20 }, (_, i) => Math.sin(i))
    const sampler = new RowSampler({ widthPx: 30, heightPx: 20, values }, 301, 199)
    const whole = sampler.rows(0, 199)
    for (const top of [0, 57, 140])
      expect(sampler.rows(top, 31).values).toEqual(whole.values.slice(top * 301, (top + 31) * 301))
  })

  it('average into a small copy exactly, whatever the ratio', async () => {
    const picture = paint(700, 501, (x, y) => [(x * 255) / 700, (y * 255) / 501, 100])
    const copy = await scaledCopy(testJob(), rasterSource(picture), 97)
    const exact = paint(copy.widthPx, copy.heightPx, (x, y) => [
      ((x + 0.5) * 255) / copy.widthPx,
      ((y + 0.5) * 255) / copy.heightPx,
      100,
    ])
    expect(largestDifference(copy.rgba, exact.rgba)).toBeLessThanOrEqual(1)
  })
})
