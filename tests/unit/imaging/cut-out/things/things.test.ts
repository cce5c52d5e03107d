import { describe, expect, it } from 'vitest'
import type { Tensor } from '#core/imaging/tool.ts'
import { matteOfSubject } from '#core/imaging/tools/cut-out/cut-out.ts'
import { placesOf, writtenPlaces } from '#core/imaging/tools/cut-out/left-out.ts'
import { run } from '#core/imaging/tools/cut-out/run.ts'
import { findThings } from '#core/imaging/tools/cut-out/things/find-things.ts'
import {
  type SegmentThings,
  segmentThingsBy,
} from '#core/imaging/tools/cut-out/things/segment-things.ts'
import { thingsIn } from '#core/imaging/tools/cut-out/things/things-in-map.ts'
import { cutOut } from '#core/imaging/tools/cut-out/tool.ts'
import type { Kernels } from '#core/kernels/kernels.ts'
import {
  createFloatPlane,
  createPlane,
  createRaster,
  planeSink,
  rasterSink,
  rasterSource,
} from '#core/pixels/pixels.ts'
import type { Plane, Raster } from '#core/pixels/raster.ts'
import { kernels } from '../../../../fixtures/kernels.ts'
import { shippedNetwork } from '../../../../fixtures/shipped-networks.ts'
import { ballsOnLawn, paint, paintPlane, testJob } from '../../made-pictures.ts'

const balls = ballsOnLawn()

/** Sees what is redder than a lawn, as soft as a network does. */
const redder: SegmentThings = async (env, picture, sidePx) => {
  const small = env.resizeArea(picture, sidePx, sidePx)
  const map = createFloatPlane(sidePx, sidePx)
  for (let at = 0; at < map.values.length; at++) {
    map.values[at] = (small.rgba[at * 4] ?? 0) > 120 ? 1 : 0
  }
  return env.gaussian(map, 0.7)
}

const found = (leftOut = '') =>
  findThings(testJob(), rasterSource(balls), redder, { leftOut: placesOf(leftOut) })

async function matteFor(leftOut = ''): Promise<Plane> {
  const matte = createPlane(balls.widthPx, balls.heightPx)
  await matteOfSubject(testJob(), rasterSource(balls), await found(leftOut), planeSink(matte))
  return matte
}

const at = ({ widthPx, values }: Plane, x: number, y: number) => values[y * widthPx + x]

describe('what stands out in a photo', () => {
  it('is each thing by itself, the largest first, with a place in it', async () => {
    const { things = [] } = await found()
    expect(things).toHaveLength(2)
    const [right, left] = things
    expect(right?.place.x).toBeCloseTo(0.75, 1)
    expect(left?.place.x).toBeCloseTo(0.28, 1)
    expect(left?.box.width).toBeCloseTo(0.3, 1)
  })

  it('is cut out along its edge', async () => {
    const matte = await matteFor()
    for (const [x, y] of [
      [110, 190],
      [165, 190],
      [300, 200],
      [365, 200],
    ] as const)
      expect(at(matte, x, y)).toBeGreaterThan(250)
    for (const [x, y] of [
      [20, 20],
      [178, 190],
      [222, 200],
      [376, 200],
    ] as const)
      expect(at(matte, x, y)).toBeLessThan(5)
  })

  it('is without what the customer leaves out, which is told still', async () => {
    const { things = [] } = await found()
    const [right] = things
    const leftOut = writtenPlaces(right === undefined ? [] : [right.place])
    expect((await found(leftOut)).things).toEqual(things)
    const matte = await matteFor(leftOut)
    expect(at(matte, 110, 190)).toBeGreaterThan(250)
    expect(at(matte, 300, 200)).toBe(0)
  })

  it('is nothing where all is left out, which is said', async () => {
    const { things = [] } = await found()
    const none = found(writtenPlaces(things.map(({ place }) => place)))
    await expect(none).rejects.toMatchObject({ fault: { code: 'nothing-stands-out' } })
  })

  it('is looked at in a larger square where the smaller one is not clear, and the surer look is taken', async () => {
    const softAt = (soft: number) => async (env: Kernels, picture: Raster, sidePx: number) => {
      const map = await redder(env, picture, sidePx)
      return sidePx === soft ? env.gaussian(map, 16) : map
    }
    const seenIn = async (soft: number) => {
      const sides: number[] = []
      const look = softAt(soft)
      const { mask } = await findThings(testJob(), rasterSource(balls), (env, picture, sidePx) => {
        sides.push(sidePx)
        return look(env, picture, sidePx)
      })
      const doubted = mask.values.filter((value) => value > 0.15 && value < 0.85).length
      return { sides, doubted }
    }
    const [soft, clear] = [await seenIn(256), await seenIn(320)]
    expect(soft.sides).toEqual([256, 320])
    expect(clear.sides).toEqual([256])
    expect(soft.doubted).toBeLessThan(clear.doubted * 1.5)
  })

  it('is looked at again from closer where it is small', async () => {
    const small = paint(900, 900, (x, y) =>
      Math.hypot(x - 500, y - 400) < 60 ? [210, 60, 40] : [60, 110, 50],
    )
    const looks: Raster[] = []
    const counted: SegmentThings = async (env, picture, sidePx) => {
      looks.push(picture)
      return await redder(env, picture, sidePx)
    }
    await findThings(testJob(), rasterSource(small), counted)
    expect(looks.map(({ widthPx }) => widthPx < 300)).toEqual([false, true])
  })

  it('is believed as first seen where the closer look sees something else', async () => {
    const small = paint(900, 900, (x, y) =>
      Math.hypot(x - 500, y - 400) < 60 ? [210, 60, 40] : [60, 110, 50],
    )
    const blind: SegmentThings = async (env, picture, sidePx) =>
      picture.widthPx < 300 ? createFloatPlane(sidePx, sidePx) : await redder(env, picture, sidePx)
    const { things } = await findThings(testJob(), rasterSource(small), blind)
    expect(things).toHaveLength(1)
  })
})

describe('what goes from side to side', () => {
  const top = (x: number) => 150 + 12 * Math.sin(x / 60)
  /** A hill under a sky that goes on below in haze, and one that ends at a dark river. */
  const hill = (isOpen: boolean) =>
    paint(400, 400, (x, y) => {
      if (y < top(x)) return [150, 190, 230]
      return isOpen || y < 300 ? [190, 150, 90] : [40, 60, 80]
    })
  const seeHill: SegmentThings = async (env, picture, sidePx) => {
    const map = createFloatPlane(sidePx, sidePx)
    const small = env.resizeArea(picture, sidePx, sidePx)
    for (let at = 0; at < map.values.length; at++) {
      const isHill = (small.rgba[at * 4] ?? 0) > 165 && at < sidePx * sidePx * 0.75
      map.values[at] = isHill ? 1 : 0
    }
    return env.gaussian(map, 1)
  }
  const found = (isOpen: boolean) => findThings(testJob(), rasterSource(hill(isOpen)), seeHill)

  it('and ends below without an edge is land', async () => {
    expect(await found(true)).toMatchObject({ isLand: true, things: [{}] })
  })

  it('and has a lower border of its own is a thing', async () => {
    expect(await found(false)).toMatchObject({ isLand: false, things: [{}] })
  })
})

describe('a map', () => {
  const mapOf = (value: (x: number, y: number) => number) => paintPlane(200, 150, value)

  it('holds nothing where it doubts all over, where it sees a speck, and where it sees all', () => {
    expect(thingsIn(mapOf((x) => (x < 100 ? 0.6 : 0.2)))).toEqual([])
    expect(thingsIn(mapOf((x, y) => (Math.hypot(x - 50, y - 50) < 6 ? 1 : 0)))).toEqual([])
    expect(thingsIn(mapOf(() => 1))).toEqual([])
    expect(thingsIn(mapOf(() => 0))).toEqual([])
  })

  it('counts no scraps beside a thing', () => {
    const things = thingsIn(
      mapOf((x, y) => (Math.hypot(x - 60, y - 70) < 40 || Math.hypot(x - 150, y - 40) < 4 ? 1 : 0)),
    )
    expect(things).toHaveLength(1)
  })
})

describe('a cut-out where nobody is', () => {
  /** The pipeline with networks that find nobody, and one that sees what is redder. */
  async function cut(settings: object, hasNetwork = true, picture = balls) {
    const result = createRaster(400, 400)
    const answers = (size: number, value: (index: number) => number) => ({
      run: async (): Promise<Tensor> => ({
        shape: [1, 1, size, 1],
        values: Float32Array.from({ length: size }, (_, index) => value(index)),
      }),
      release: async () => undefined,
    })
    const session = {
      run: async ({ shape, values }: Tensor): Promise<Tensor> => ({
        shape: [1, 1, shape[2], shape[3]],
        values: values.slice(0, shape[2] * shape[3]).map((red) => (red > 0.47 ? 1 : 0)),
      }),
      release: async () => undefined,
    }
    const { card } = await shippedNetwork('thing/mask')
    const taken = await run(
      {
        env: testJob(),
        source: rasterSource(picture),
        openSink: () => rasterSink(result),
        ratio: 1,
        network: async () => (hasNetwork ? { card, session } : null),
        networks: async () => (role) =>
          role === 'thing/mask'
            ? session
            : role === 'face/detect'
              ? answers(2304 * 17, () => -100)
              : answers(256 * 256, () => 0),
        memory: {},
      },
      cutOut.settings.parse(settings),
    )
    const alpha = (x: number, y: number) => result.rgba[(y * 400 + x) * 4 + 3]
    return { things: taken?.things ?? [], alpha }
  }

  it('is of what stands out, and says so', async () => {
    const { things, alpha } = await cut({})
    expect(things).toHaveLength(2)
    expect([alpha(110, 190), alpha(300, 200), alpha(20, 20)]).toEqual([255, 255, 0])
  })

  it('is of the same at once where that is asked for', async () => {
    const { things, alpha } = await cut({ sought: 'things', thingsOut: '0.750 0.500' })
    expect(things).toHaveLength(2)
    expect([alpha(110, 190), alpha(300, 200)]).toEqual([255, 0])
  })

  it('is mended by a brush as people are', async () => {
    const { alpha } = await cut({ subject: 'mended', strokes: '-150 6500 5000 8500 5000' })
    expect([alpha(110, 190), alpha(300, 200)]).toEqual([255, 0])
  })

  it('takes no land, unless it is asked for', async () => {
    const hill = paint(400, 400, (_, y) => (y < 150 ? [100, 190, 230] : [190, 150, 90]))
    await expect(cut({}, true, hill)).rejects.toMatchObject({
      fault: { code: 'nothing-stands-out' },
    })
    const { alpha } = await cut({ sought: 'things' }, true, hill)
    expect([alpha(200, 50), alpha(200, 300)]).toEqual([0, 255])
  })

  it('is refused as ever where the network cannot be had', async () => {
    await expect(cut({}, false)).rejects.toMatchObject({ fault: { code: 'no-face' } })
  })
})

describe('the network of things', () => {
  it('sees a ball on a lawn, and nothing on the lawn itself', async () => {
    const { session } = await shippedNetwork('thing/mask')
    for (const sidePx of [256, 320]) {
      const map = await segmentThingsBy(session)(kernels, balls, sidePx)
      const seen = (x: number, y: number) =>
        map.values[Math.round((y * sidePx) / 400) * sidePx + Math.round((x * sidePx) / 400)]
      expect(seen(300, 200)).toBeGreaterThan(0.9)
      expect(seen(30, 30)).toBeLessThan(0.1)
    }
  })
})
