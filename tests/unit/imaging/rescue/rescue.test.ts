import { describe, expect, it } from 'vitest'
import { type Corners, cornersText, wholePicture } from '#core/imaging/tools/rescue/corners.ts'
import { proportionsOf, straightSize } from '#core/imaging/tools/rescue/homography.ts'
import { rescue } from '#core/imaging/tools/rescue/rescue.ts'
import { createRaster, rasterSink, rasterSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { keptResults, landscape, testJob } from '../made-pictures.ts'
import { seenByCamera } from '../rescue-pictures.ts'
import { rescued, tilted, tiltedGrid } from './rescued.ts'

const greenAt = ({ rgba, widthPx, heightPx }: Raster, u: number, v: number) =>
  rgba[(Math.floor(v * heightPx) * widthPx + Math.floor(u * widthPx)) * 4 + 1] ?? 0

describe('a sheet is straightened', () => {
  it('has the proportions of the paper, however it was seen', () => {
    const size = { widthPx: 4000, heightPx: 3000 }
    for (const turn of [
      { x: 0.5, y: 0.2, z: 0.1 },
      { x: -0.35, y: 0.4, z: -0.3 },
      { x: 0.6, y: 0, z: 0 },
    ]) {
      const corners = seenByCamera(Math.SQRT2, turn, size)
      expect(proportionsOf(corners, size) / Math.SQRT2).toBeCloseTo(1, 1.5)
    }
  })

  it('a grid is a grid again', async () => {
    const flat = await rescued(tiltedGrid)
    for (let line = 1; line < 6; line++) {
      for (let along = 0.5; along < 6; along++) {
        expect(greenAt(flat, line / 6, along / 6)).toBeLessThan(110)
        expect(greenAt(flat, along / 6, line / 6)).toBeLessThan(110)
        expect(greenAt(flat, (line - 0.5) / 6, along / 6)).toBeGreaterThan(220)
      }
    }
  })

  it('by corners that the customer set', async () => {
    const half: Corners = [
      { x: 0, y: 0 },
      { x: 0.5, y: 0 },
      { x: 0.5, y: 1 },
      { x: 0, y: 1 },
    ]
    const flat = await rescued(tiltedGrid, { corners: cornersText(half) })
    expect([flat.widthPx, flat.heightPx]).toEqual([240, 360])
  })

  it('the whole picture stays as it is, to the byte, its clear pixels too', async () => {
    const photo = landscape(160, 112)
    photo.rgba.fill(0, 0, 4)
    const same = await rescued(photo, { corners: cornersText(wholePicture) })
    expect(same).toEqual(photo)
  })

  it.each([
    [900, 20],
    [20, 900],
    [700, 1],
  ])('a panorama of %i x %i keeps its shape', async (widthPx, heightPx) => {
    const photo = landscape(widthPx, heightPx)
    const same = await rescued(photo, { corners: cornersText(wholePicture) })
    expect([same.widthPx, same.heightPx]).toEqual([widthPx, heightPx])
    expect(same.rgba.every((value, at) => value === photo.rgba[at])).toBe(true)
  })

  it('strips are what the whole is', async () => {
    const [whole, strips] = [
      await rescued(tiltedGrid, { evenLight: 1, freshColours: 1 }, 1e9),
      await rescued(tiltedGrid, { evenLight: 1, freshColours: 1 }, 4096),
    ]
    let most = 0
    whole.rgba.forEach((value, at) => {
      most = Math.max(most, Math.abs(value - (strips.rgba[at] ?? 0)))
    })
    expect(most).toBeLessThanOrEqual(1)
  })

  it('never grows beyond what is worked at', () => {
    const { widthPx, heightPx } = straightSize(tilted, { widthPx: 9000, heightPx: 9000 })
    expect(widthPx * heightPx).toBeLessThanOrEqual(16_777_216)
  })

  it('stops when it is cancelled', async () => {
    const photo = rasterSource(tiltedGrid)
    const settings = { corners: cornersText(tilted), evenLight: 1, freshColours: 0, brushed: '' }
    const open = (widthPx: number, heightPx: number) => rasterSink(createRaster(widthPx, heightPx))
    await expect(rescue(testJob(4), photo, settings, open, { stripPx: 4096 })).rejects.toThrow(
      'cancelled',
    )
  })
})

it('a slider that is moved does not look for the sheet again', async () => {
  const job = testJob()
  let looked = 0
  const gaussian: typeof job.kernels.gaussian = (...given) => {
    looked++
    return job.kernels.gaussian(...given)
  }
  const env = { ...job, kernels: { ...job.kernels, gaussian } }
  const { results, openSink } = keptResults()
  const source = rasterSource(tiltedGrid)
  const settings = { corners: '', evenLight: 0, freshColours: 0, brushed: '' }
  const memory = {}
  await rescue(env, source, settings, openSink, { memory })
  expect(looked).toBeGreaterThan(0)
  looked = 0
  await rescue(env, source, settings, openSink, { memory })
  expect(looked).toBe(0)
  expect(results[1]).toEqual(results[0])
  await rescue(env, source, settings, openSink)
  expect(looked).toBeGreaterThan(0)
})
