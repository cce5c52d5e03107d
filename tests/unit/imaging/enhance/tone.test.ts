import { describe, expect, it } from 'vitest'
import type { Tensor } from '#core/imaging/tool.ts'
import { lightGainsOf, tablesOf } from '#core/imaging/tools/enhance/look.ts'
import {
  gainsBeside,
  insistedTone,
  toneOf,
  toneOfCurves,
} from '#core/imaging/tools/enhance/tone.ts'
import { createRaster } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'

/** Columns from black to white, or from one grey to another, with a tenth of white. */
function greys(from: number, to: number, white = 0): Raster {
  const photo = createRaster(200, 20)
  for (let at = 0; at < photo.rgba.length; at += 4) {
    const u = ((at / 4) % 200) / 199
    photo.rgba.fill(u < white ? 250 : Math.round(from + u * (to - from)), at, at + 3)
    photo.rgba[at + 3] = 255
  }
  return photo
}

const lighter = (photo: Raster, by: number): Raster => ({
  ...photo,
  rgba: photo.rgba.map((value, at) => (at % 4 === 3 ? value : value + by)),
})

describe('how much of a change of lightness a photo is given', () => {
  const photo = greys(20, 220)

  it('is half of a small one, unless the photo is veiled', () => {
    expect(toneOf(photo, lighter(photo, 2), 0).share).toBeCloseTo(0.5)
    expect(toneOf(photo, lighter(photo, 2), 1).share).toBeCloseTo(1)
  })

  it('is all of a large one, and more of a clear rise', () => {
    expect(toneOf(photo, lighter(photo, -25), 0).share).toBeCloseTo(1)
    expect(toneOf(photo, lighter(photo, 25), 0).share).toBeCloseTo(1.25)
    expect(toneOf(photo, lighter(photo, 25), 0).plain).toBe(0)
  })

  it('is nothing of the curves where a photo is one plain tone with something lit before it', () => {
    const sky = greys(120, 124, 0.1)
    const tone = toneOf(sky, lighter(sky, 60), 0)
    expect(tone.plain).toBe(1)
    expect(toneOfCurves(tone, 0.85)).toBe(0)
  })

  it('is all of it where a photo has several colours of one lightness', () => {
    const flags = greys(120, 124, 0.1)
    flags.rgba.forEach((_, at) => {
      if (at % 8 === 0) flags.rgba.set([150, 110, 90, 255], at)
      if (at % 8 === 4) flags.rgba.set([60, 130, 190, 255], at)
    })
    expect(toneOf(flags, lighter(flags, 40), 0).plain).toBe(0)
  })

  it('is all of it where one plain tone is grainy, as stone and sand are', () => {
    const stone = greys(120, 124, 0.1)
    for (let at = 0; at < stone.rgba.length; at += 8) {
      stone.rgba.set([112, 112, 112, 255], at)
    }
    expect(toneOf(stone, lighter(stone, 60), 0).plain).toBe(0)
  })

  it('leaves that tone as it is, and what is in the shade before it comes up', () => {
    const tone = { share: 1, plain: 1, plainLuma: 0.5 }
    const gains = gainsBeside(tone, new Float32Array(257).fill(1.5))
    expect(gains[128]).toBe(1)
    expect(gains[250]).toBe(1)
    expect(gains[50]).toBe(1.5)
  })

  it('is all of it where a plain photo is dark all over, or veiled', () => {
    const dark = greys(60, 62)
    expect(toneOf(dark, lighter(dark, 80), 0).plain).toBe(0)
    const fog = greys(180, 186, 0.1)
    expect(toneOf(fog, lighter(fog, -60), 1).plain).toBe(0)
    expect(toneOf(fog, lighter(fog, 20), 1).plain).toBe(1)
  })

  it('comes to all of the look by the end of the slider, and never to more', () => {
    const doubtful = { share: 0.5, plain: 1, plainLuma: 0.5 }
    expect(insistedTone(doubtful, 0.85)).toEqual(doubtful)
    expect(insistedTone(doubtful, 1)).toEqual({ share: 1, plain: 0, plainLuma: 0.5 })
    const clear = { share: 1.25, plain: 0, plainLuma: 0.5 }
    expect(toneOfCurves(clear, 0.4)).toBe(1.25)
    expect(toneOfCurves(clear, 0.85)).toBeCloseTo(1 / 0.85)
    expect(toneOfCurves(clear, 1)).toBe(1)
  })
})

describe('a look with less of its tone', () => {
  /** Brightens all three channels and warms red; no matrix, no light around. */
  const knots = (lift: number) => Array.from({ length: 17 }, (_, knot) => (knot / 16) ** lift)
  const matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1]
  const light = Array.from({ length: 9 }, (_, knot) => knot / 8)
  const values = Float32Array.from([
    ...knots(0.6),
    ...knots(0.7),
    ...knots(0.8),
    ...matrix,
    ...light,
  ])
  const look: Tensor = { shape: [1, 69, 1, 1], values }
  const middleOf = (tone: number) => {
    const tables = tablesOf(look, 1, undefined, tone).values
    return [0, 1, 2].map((c) => tables[(c * 256 + 128) * 3 + c] ?? 0)
  }

  it('keeps its colours and leaves a grey as light as it was', () => {
    const [red = 0, green = 0, blue = 0] = middleOf(0)
    const [redWhole = 0, greenWhole = 0, blueWhole = 0] = middleOf(1)
    expect(0.299 * red + 0.587 * green + 0.114 * blue).toBeCloseTo(128, 0)
    expect(red - green).toBeCloseTo(redWhole - greenWhole)
    expect(green - blue).toBeCloseTo(greenWhole - blueWhole)
    expect(greenWhole).toBeGreaterThan(140)
    expect([...lightGainsOf(look)].every((gain) => Math.abs(gain - 1) < 1e-5)).toBe(true)
  })
})
