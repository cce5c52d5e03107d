import { describe, expect, it } from 'vitest'
import { findFaces } from '#core/imaging/face-points/find-faces.ts'
import { refinedPoints } from '#core/imaging/face-points/groups.ts'
import type { Network } from '#core/imaging/models.ts'
import type { DetectedFace } from '#core/imaging/tool.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { shippedNetwork } from '../../../fixtures/shipped-networks.ts'
import { landscape, testJob } from '../made-pictures.ts'

const { card } = await shippedNetwork('face/points')
const picture = landscape(300, 300)
const box: DetectedFace = { x: 0.2, y: 0.2, width: 0.5, height: 0.5, score: 0.7, keypoints: [] }

const MESH = 468
const refined = [refinedPoints.lips, refinedPoints.rightEye, refinedPoints.leftEye]
const IRISES = 20

/** What the network says of a crop: eyes level, ears at both sides, the nose where it is told. */
function answerOf(noseX: number, isPresent: boolean): Float32Array {
  const places = new Map([
    [33, [70, 80]],
    [263, [120, 80]],
    [234, [40, 90]],
    [454, [150, 90]],
    [4, [noseX, 110]],
  ])
  const mesh = Array.from({ length: MESH }, (_, index) => [...(places.get(index) ?? [95, 95]), 0])
  const again = refined.flatMap((indices) => indices.map((index) => places.get(index) ?? [95, 95]))
  const irises = Array.from({ length: IRISES }, () => 90)
  return Float32Array.from([...mesh.flat(), ...again.flat(), ...irises, isPresent ? 5 : -5])
}

/** A network that sees a face from its `first` look on. */
function seenFrom(first: number, noseX: number) {
  let looks = 0
  const session: Network['session'] = {
    run: async () => {
      looks++
      return { shape: [1, 1, 1, 1], values: answerOf(noseX, looks >= first) }
    },
    release: async () => {},
  }
  return { network: { card, session }, looks: () => looks }
}

const facesOf = (network: Network) => findFaces(testJob(), picture, async () => [box], network)

describe('a face that the detector sees', () => {
  it('is found in its box', async () => {
    const { network, looks } = seenFrom(1, 95)
    expect(await facesOf(network)).toHaveLength(1)
    expect(looks()).toBe(2)
  })

  it('is looked for once more in the middle of a box that is too large for a blurred one', async () => {
    const { network } = seenFrom(3, 95)
    expect(await facesOf(network)).toHaveLength(1)
  })

  it('is none where the network sees none there either', async () => {
    const { network, looks } = seenFrom(99, 95)
    expect(await facesOf(network)).toHaveLength(0)
    expect(looks()).toBe(4)
  })

  it('in profile is found in its box alone: the points of another would be a guess', async () => {
    expect(await facesOf(seenFrom(1, 42).network)).toHaveLength(1)
    expect(await facesOf(seenFrom(3, 42).network)).toHaveLength(0)
  })
})

describe('what may be a face, of a head that leans', () => {
  const weak: DetectedFace = { ...box, score: 0.45 }
  const middle: DetectedFace = { ...box, x: 0.25, y: 0.25, score: 0.7 }

  /** A detector that sees it weakly in the picture, and in an upright crop as it is told. */
  const detectorOf = (again: readonly DetectedFace[]) => {
    const seen: number[] = []
    return {
      detect: async ({ widthPx }: Raster) => {
        seen.push(widthPx)
        return seen.length === 1 ? [weak] : again
      },
      seen,
    }
  }

  it('is one where it is found again in an upright crop', async () => {
    const { detect, seen } = detectorOf([middle])
    expect(await findFaces(testJob(), picture, detect, seenFrom(1, 95).network)).toHaveLength(1)
    expect(seen).toHaveLength(2)
  })

  it('is none where it is not, or only beside the middle', async () => {
    const { network, looks } = seenFrom(1, 95)
    const elsewhere = { ...middle, x: 0 }
    for (const again of [[], [elsewhere], [{ ...middle, score: 0.5 }]]) {
      expect(await findFaces(testJob(), picture, detectorOf(again).detect, network)).toEqual([])
    }
    expect(looks()).toBe(0)
  })

  it('is none where its points are not sure', async () => {
    const { detect } = detectorOf([middle])
    expect(await findFaces(testJob(), picture, detect, seenFrom(99, 95).network)).toEqual([])
  })
})
