import { describe, expect, it } from 'vitest'
import { threadsOf } from '#core/imaging/own-thread.ts'
import { anime } from '#core/imaging/tools/anime/anime.ts'
import { sketch } from '#core/imaging/tools/sketch/sketch.ts'
import { createRaster, rasterSink, rasterSource } from '#core/pixels/pixels.ts'
import { paint, testJob } from './made-pictures.ts'

/** A job whose memory is gone as soon as it is given back, as a browser's is. */
function freeingJob() {
  const job = testJob()
  const release = (spent: ArrayBuffer) => void structuredClone(spent, { transfer: [spent] })
  return { ...job, strips: { ...threadsOf(job), release } }
}

const coloured = (side: number) =>
  paint(side, side, (x, y) => [120 + ((x * 61) % 90), 200 - ((y * 47) % 80), 110])

describe.each([1, 2, 3, 12, 24])(
  'a photo of %i px a side gives no memory back that is still read',
  (side) => {
    const photo = rasterSource(coloured(side))
    const result = createRaster(side, side)
    const kinds = [{ isQuick: true, previews: {} }, { previews: {} }, {}]

    it.each(kinds)('in anime, %o', async (options) => {
      const settings = { look: 'soft', strength: 0.8, proportions: 0.5 } as const
      await anime(freeingJob(), photo, settings, rasterSink(result), options)
      expect(result.rgba.some((value, at) => at % 4 < 3 && value > 70)).toBe(true)
    })

    it.each(kinds)('in a sketch, %o', async (options) => {
      const settings = { style: 'coloured-pencil', strength: 0.8, background: 'as-it-is' } as const
      await sketch(freeingJob(), photo, settings, rasterSink(result), options)
      expect(result.rgba.some((value, at) => at % 4 < 3 && value > 70)).toBe(true)
    })
  },
)
