import { describe, expect, it } from 'vitest'
import {
  type AdjustedFrame,
  adjustPixels,
  changesPixels,
  type PhotoPart,
} from '#core/adjustments/adjust-pixels.ts'
import { colourCube } from '#core/adjustments/colour-cube.ts'
import { lookIds } from '#core/adjustments/looks.ts'
import { type Adjustments, adjustmentRanges, neutralAdjustments } from '#core/design/adjustments.ts'
import { CUBE_SIDE } from '#core/kernels/light.ts'
import { SURROUNDINGS_PX, surroundingsOf } from '#core/kernels/surroundings.ts'
import { rasterRows } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { kernels } from '../../fixtures/kernels.ts'
import { plainKernels } from '../../fixtures/plain-kernels.ts'
import { landscape } from '../imaging/made-pictures.ts'

const WHOLE = { x: 0, y: 0, width: 1, height: 1 }
const photo = landscape(960, 640)
const small = kernels.resizeArea(photo, SURROUNDINGS_PX, Math.round((SURROUNDINGS_PX * 2) / 3))
const frame: AdjustedFrame = {
  surroundings: surroundingsOf(kernels, small),
  crop: { x: 0.1, y: 0.05, width: 0.8, height: 0.9 },
  aspect: (0.8 * 960) / (0.9 * 640),
}
const partOf = ({ widthPx, heightPx }: Raster): PhotoPart => ({ part: WHOLE, widthPx, heightPx })

const set = (settings: Partial<Adjustments>): Adjustments => ({
  ...neutralAdjustments,
  ...settings,
})
const looked = (lookId: string, amount = 1) => set({ look: { lookId, amount } })
const everything = set({
  light: 0.3,
  contrast: 0.4,
  highlights: -0.6,
  shadows: 0.5,
  warmth: 0.3,
  saturation: 0.4,
  clarity: 0.6,
  vignette: 0.5,
  grain: 0.6,
})

function adjusted(source: Raster, adjustments: Adjustments, use = kernels): Raster {
  const made = { ...source, rgba: source.rgba.slice() }
  adjustPixels(use, adjustments, frame, partOf(source), made, 0)
  return made
}

/** The largest and the mean difference of colours. */
function difference(one: Raster, other: Raster): { most: number; mean: number } {
  expect(one.rgba.length).toBe(other.rgba.length)
  let [most, sum] = [0, 0]
  one.rgba.forEach((value, at) => {
    const by = Math.abs(value - (other.rgba[at] ?? 0))
    most = Math.max(most, by)
    sum += by
  })
  return { most, mean: sum / one.rgba.length }
}

/** What the cube makes of the greys from black to white: red, green, blue of each. */
function greysOf(adjustments: Adjustments): readonly (readonly number[])[] {
  const cube = colourCube(adjustments)
  return Array.from({ length: CUBE_SIDE }, (_, step) => {
    const at = step * (CUBE_SIDE * CUBE_SIDE + CUBE_SIDE + 1) * 4
    return [...cube.subarray(at, at + 3)]
  })
}

const lightnessOf = ([r = 0, g = 0, b = 0]: readonly number[]) => 0.3 * r + 0.59 * g + 0.11 * b

const extremes = adjustmentRanges.flatMap(({ name, min }) =>
  [min, 1]
    .filter((value) => value !== 0)
    .map((value) => [`${name} ${value}`, set({ [name]: value })]),
) as [string, Adjustments][]
const looks = lookIds.map((id) => [`look ${id}`, looked(id)]) as [string, Adjustments][]

describe('colours', () => {
  it('stay as they are where nothing is set', () => {
    let most = 0
    colourCube(neutralAdjustments).forEach((value, at) => {
      const step = [CUBE_SIDE * CUBE_SIDE, CUBE_SIDE, 1][at % 4]
      if (step === undefined) return
      const expected = (Math.floor(at / 4 / step) % CUBE_SIDE) / (CUBE_SIDE - 1)
      most = Math.max(most, Math.abs(value - expected))
    })
    expect(most).toBeLessThan(0.25 / 255)
  })

  it.each([...extremes, ...looks])(
    '%s: lighter greys stay lighter, and none is clipped',
    (_, of) => {
      const lights = greysOf(of).map(lightnessOf)
      for (let step = 1; step < lights.length; step++) {
        expect(lights[step]).toBeGreaterThan(lights[step - 1] ?? 1)
      }
    },
  )

  it('a look at half its amount lies between none and all of it', () => {
    for (const id of lookIds) {
      const lightsAt = (amount: number) => greysOf(looked(id, amount)).map(lightnessOf)
      const [none, half, all] = [lightsAt(0), lightsAt(0.5), lightsAt(1)]
      half.forEach((value, at) => {
        const [from, to] = [none[at] ?? 0, all[at] ?? 0]
        expect(value).toBeGreaterThan(Math.min(from, to) - 0.02)
        expect(value).toBeLessThan(Math.max(from, to) + 0.02)
      })
    }
  })

  it('black and white is grey through and through', () => {
    const cube = colourCube(set({ monochrome: 1 }))
    let most = 0
    for (let at = 0; at < cube.length; at += 4) {
      const [r = 0, g = 0, b = 0] = cube.subarray(at, at + 3)
      most = Math.max(most, Math.max(r, g, b) - Math.min(r, g, b))
    }
    expect(most).toBeLessThan(1 / 255)
  })

  it('warm skin of every depth stays skin in every look', () => {
    const hue = ([r = 0, g = 0, b = 0]: readonly number[]) =>
      (Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI
    for (const id of lookIds) {
      for (const [r, g, b] of [
        [236, 199, 178],
        [198, 144, 112],
        [124, 82, 60],
      ] as const) {
        const skin = { widthPx: 1, heightPx: 1, rgba: new Uint8ClampedArray([r, g, b, 255]) }
        const colour = [...adjusted(skin, { ...looked(id), vignette: 0, grain: 0 }).rgba]
        const chroma = Math.max(...colour.slice(0, 3)) - Math.min(...colour.slice(0, 3))
        if (chroma < 14) continue
        expect(hue(colour), `${id} of ${r} ${g} ${b}`).toBeGreaterThan(2)
        expect(hue(colour), `${id} of ${r} ${g} ${b}`).toBeLessThan(52)
      }
    }
  })
})

describe('ends of sliders', () => {
  const onePixel = (r: number, g: number, b: number): Raster => ({
    widthPx: 1,
    heightPx: 1,
    rgba: new Uint8ClampedArray([r, g, b, 255]),
  })
  const madeOf = (colour: readonly [number, number, number], settings: Partial<Adjustments>) => [
    ...adjusted(onePixel(...colour), set(settings)).rgba.subarray(0, 3),
  ]

  it('more contrast keeps steps near black and near white, less does not stretch them', () => {
    for (const [contrast, least, most] of [
      [1, 0.2, 1.9],
      [-1, 0.35, 2.2],
    ] as const) {
      const greys = greysOf(set({ contrast })).map(([value = 0]) => value * (CUBE_SIDE - 1))
      for (let step = 1; step < greys.length; step++) {
        const slope = (greys[step] ?? 0) - (greys[step - 1] ?? 0)
        expect(slope, `${contrast} at ${step}`).toBeGreaterThan(least)
        expect(slope, `${contrast} at ${step}`).toBeLessThan(most)
      }
    }
  })

  it.each(['highlights', 'shadows'] as const)(
    '%s brighten a full colour without a new hue',
    (of) => {
      for (const colour of [
        [90, 200, 235],
        [240, 190, 40],
        [200, 60, 60],
      ] as const) {
        const made = madeOf(colour, { [of]: 1 })
        const by = made.map((value, at) => value / (colour[at] ?? 1))
        expect(Math.max(...made)).toBeLessThanOrEqual(255)
        expect(
          Math.max(...by) / Math.min(...by),
          `${colour.join()} became ${made.join()}`,
        ).toBeLessThan(1.06)
      }
    },
  )

  it('yellow stays yellow under all contrast and light', () => {
    const [r = 0, g = 0, b = 0] = madeOf([250, 225, 30], { contrast: 1, light: 0.5 })
    expect(Math.min(r, g) - b).toBeGreaterThan(110)
  })

  it('saturation leaves what is nearly grey nearly grey', () => {
    const made = madeOf([232, 232, 240], { saturation: 1 })
    expect(Math.max(...made) - Math.min(...made)).toBeLessThan(18)
  })

  it('grain leaves white paper white', () => {
    const side = 240
    const white: Raster = {
      widthPx: side,
      heightPx: side,
      rgba: new Uint8ClampedArray(side * side * 4).fill(255),
    }
    expect(difference(adjusted(white, set({ grain: 1 })), white).most).toBeLessThanOrEqual(1)
  })
})

describe('a photo', () => {
  it('that nothing was set of is not touched', () => {
    expect(changesPixels(null)).toBe(false)
    expect(changesPixels(neutralAdjustments)).toBe(false)
    expect(changesPixels(looked('dusk', 0))).toBe(false)
    expect(changesPixels(looked('of-another-release'))).toBe(false)
    expect(changesPixels(looked('dusk', 0.1))).toBe(true)
  })

  it.each([['everything', everything] as const, ...looks])(
    '%s: the kernel does what its definition says',
    (_, adjustments) => {
      const made = adjusted(rasterRows(photo, 100, 60), adjustments)
      const expected = adjusted(rasterRows(photo, 100, 60), adjustments, plainKernels)
      expect(difference(made, expected).most).toBeLessThanOrEqual(1)
    },
  )

  it('keeps what is clear, and its alpha, at any width', () => {
    for (const widthPx of [1, 3, 4, 5, 7]) {
      const source = kernels.resizeArea(photo, widthPx, 9)
      source.rgba.fill(0, 0, 4)
      source.rgba[7] = 90
      const made = adjusted(source, everything)
      expect([...made.rgba.subarray(0, 4)]).toEqual([0, 0, 0, 0])
      expect(made.rgba[7]).toBe(90)
      expect(difference(made, adjusted(source, everything, plainKernels)).most).toBeLessThanOrEqual(
        1,
      )
    }
  })

  it('is the same in strips as in one piece', () => {
    const whole = adjusted(photo, everything)
    for (const rows of [1, 37, 128]) {
      const strips = { ...photo, rgba: photo.rgba.slice() }
      for (let top = 0; top < 200; top += rows) {
        const strip = rasterRows(strips, top, rows)
        adjustPixels(kernels, everything, frame, partOf(photo), strip, top)
      }
      const compared = difference(rasterRows(strips, 0, 200), rasterRows(whole, 0, 200))
      expect(compared.most).toBeLessThanOrEqual(1)
    }
  })

  it('looks on a small picture as a large one does that is made small', () => {
    const half = kernels.resizeArea(photo, 480, 320)
    for (const [, adjustments] of [['', everything] as const, ...looks]) {
      const shrunk = kernels.resizeArea(adjusted(photo, adjustments), 480, 320)
      expect(difference(adjusted(half, adjustments), shrunk).mean).toBeLessThan(2.5)
    }
  })

  it('has no grain on pixels far larger than grains, and much on smaller ones', () => {
    const flat = (side: number): Raster => ({
      widthPx: side,
      heightPx: side,
      rgba: new Uint8ClampedArray(side * side * 4)
        .fill(128)
        .map((v, at) => (at % 4 === 3 ? 255 : v)),
    })
    const spread = (side: number) => {
      const { rgba } = adjusted(flat(side), set({ grain: 1 }))
      const reds = Array.from({ length: side * side }, (_, at) => rgba[at * 4] ?? 0)
      const mean = reds.reduce((sum, red) => sum + red, 0) / reds.length
      return Math.sqrt(reds.reduce((sum, red) => sum + (red - mean) ** 2, 0) / reds.length)
    }
    expect(spread(900)).toBeGreaterThan(8)
    expect(spread(90)).toBeLessThan(2)
  })
})
