import { describe, expect, it } from 'vitest'
import type { DetectFaces } from '#core/imaging/tool.ts'
import { findPeople, matteOfSubject } from '#core/imaging/tools/cut-out/cut-out.ts'
import { distanceTo } from '#core/imaging/tools/cut-out/distance.ts'
import { applyMatte, outlinePxOf } from '#core/imaging/tools/cut-out/foreground/apply-matte.ts'
import { refineByBrush } from '#core/imaging/tools/cut-out/refine-brush.ts'
import {
  createPlane,
  createRaster,
  planeSink,
  rasterSink,
  rasterSource,
} from '#core/pixels/pixels.ts'
import type { Plane, Raster } from '#core/pixels/raster.ts'
import {
  blindToBodies,
  detectorOf,
  faceAt,
  isPerson,
  neverDecreases,
  paint,
  portrait,
  roughSegmenter,
  testJob,
} from '../made-pictures.ts'

async function matteFor(picture: Raster, detectFaces: DetectFaces, job = testJob()) {
  const matte = createPlane(picture.widthPx, picture.heightPx)
  const models = { detectFaces, segmentPerson: roughSegmenter, segmentBody: blindToBodies }
  const people = await findPeople(job, rasterSource(picture), models)
  await matteOfSubject(job, rasterSource(picture), people, planeSink(matte))
  return matte
}

const plain = { featherPx: 0, chokePx: 0, outlineMm: 0 }
async function cut(picture: Raster, matte: Plane, settings = plain) {
  const result = createRaster(picture.widthPx, picture.heightPx)
  await applyMatte(testJob(), rasterSource(picture), matte, settings, rasterSink(result))
  return result
}
const pixel = (raster: Raster, x: number, y: number) => [
  ...raster.rgba.subarray((y * raster.widthPx + x) * 4, (y * raster.widthPx + x) * 4 + 4),
]

describe('the face gate', () => {
  const refusal = (code: string) => ({ fault: { code } })

  it('refuses a photo without a face', async () => {
    await expect(matteFor(portrait(), async () => [])).rejects.toMatchObject(refusal('no-face'))
  })

  it('refuses what the second look does not confirm', async () => {
    const matte = matteFor(portrait(), detectorOf(faceAt(0.65), 0.3))
    await expect(matte).rejects.toMatchObject(refusal('no-face'))
  })

  it('refuses a bust of one pale material, however sure the detector is', async () => {
    const bust = paint(400, 400, (x, y) => (isPerson(x, y) ? [200, 196, 190] : [40, 60, 50]))
    const matte = matteFor(bust, detectorOf(faceAt(0.9)))
    await expect(matte).rejects.toMatchObject(refusal('no-face'))
  })

  it('says when the face is too small to print', async () => {
    const matte = matteFor(portrait(), detectorOf(faceAt(0.9, 0.08)))
    await expect(matte).rejects.toMatchObject(refusal('face-too-small'))
  })

  it('says when the face is too blurred', async () => {
    const smear = paint(400, 400, (x, y) => [
      190 + 50 * Math.sin(x / 60),
      120 + 40 * Math.sin(y / 70),
      90,
    ])
    const matte = matteFor(smear, detectorOf(faceAt(0.9)))
    await expect(matte).rejects.toMatchObject(refusal('face-too-blurred'))
  })

  it('says when no person stands behind the face', async () => {
    const models = {
      detectFaces: detectorOf(faceAt(0.9)),
      segmentPerson: async (p: Raster) => createPlane(p.widthPx, p.heightPx),
      segmentBody: blindToBodies,
    }
    const people = findPeople(testJob(), rasterSource(portrait()), models)
    await expect(people).rejects.toMatchObject(refusal('person-not-found'))
  })
})

describe('the matte of a portrait', () => {
  it('follows the edge that the rough mask only hints at', async () => {
    const job = testJob()
    const matte = await matteFor(portrait(), detectorOf(faceAt(0.9)), job)
    let wrong = 0
    for (let y = 0; y < 400; y++)
      for (let x = 0; x < 400; x++)
        if ((matte.values[y * 400 + x] ?? 0) > 127 !== isPerson(x, y)) wrong++
    expect(wrong / 160_000).toBeLessThan(0.007)
    expect(neverDecreases(job.reports)).toBe(true)
  })

  it('leaves out a twig of hair’s colour that hangs beside the head', async () => {
    const twig = (x: number, y: number) => Math.hypot((x - 296) / 8, (y - 150) / 20) < 1
    const alone = portrait()
    const picture = paint(400, 400, (x, y) => {
      const at = (y * 400 + x) * 4
      const [red = 0, green = 0, blue = 0] = alone.rgba.subarray(at, at + 3)
      return twig(x, y) ? [205 + 40 * Math.sin(x), 150 + 40 * Math.sin(x), 125] : [red, green, blue]
    })
    const matte = await matteFor(picture, detectorOf(faceAt(0.9)))
    let left = 0
    for (let y = 0; y < 400; y++)
      for (let x = 0; x < 400; x++)
        if (twig(x, y)) left = Math.max(left, matte.values[y * 400 + x] ?? 0)
    expect(left).toBeLessThan(40)
    expect(matte.values[150 * 400 + 200]).toBe(255)
  })

  it('stops at the next checkpoint when it is cancelled', async () => {
    const job = testJob()
    await matteFor(portrait(), detectorOf(faceAt(0.9)), job)
    const again = matteFor(portrait(), detectorOf(faceAt(0.9)), testJob(job.checkpoints - 3))
    await expect(again).rejects.toMatchObject({ fault: { code: 'cancelled' } })
  })
})

describe('a cut-out', () => {
  /** Red before green, mixed over ten pixels. */
  const share = (x: number) => Math.min(1, Math.max(0, (x - 95) / 10))
  const picture = paint(200, 60, (x) => [220 * share(x), 200 * (1 - share(x)), 30])
  const matte: Plane = {
    widthPx: 200,
    heightPx: 60,
    values: Uint8ClampedArray.from({ length: 12_000 }, (_, i) => share(i % 200) * 255),
  }

  it('carries no colour of the old background in its edge', async () => {
    const result = await cut(picture, matte)
    const [r = 0, g = 0, , a] = pixel(result, 100, 30)
    expect(a).toBeGreaterThan(100)
    expect(r).toBeGreaterThan(180)
    expect(g).toBeLessThan(40)
    expect(pixel(result, 20, 30)[3]).toBe(0)
    expect(pixel(result, 180, 30)).toEqual([220, 0, 30, 255])
  })

  it('has a white border of the asked width, and nothing beyond it', async () => {
    const disc = paint(300, 300, (x, y) =>
      Math.hypot(x - 150, y - 150) < 60 ? [200, 0, 0] : [0, 0, 200],
    )
    const values = Uint8ClampedArray.from({ length: 90_000 }, (_, i) =>
      Math.hypot((i % 300) - 150, Math.floor(i / 300) - 150) < 60 ? 255 : 0,
    )
    const result = await cut(
      disc,
      { widthPx: 300, heightPx: 300, values },
      { ...plain, outlineMm: 6 },
    )
    expect(outlinePxOf(disc, 6)).toBe(18)
    expect(pixel(result, 150 + 70, 150)).toEqual([255, 255, 255, 255])
    expect(pixel(result, 150 + 84, 150)[3]).toBe(0)
    expect(pixel(result, 150, 150)).toEqual([200, 0, 0, 255])
  })
})

describe('the refine brush', () => {
  /** A red square on grey; the matte has missed its right half. */
  const inSquare = (x: number, y: number) => x >= 60 && x < 140 && y >= 60 && y < 140
  const picture = paint(200, 200, (x, y) => (inSquare(x, y) ? [210, 40, 40] : [120, 120, 125]))
  const halfMatte = (): Plane => ({
    widthPx: 200,
    heightPx: 200,
    values: Uint8ClampedArray.from({ length: 40_000 }, (_, i) => {
      const x = i % 200
      return inSquare(x, Math.floor(i / 200)) && x < 100 ? 255 : 0
    }),
  })
  const down = (mode: 'add' | 'remove', xPx: number) => ({
    mode,
    radiusPx: 30,
    points: [60, 100, 139].map((yPx) => ({ xPx, yPx })),
  })

  it('adds what it paints over, and stops at the edge of the photo', async () => {
    const matte = halfMatte()
    await refineByBrush(testJob(), rasterSource(picture), matte, [down('add', 122)])
    expect(matte.values[100 * 200 + 125]).toBeGreaterThan(240)
    expect(matte.values[100 * 200 + 136]).toBeGreaterThan(200)
    expect(matte.values[100 * 200 + 146]).toBeLessThan(40)
  })

  it('takes away, and leaves alone what lies outside the stroke', async () => {
    const matte = halfMatte()
    await refineByBrush(testJob(), rasterSource(picture), matte, [down('remove', 62)])
    expect(matte.values[100 * 200 + 62]).toBeLessThan(10)
    expect(matte.values[100 * 200 + 96]).toBe(255)
  })
})

describe('distances', () => {
  it('are exact', () => {
    const plane = distanceTo({ widthPx: 50, heightPx: 40 }, (at) => at === 10 * 50 + 20)
    expect(plane.values[10 * 50 + 20]).toBe(0)
    expect(plane.values[30 * 50 + 35]).toBeCloseTo(25, 5)
  })
})
