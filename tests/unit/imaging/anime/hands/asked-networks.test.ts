import { expect, it } from 'vitest'
import type { InferenceSession } from '#core/imaging/tool.ts'
import { anime } from '#core/imaging/tools/anime/anime.ts'
import { createRaster, rasterSink, rasterSource } from '#core/pixels/pixels.ts'
import { isFace, people, SIDE } from '../../made-face.ts'
import { largestDifference, testJob } from '../../made-pictures.ts'
import { faceWith, plain, SKIN } from '../../painted-face.ts'

/** A network that finds nothing, and counts how often it was asked. */
function nothing(count: number, asked: string[], name: string): InferenceSession {
  return {
    run: async () => {
      asked.push(name)
      return { shape: [1, count, 1, 1], values: new Float32Array(count).fill(-20) }
    },
    release: async () => {},
  }
}

const isBody = (x: number, y: number) => isFace(x, y) || y > 270
const portrait = faceWith((_, y) => y > 270, SKIN)

async function drawnWith(isQuick: boolean, asked: string[], isThere = true) {
  const result = createRaster(SIDE, SIDE)
  await anime(testJob(), rasterSource(portrait), plain, rasterSink(result), {
    findPeople: async () => people(isBody),
    findHandNetworks: async () =>
      isThere
        ? { palms: nothing(2016 * 19, asked, 'palms'), points: nothing(65, asked, 'points') }
        : null,
    isQuick,
  })
  return result
}

it('looks for palms where there is skin beyond a face, and for points where there are palms', async () => {
  const asked: string[] = []
  await drawnWith(false, asked)
  expect(asked).toEqual(['palms'])
})

it('looks for no hands in a quick preview', async () => {
  const asked: string[] = []
  await drawnWith(true, asked)
  expect(asked).toEqual([])
})

it('draws the same without the networks as where they see no hand', async () => {
  const without = await drawnWith(false, [], false)
  const seen = await drawnWith(false, [])
  expect(largestDifference(seen.rgba, without.rgba)).toBe(0)
})
