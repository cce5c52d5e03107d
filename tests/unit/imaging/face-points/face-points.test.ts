import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { type FacePoints, facePointsOf, pointsOf } from '#core/imaging/face-points/face-points.ts'
import { facePointGroups } from '#core/imaging/face-points/groups.ts'
import type { DetectedFace, Tensor } from '#core/imaging/tool.ts'
import { createRaster, rasterSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import {
  photograph,
  photographsAreHere,
  photographsMissing,
} from '../../../fixtures/photographs.ts'
import { shippedNetwork } from '../../../fixtures/shipped-networks.ts'
import { landscape, testJob } from '../made-pictures.ts'

const network = await shippedNetwork('face/points')

async function open(path: string): Promise<Raster> {
  const pixels = sharp(photograph(path)).ensureAlpha().raw()
  const { data, info } = await pixels.toBuffer({ resolveWithObject: true })
  return { widthPx: info.width, heightPx: info.height, rgba: new Uint8ClampedArray(data) }
}

const look = (picture: Raster, face: DetectedFace, asked = network) =>
  facePointsOf(testJob(), { source: rasterSource(picture), overview: picture }, face, asked)

/** The network on a machine that adds up in another order. */
const elsewhere = {
  ...network,
  session: {
    ...network.session,
    run: async (input: Tensor) => {
      const { shape, values } = await network.session.run(input)
      return { shape, values: values.map((own, k) => own * (1 + 1e-6 * Math.sin(1.7 * k))) }
    },
  },
}

type Box = readonly [x: number, y: number, width: number, height: number]
type Eyes = readonly [right: readonly [number, number], left: readonly [number, number]]

const faceIn = ([x, y, width, height]: Box, eyes: Eyes): DetectedFace => ({
  x,
  y,
  width,
  height,
  score: 0.9,
  keypoints: eyes.map(([eyeX, eyeY]) => ({ x: eyeX, y: eyeY })),
})

/** What the detector finds. */
const found = [
  {
    name: 'a light face',
    path: 'open/portrait/faces/cid22-2598024.jpg',
    box: [0.127, 0.201, 0.828, 0.828],
    eyes: [
      [0.385, 0.507],
      [0.692, 0.496],
    ],
  },
  {
    name: 'a brown face',
    path: 'open/portrait/faces/cid22-7114620.jpg',
    box: [0.244, 0.213, 0.449, 0.449],
    eyes: [
      [0.379, 0.374],
      [0.566, 0.37],
    ],
  },
  {
    name: 'a dark face',
    path: 'open/photos-large/clic2025/100f17892cf7.jpg',
    box: [0.25, 0.284, 0.57, 0.38],
    eyes: [
      [0.418, 0.428],
      [0.647, 0.373],
    ],
  },
] as const satisfies readonly { name: string; path: string; box: Box; eyes: Eyes }[]

const widthOf = ({ points }: FacePoints) => {
  const across = points.map(({ x }) => x)
  return Math.max(...across) - Math.min(...across)
}
const meanAway = (
  one: FacePoints,
  other: FacePoints,
  from = (x: number, y: number) => ({ x, y }),
) =>
  one.points.reduce((sum, point, index) => {
    const { x, y } = other.points[index] ?? { x: 0, y: 0 }
    const back = from(x, y)
    return sum + Math.hypot(point.x - back.x, point.y - back.y)
  }, 0) / one.points.length

/** The picture turned a quarter to the right. */
function turned(picture: Raster): Raster {
  const { widthPx, heightPx } = picture
  const result = createRaster(heightPx, widthPx)
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const from = (y * widthPx + x) * 4
      const to = (x * heightPx + heightPx - 1 - y) * 4
      result.rgba.set(picture.rgba.subarray(from, from + 4), to)
    }
  }
  return result
}

describe.skipIf(!photographsAreHere)(`the points of a face (${photographsMissing})`, () => {
  describe.each(found)('$name', ({ path, box, eyes }) => {
    it('lie where a face has them, the right ones on its right', async () => {
      const face = await look(await open(path), faceIn(box, eyes))
      expect(face.presence).toBeGreaterThan(0.9)
      const middle = (group: Parameters<typeof pointsOf>[1]) => {
        const points = pointsOf(face, group)
        const sum = (of: (point: { x: number; y: number }) => number) =>
          points.reduce((total, point) => total + of(point), 0) / points.length
        return { x: sum(({ x }) => x), y: sum(({ y }) => y) }
      }
      expect(middle('rightUpperLid').x).toBeLessThan(middle('leftUpperLid').x)
      expect(middle('rightBrowTop').y).toBeLessThan(middle('rightUpperLid').y)
      expect(middle('leftUpperLid').y).toBeLessThan(middle('leftLowerLid').y)
      expect(middle('leftLowerLid').y).toBeLessThan(middle('noseBase').y)
      expect(middle('noseBase').y).toBeLessThan(middle('lipsTop').y)
      expect(middle('lipsTop').y).toBeLessThan(middle('lipsBottom').y)
    })

    it('has irises as wide as people’s, between the lids', async () => {
      const face = await look(await open(path), faceIn(box, eyes))
      for (const [iris, lid] of [
        [face.rightIris, 'rightUpperLid'],
        [face.leftIris, 'leftUpperLid'],
      ] as const) {
        const corners = pointsOf(face, lid)
        const from = corners[0] ?? iris.centre
        const to = corners.at(-1) ?? iris.centre
        const eyeWidth = Math.hypot(to.x - from.x, to.y - from.y)
        expect(iris.radiusPx / eyeWidth).toBeGreaterThan(0.14)
        expect(iris.radiusPx / eyeWidth).toBeLessThan(0.32)
        expect(iris.centre.x).toBeGreaterThan(Math.min(from.x, to.x))
        expect(iris.centre.x).toBeLessThan(Math.max(from.x, to.x))
      }
    })

    it('stays where it is when the box is a little off', async () => {
      const picture = await open(path)
      const [x, y, width, height] = box
      const plain = await look(picture, faceIn(box, eyes))
      const off: Box = [x + width * 0.08, y - height * 0.06, width * 1.1, height * 1.1]
      const shifted = await look(picture, faceIn(off, eyes))
      expect(meanAway(plain, shifted)).toBeLessThan(0.015 * widthOf(plain))
    })

    it('stays where it is on a machine whose last digits differ', async () => {
      const picture = await open(path)
      const here = await look(picture, faceIn(box, eyes))
      const there = await look(picture, faceIn(box, eyes), elsewhere)
      expect(meanAway(here, there)).toBeLessThan(0.001)
    })

    it('has no beard, for a woman or a child has none', async () => {
      const { beard } = await look(await open(path), faceIn(box, eyes))
      expect(Math.max(beard.moustache, beard.chin, beard.cheeks)).toBeLessThan(0.2)
    })

    it('turns with the picture', async () => {
      const picture = await open(path)
      const plain = await look(picture, faceIn(box, eyes))
      const [x, y, width, height] = box
      const about = ([eyeX, eyeY]: readonly [number, number]) => [1 - eyeY, eyeX] as const
      const lying = await look(
        turned(picture),
        faceIn([1 - y - height, x, height, width], [about(eyes[0]), about(eyes[1])]),
      )
      const back = (fromX: number, fromY: number) => ({ x: fromY, y: picture.heightPx - fromX })
      expect(meanAway(plain, lying, back)).toBeLessThan(0.02 * widthOf(plain))
    })
  })
})

describe.skipIf(!photographsAreHere)(`a beard (${photographsMissing})`, () => {
  it('is seen on lip and chin, below sunglasses too', async () => {
    const bearded = [
      {
        path: 'open/photos-large/clic2025/097cb426910b.jpg',
        box: [0.325, 0.216, 0.222, 0.171],
        eyes: [
          [0.423, 0.261],
          [0.522, 0.292],
        ],
      },
      {
        path: 'open/portrait/masks/image/street-0950.jpg',
        box: [0.454, 0.107, 0.117, 0.091],
        eyes: [
          [0.47, 0.136],
          [0.544, 0.138],
        ],
      },
    ] as const satisfies readonly { path: string; box: Box; eyes: Eyes }[]
    for (const { path, box, eyes } of bearded) {
      const { beard } = await look(await open(path), faceIn(box, eyes))
      expect(Math.min(beard.moustache, beard.chin)).toBeGreaterThan(0.5)
    }
  })
})

describe.skipIf(!photographsAreHere)(`glasses (${photographsMissing})`, () => {
  it('are seen where dark ones are worn, and not where none are', async () => {
    const path = 'open/portrait/masks/image/street-0340.jpg'
    const box = [0.386, 0.088, 0.107, 0.085] as const
    const eyes = [
      [0.418, 0.12],
      [0.461, 0.12],
    ] as const
    const { glasses } = await look(await open(path), faceIn(box, eyes))
    expect(Math.min(glasses.any, glasses.dark)).toBeGreaterThan(0.5)
    for (const bare of found) {
      const seen = await look(await open(bare.path), faceIn(bare.box, bare.eyes))
      expect(seen.glasses.any).toBeLessThan(0.3)
    }
  })
})

describe('the network of face points', () => {
  it('says that a landscape is no face', async () => {
    const box = faceIn(
      [0.3, 0.2, 0.4, 0.6],
      [
        [0.4, 0.4],
        [0.6, 0.4],
      ],
    )
    expect((await look(landscape(300, 300), box)).presence).toBeLessThan(0.3)
  })

  it('is the same in every group: each point is one of the mesh', () => {
    for (const group of Object.values(facePointGroups)) {
      expect(new Set(group).size).toBe(group.length)
      expect(group.every((index) => index >= 0 && index < 468)).toBe(true)
    }
  })
})
