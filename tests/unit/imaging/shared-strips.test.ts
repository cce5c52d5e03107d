import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { PackingKernels } from '#core/formats/image-rows.ts'
import { encodePng } from '#core/imaging/encode-png.ts'
import { stripWork } from '#core/imaging/own-thread.ts'
import { scaledCopy } from '#core/imaging/scaled-copy.ts'
import type { StripThreads } from '#core/imaging/strip-work.ts'
import { anime } from '#core/imaging/tools/anime/anime.ts'
import { sketch } from '#core/imaging/tools/sketch/sketch.ts'
import { createRaster, rasterRows, rasterSink, rasterSource } from '#core/pixels/pixels.ts'
import { partFor, RowSampler } from '#core/pixels/sample-rows.ts'
import { planShared, planStrips, shareStrips } from '#core/pixels/strips.ts'
import { kernels } from '../../fixtures/kernels.ts'
import { isFace, people, SIDE } from './made-face.ts'
import { landscape, largestDifference, paint, testJob } from './made-pictures.ts'
import { hairAboutFaces, SKIN } from './painted-face.ts'

const strips = planStrips(100, 160, 0, 1_600)

/** Other threads as they are: what they are given is copied, and the first is not done first. */
function otherThreads(): StripThreads {
  let turn = 0
  const apart = async <Given, Made>(given: Given, make: (given: Given) => Made): Promise<Made> => {
    const copy = structuredClone(given)
    await pause(5 - (turn++ % 5))
    return make(copy)
  }
  const work = stripWork(kernels)
  return {
    lanes: 5,
    // Memory of what was taken is somebody else's from then on.
    release: (spent) => void structuredClone(spent, { transfer: [spent] }),
    gaussian: (...given) => apart(given, (copy) => work.gaussian(...copy)),
    guidedFilter: (...given) => apart(given, (copy) => work.guidedFilter(...copy)),
    guidedFilterColour: (...given) => apart(given, (copy) => work.guidedFilterColour(...copy)),
    colourMatte: (...given) => apart(given, (copy) => work.colourMatte(...copy)),
    directedLines: (...given) => apart(given, (copy) => work.directedLines(...copy)),
    directedStrokes: (...given) => apart(given, (copy) => work.directedStrokes(...copy)),
    drawCels: (...given) => apart(given, (copy) => work.drawCels(...copy)),
    edgeForm: (...given) => apart(given, (copy) => work.edgeForm(...copy)),
    edgeLines: (...given) => apart(given, (copy) => work.edgeLines(...copy)),
    drawSketch: (rows) => apart(rows, (copy) => work.drawSketch(copy)),
    packRows: (...given) => apart(given, (copy) => work.packRows(...copy)),
    resizeAreaRows: (...given) => apart(given, (copy) => work.resizeAreaRows(...copy)),
  }
}

describe('strips that threads share', () => {
  it('are as many for a small picture as keep all threads at work, and the usual ones for a large one', () => {
    const preview = planShared(720, 480, 4)
    expect(preview).toHaveLength(8)
    expect(new Set(preview.map(({ heightPx }) => heightPx))).toEqual(new Set([60]))
    expect(planShared(720, 480, 1)).toEqual(planStrips(720, 480, 0))
    expect(planShared(4000, 3000, 4)).toEqual(planStrips(4000, 3000, 0))
  })

  it('are taken in their order, whichever is done first, and few are under way at once', async () => {
    const taken: number[] = []
    let underWay = 0
    let most = 0
    await shareStrips(testJob(), {
      strips,
      lanes: 3,
      begin: async ({ topPx }) => {
        most = Math.max(most, ++underWay)
        await pause(topPx % 3 === 0 ? 8 : 1)
        return topPx
      },
      take: (_, topPx) => {
        underWay--
        taken.push(topPx)
      },
    })
    expect(taken).toEqual(strips.map(({ topPx }) => topPx))
    expect(most).toBe(3)
  })

  it('end with the fault of the first that fails', async () => {
    const failing = shareStrips(testJob(), {
      strips,
      lanes: 4,
      begin: async ({ topPx }) => {
        if (topPx > 0) throw new Error(`strip at ${topPx}`)
      },
      take: () => undefined,
    })
    await expect(failing).rejects.toThrow(`strip at ${strips[1]?.topPx}`)
  })

  it('are not begun any more once the job is cancelled', async () => {
    let begun = 0
    const cancelled = shareStrips(testJob(2), {
      strips,
      lanes: 2,
      begin: () => {
        begun++
      },
      take: () => undefined,
    })
    await expect(cancelled).rejects.toMatchObject({ fault: { code: 'cancelled' } })
    expect(begun).toBeLessThan(strips.length)
  })

  it('read from a part of a plane what they would from the whole', () => {
    const values = Float32Array.from({ length: 30 * 20 }, (_, i) => Math.sin(i))
    const plane = { widthPx: 30, heightPx: 20, values }
    const whole = new RowSampler(plane, 301, 199).rows(0, 199)
    const sampler = new RowSampler(plane, 301, 199)
    for (const top of [0, 57, 140, 168]) {
      const part = partFor(plane, 199, top, 31)
      expect(part.rows.heightPx).toBeLessThan(7)
      sampler.readFrom(structuredClone(part))
      expect(sampler.rows(top, 31).values).toEqual(whole.values.slice(top * 301, (top + 31) * 301))
    }
  })

  it('make the same sketch, whichever thread draws them', async () => {
    const source = rasterSource(landscape(1300, 420))
    const settings = { style: 'coloured-pencil', strength: 0.5, background: 'as-it-is' } as const
    const draw = async (job = testJob()) => {
      const result = createRaster(1300, 420)
      await sketch(job, source, settings, rasterSink(result))
      return result.rgba
    }
    const shared = await draw({ ...testJob(), strips: otherThreads() })
    expect(largestDifference(shared, await draw())).toBe(0)
  })

  it('pack the same file, whichever thread packs its rows', async () => {
    const picture = landscape(700, 900)
    const packed = async (packing: PackingKernels) => {
      const size = { widthPx: 700, heightPx: 900, samples: 4 } as const
      const read = (top: number, rows: number) => rasterRows(picture, top, rows).rgba
      return Buffer.concat(await encodePng(packing, size, testJob(), read))
    }
    const threads = otherThreads()
    const crc32 = (bytes: Uint8Array, start: number) => kernels.crc32(bytes, start)
    const packRows: PackingKernels['packRows'] = (...given) => threads.packRows(...given)
    const shared = await packed({ crc32, packRows })
    expect(shared.equals(await packed(kernels))).toBe(true)
  })

  it('make the same anime, whichever thread draws them', async () => {
    const source = rasterSource(landscape(160, 420))
    const settings = { look: 'bold', strength: 0.8, proportions: 0.5 } as const
    const draw = async (job = testJob()) => {
      const result = createRaster(160, 420)
      await anime(job, source, settings, rasterSink(result))
      return result.rgba
    }
    const shared = await draw({ ...testJob(), strips: otherThreads() })
    expect(largestDifference(shared, await draw())).toBe(0)
  })

  it('read nothing of an anime of somebody that was given back before', async () => {
    const isHair = (x: number, y: number) => !isFace(x, y) && Math.hypot(x - 160, y - 140) < 130
    const isThere = (x: number, y: number) => isFace(x, y) || isHair(x, y) || y > 270
    const behind = landscape(SIDE, SIDE).rgba
    const picture = paint(SIDE, SIDE, (x, y) => {
      if (isFace(x, y)) return SKIN
      if (isHair(x, y)) return [70 + 20 * Math.sin(x / 2), 50, 40]
      const at = (y * SIDE + x) * 4
      return y > 270 ? [60, 80, 170] : [behind[at] ?? 0, behind[at + 1] ?? 0, behind[at + 2] ?? 0]
    })
    const settings = { look: 'soft', strength: 0.5, proportions: 0.5 } as const
    const draw = async (job = testJob(), previews?: object) => {
      const result = createRaster(SIDE, SIDE)
      await anime(job, rasterSource(picture), settings, rasterSink(result), {
        findPeople: async () => people(isThere),
        findHairNetwork: async () => hairAboutFaces,
        isQuick: true,
        ...(previews && { previews }),
      })
      return result.rgba
    }
    const threads = otherThreads()
    let planes = 0
    const release = (spent: ArrayBuffer) => {
      planes += spent.byteLength / (4 * SIDE ** 2)
      threads.release(spent)
    }
    const alone = await draw()
    const shared = await draw({ ...testJob(), strips: { ...threads, release } })
    expect(largestDifference(shared, alone)).toBe(0)
    expect(planes).toBeGreaterThan(60)
    // What is kept for the next preview is not given back.
    const kept = {}
    for (let preview = 0; preview < 2; preview++) {
      const shown = await draw({ ...testJob(), strips: otherThreads() }, kept)
      expect(largestDifference(shown, alone)).toBe(0)
    }
  })
})

describe('a small copy whose strips threads share', () => {
  it('is the same to the byte, and leaves the picture it is made from as it was', async () => {
    const picture = paint(1200, 900, (x, y) => [x % 256, (x * y) % 256, y % 256])
    const before = picture.rgba.slice()
    const job = testJob()
    const alone = await scaledCopy(job, rasterSource(picture), 500)
    const shared = await scaledCopy({ ...job, strips: otherThreads() }, rasterSource(picture), 500)
    expect(largestDifference(shared.rgba, alone.rgba)).toBe(0)
    expect(largestDifference(picture.rgba, before)).toBe(0)
  })
})
