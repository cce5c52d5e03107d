import { describe, expect, it } from 'vitest'
import { beginImaging } from '#core/contract/services/imaging.ts'
import { toolSettingsSchema } from '#core/design/document.ts'
import {
  type Corners,
  cornersOf,
  cornersText,
  wholePicture,
} from '#core/imaging/tools/rescue/corners.ts'
import { proportionsOf, straightSize } from '#core/imaging/tools/rescue/homography.ts'
import { findPaper, type RescueSettings, rescue } from '#core/imaging/tools/rescue/rescue.ts'
import { rescue as rescueTool } from '#core/imaging/tools/rescue/tool.ts'
import { createRaster, rasterSink, rasterSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { keptResults, landscape, paint, testJob } from '../made-pictures.ts'
import { type Drawing, grid, photographed, seenByCamera } from '../rescue-pictures.ts'

const PHOTO = { widthPx: 480, heightPx: 360 }
const tilted: Corners = [
  { x: 0.19, y: 0.14 },
  { x: 0.83, y: 0.2 },
  { x: 0.9, y: 0.87 },
  { x: 0.09, y: 0.8 },
]

const tiltedGrid = photographed({ ...PHOTO, corners: tilted, drawing: grid(6) })

async function rescued(
  photo: Raster,
  settings: Partial<RescueSettings> = {},
  stripPx?: number,
): Promise<Raster> {
  const { results, openSink } = keptResults()
  const all = { corners: '', evenLight: 0, freshColours: 0, brushed: '', ...settings }
  await rescue(
    testJob(),
    rasterSource(photo),
    all,
    openSink,
    stripPx === undefined ? {} : { stripPx },
  )
  const [result] = results
  if (result === undefined) throw new Error('no result')
  return result
}

const greenAt = ({ rgba, widthPx, heightPx }: Raster, u: number, v: number) =>
  rgba[(Math.floor(v * heightPx) * widthPx + Math.floor(u * widthPx)) * 4 + 1] ?? 0

/** Furthest that a corner is off, px of the photo. */
function furthest(found: Corners | undefined, truth: Corners, size = PHOTO): number {
  if (found === undefined) return Number.POSITIVE_INFINITY
  return Math.max(
    ...truth.map(({ x, y }, at) => {
      const own = found[at] ?? { x: 0, y: 0 }
      return Math.hypot((own.x - x) * size.widthPx, (own.y - y) * size.heightPx)
    }),
  )
}

describe('the sheet in a photo is found', () => {
  it.each([
    [
      'that lies straight',
      [
        { x: 0.2, y: 0.15 },
        { x: 0.8, y: 0.15 },
        { x: 0.8, y: 0.85 },
        { x: 0.2, y: 0.85 },
      ],
    ],
    ['seen from one side', tilted],
    [
      'turned',
      [
        { x: 0.4, y: 0.08 },
        { x: 0.88, y: 0.4 },
        { x: 0.6, y: 0.93 },
        { x: 0.12, y: 0.58 },
      ],
    ],
  ] as readonly (readonly [string, Corners])[])('%s', async (_, corners) => {
    const photo = photographed({ ...PHOTO, corners, drawing: grid(6) })
    const found = await findPaper(testJob(), rasterSource(photo))
    expect(furthest(found?.corners, corners)).toBeLessThan(1)
    expect(found?.confidence).toBeGreaterThan(0.6)
  })

  it('on a table as light as the paper, by its colour', async () => {
    const photo = photographed({
      ...PHOTO,
      corners: tilted,
      drawing: (u, v) => (Math.hypot(u - 0.5, v - 0.5) < 0.3 ? [60, 120, 200] : [226, 226, 222]),
      table: () => [250, 222, 190],
    })
    const found = await findPaper(testJob(), rasterSource(photo))
    expect(furthest(found?.corners, tilted)).toBeLessThan(1)
  })

  it('under uneven light, on a chequered table', async () => {
    const photo = photographed({
      ...PHOTO,
      corners: tilted,
      drawing: grid(5),
      table: (x, y) =>
        (Math.floor(x / 36) + Math.floor(y / 36)) % 2 ? [90, 90, 96] : [70, 64, 60],
      light: (x, y) => 1 - 0.5 * x - 0.2 * y,
    })
    const found = await findPaper(testJob(), rasterSource(photo))
    expect(furthest(found?.corners, tilted)).toBeLessThan(1)
  })

  it('and not the joints of the tiles that it lies on', async () => {
    const photo = photographed({
      ...PHOTO,
      corners: tilted,
      drawing: (u, v) => (Math.hypot(u - 0.5, v - 0.5) < 0.3 ? [60, 120, 200] : [238, 238, 234]),
      table: (x, y) => (x % 60 < 3 || y % 60 < 3 ? [150, 146, 140] : [188, 180, 170]),
    })
    const found = await findPaper(testJob(), rasterSource(photo))
    expect(furthest(found?.corners, tilted)).toBeLessThan(1)
  })

  it('that the picture cuts off on one side, as far as it is seen', async () => {
    const corners: Corners = [
      { x: -0.2, y: 0.1 },
      { x: 0.75, y: 0.16 },
      { x: 0.8, y: 0.86 },
      { x: -0.2, y: 0.9 },
    ]
    const photo = photographed({ ...PHOTO, corners, drawing: grid(7) })
    const found = await findPaper(testJob(), rasterSource(photo))
    const [topLeft, topRight, bottomRight, bottomLeft] = found?.corners ?? wholePicture
    expect(furthest([corners[0], topRight, bottomRight, corners[3]], corners)).toBeLessThan(1.5)
    for (const [cut, [from, to]] of [
      [topLeft, [corners[0], corners[1]]],
      [bottomLeft, [corners[3], corners[2]]],
    ] as const) {
      const side = from.y + ((cut.x - from.x) / (to.x - from.x)) * (to.y - from.y)
      expect(Math.abs(cut.y - side) * PHOTO.heightPx).toBeLessThan(1.5)
      expect(cut.x).toBeLessThan(0.12)
    }
  })

  it('and none where a large part of it would be lost', async () => {
    const corners: Corners = [
      { x: 0.08, y: 0.35 },
      { x: 0.45, y: -0.3 },
      { x: 0.92, y: 0.65 },
      { x: 0.55, y: 1.3 },
    ]
    const photo = photographed({ ...PHOTO, corners, drawing: () => [238, 238, 238] })
    expect(await findPaper(testJob(), rasterSource(photo))).toBeNull()
  })

  it('and none is made up where there is none', async () => {
    expect(await findPaper(testJob(), rasterSource(landscape(600, 400)))).toBeNull()
    expect(await findPaper(testJob(), rasterSource(paint(300, 200, () => [90, 90, 90])))).toBeNull()
  })
})

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

/** Mean of a patch, by channel. */
function colourAt({ rgba, widthPx, heightPx }: Raster, u: number, v: number): readonly number[] {
  const sums = [0, 0, 0]
  for (let y = -1; y <= 1; y++) {
    for (let x = -1; x <= 1; x++) {
      const at = ((Math.floor(v * heightPx) + y) * widthPx + Math.floor(u * widthPx) + x) * 4
      sums.forEach((sum, c) => {
        sums[c] = sum + (rgba[at + c] ?? 0) / 9
      })
    }
  }
  return sums
}

/** Darkest and brightest green of places. */
const spread = (picture: Raster, places: readonly (readonly [number, number])[]) => {
  const greens = places.map(([u, v]) => colourAt(picture, u, v)[1] ?? 0)
  return { least: Math.min(...greens), most: Math.max(...greens) }
}

const everywhere = [0.1, 0.3, 0.5, 0.7, 0.9].flatMap((u) =>
  [0.1, 0.3, 0.5, 0.7, 0.9].map((v) => [u, v] as const),
)
const whole = cornersText(wholePicture)
const flatPhoto = (drawing: Drawing, light?: (x: number, y: number) => number) =>
  photographed({
    widthPx: 300,
    heightPx: 220,
    corners: wholePicture,
    drawing,
    ...(light && { light }),
  })
const lamp = (x: number, y: number) => 0.9 - 0.55 * x - 0.15 * y + 0.1 * x * y

describe('uneven light is evened out', () => {
  it('on a drawing, whose paper becomes white', async () => {
    const photo = flatPhoto(grid(5, [228, 222, 212]), lamp)
    const before = spread(photo, everywhere)
    expect(before.most - before.least).toBeGreaterThan(60)
    const after = spread(await rescued(photo, { corners: whole, evenLight: 1 }), everywhere)
    expect(after.most - after.least).toBeLessThan(8)
    expect(after.least).toBeGreaterThan(238)
  })

  it('under a shadow too, while paint stays paint', async () => {
    const sun: Drawing = (u, v) =>
      Math.hypot((u - 0.3) * 1.36, v - 0.4) < 0.15 ? [240, 190, 40] : [232, 232, 230]
    const shadow = (x: number, y: number) =>
      0.8 * (1 - 0.35 / (1 + Math.exp((0.75 - x - 0.2 * y) * 22)))
    const even = await rescued(flatPhoto(sun, shadow), { corners: whole, evenLight: 1 })
    const paper = everywhere.filter(([u, v]) => Math.hypot((u - 0.3) * 1.36, v - 0.4) > 0.2)
    const { least, most } = spread(even, paper)
    expect(most - least).toBeLessThan(16)
    const [red, green, blue] = colourAt(even, 0.3, 0.4)
    expect((red ?? 0) - (blue ?? 0)).toBeGreaterThan(150)
    expect(green).toBeLessThan(215)
  })

  it('under the deep shadow of a phone that comes over the edge, and nothing is tinted there', async () => {
    const shadow = (_x: number, y: number) => 0.85 * (1 - 0.4 / (1 + Math.exp((0.62 - y) * 30)))
    const even = await rescued(flatPhoto(grid(5, [235, 228, 214]), shadow), {
      corners: whole,
      evenLight: 0.8,
    })
    const [lit, shaded] = [0.3, 0.9].map((v) => colourAt(even, 0.3, v))
    expect(Math.abs((lit?.[1] ?? 0) - (shaded?.[1] ?? 0))).toBeLessThan(14)
    expect(Math.abs((shaded?.[0] ?? 0) - (shaded?.[2] ?? 0))).toBeLessThan(16)
  })

  it('on coloured paper, which keeps its colour', async () => {
    const photo = flatPhoto(grid(5, [150, 190, 235]), lamp)
    const even = await rescued(photo, { corners: whole, evenLight: 1 })
    const { least, most } = spread(even, everywhere)
    expect(most - least).toBeLessThan(10)
    const [red, , blue] = colourAt(even, 0.3, 0.3)
    expect((blue ?? 0) - (red ?? 0)).toBeGreaterThan(50)
  })

  it('on a photo by its white rim, and what it shows stays dark where it is dark', async () => {
    const print: Drawing = (u, v) => {
      if (u < 0.06 || v < 0.08 || u > 0.94 || v > 0.92) return [232, 228, 216]
      return v < 0.5 ? [150, 175, 205] : [52, 70, 48]
    }
    const even = await rescued(flatPhoto(print, lamp), { corners: whole, evenLight: 1 })
    const sky = spread(
      even,
      [0.2, 0.4, 0.6, 0.8].map((u) => [u, 0.3] as const),
    )
    const meadow = spread(
      even,
      [0.2, 0.4, 0.6, 0.8].map((u) => [u, 0.75] as const),
    )
    expect(sky.most - sky.least).toBeLessThan(14)
    expect(meadow.most - meadow.least).toBeLessThan(10)
    expect(sky.least - meadow.most).toBeGreaterThan(60)
  })

  const dimRoom = (x: number, y: number) => 0.62 - 0.08 * x - 0.05 * y
  const isRim = (u: number, v: number) => u < 0.06 || v < 0.08 || u > 0.94 || v > 0.92

  it('on a print seen in a dim warm room, whose rim is white again and whose colours are light', async () => {
    const print: Drawing = (u, v) => {
      if (isRim(u, v)) return [244, 232, 214]
      return v < 0.5 ? [170, 165, 160] : [52, 70, 48]
    }
    const photo = flatPhoto(print, dimRoom)
    const even = await rescued(photo, { corners: whole, evenLight: 1 })
    const [red = 0, green = 0, blue = 0] = colourAt(even, 0.5, 0.04)
    expect(green).toBeGreaterThan(238)
    expect(red - blue).toBeLessThan(12)
    const lighter = (u: number, v: number) =>
      (colourAt(even, u, v)[1] ?? 0) - (colourAt(photo, u, v)[1] ?? 0)
    expect(lighter(0.5, 0.3)).toBeGreaterThan(30)
    expect(colourAt(even, 0.5, 0.75)[1]).toBeLessThan(110)
  })

  it('on a print in a black mount, which stays black', async () => {
    const mounted: Drawing = (u, v) => (isRim(u, v) ? [70, 68, 66] : [40, 45, 38])
    const even = await rescued(flatPhoto(mounted), { corners: whole, evenLight: 1 })
    expect(colourAt(even, 0.5, 0.04)[1]).toBeLessThan(90)
  })

  it('but a backdrop about somebody is no rim where no sheet was found', async () => {
    const portrait: Drawing = (u, v) => {
      const near = Math.exp(-((u - 0.5) ** 2 + (v - 0.5) ** 2) / 0.03)
      return [168 - 110 * near, 166 - 120 * near, 160 - 120 * near]
    }
    const photo = flatPhoto(portrait)
    const even = await rescued(photo, { corners: '', evenLight: 1 })
    const [before, after] = [photo, even].map((picture) => colourAt(picture, 0.1, 0.1)[1] ?? 0)
    expect(Math.abs((after ?? 0) - (before ?? 0))).toBeLessThan(12)
  })

  it('a photo without paper keeps nearly all of its own light', async () => {
    const photo = landscape(300, 220)
    const even = await rescued(photo, { corners: whole, evenLight: 1 })
    const change = everywhere.map(([u, v]) =>
      Math.abs((colourAt(even, u, v)[1] ?? 0) - (colourAt(photo, u, v)[1] ?? 0)),
    )
    expect(Math.max(...change)).toBeLessThan(30)
  })

  it('by as much as is asked for', async () => {
    const photo = flatPhoto(grid(5), lamp)
    const spreadAt = async (evenLight: number) => {
      const { least, most } = spread(
        await rescued(photo, { corners: whole, evenLight }),
        everywhere,
      )
      return most - least
    }
    const [none, half, all] = [await spreadAt(0), await spreadAt(0.5), await spreadAt(1)]
    expect(half).toBeLessThan(none * 0.7)
    expect(all).toBeLessThan(half * 0.5)
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

describe('corners as a setting', () => {
  it('are taken by the server and by the design, however long', () => {
    const settings = rescueTool.settings.parse({ corners: whole })
    const asked = { photo: 'a', tool: 'rescue', settings }
    expect(beginImaging.request.parse(asked).settings).toEqual(settings)
    expect(toolSettingsSchema.parse(settings)).toEqual(settings)
    expect(() => rescueTool.settings.parse({ corners: '1 2 3' })).toThrow()
  })

  it('are read as they were written', () => {
    const read = cornersOf(cornersText(tilted))
    expect(furthest(read ?? undefined, tilted)).toBeLessThan(0.1)
  })

  it.each([
    ['', 'nothing'],
    ['1 2 3', 'too few'],
    ['0 0 0 10000 10000 10000 10000 0', 'the other way round'],
    ['0 0 10000 0 2000 2000 0 10000', 'with a corner inwards'],
    ['0 0 10001 0 10000 10000 0 10000', 'outside'],
    ['5000 5000 5001 5000 5001 5001 5000 5001', 'too small'],
  ])('%s is refused: %s', (text) => {
    expect(cornersOf(text)).toBeNull()
  })
})
