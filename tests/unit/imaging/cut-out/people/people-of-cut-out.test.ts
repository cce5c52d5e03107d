import { describe, expect, it } from 'vitest'
import { scaledCopy } from '#core/imaging/scaled-copy.ts'
import type { DetectedFace } from '#core/imaging/tool.ts'
import { findPeople } from '#core/imaging/tools/cut-out/cut-out.ts'
import { leftOutSchema, placesOf, writtenPlaces } from '#core/imaging/tools/cut-out/left-out.ts'
import {
  contradictionsOf,
  seenInHoles,
  settleContradictions,
  withPieces,
} from '#core/imaging/tools/cut-out/people/doubts/contradictions.ts'
import type { HeadPlace } from '#core/imaging/tools/cut-out/people/heads/head-place.ts'
import {
  averageWithBodies,
  type BodiesToSee,
  bodyVotes,
} from '#core/imaging/tools/cut-out/people/looks/body-votes.ts'
import { maskPeople } from '#core/imaging/tools/cut-out/people/person-mask.ts'
import { createFloatPlane, createRaster, rasterSource } from '#core/pixels/pixels.ts'
import type { FloatPlane, Raster } from '#core/pixels/raster.ts'
import { kernels } from '../../../../fixtures/kernels.ts'
import {
  blindToBodies,
  faceAt,
  paint,
  portrait,
  roughSegmenter,
  testJob,
} from '../../made-pictures.ts'

describe('who is in a cut-out', () => {
  const blurred = { ...faceAt(0.9, 0.1), x: 0.8, y: 0.1, keypoints: [] }
  const models = {
    detectFaces: async (picture: { widthPx: number }) =>
      picture.widthPx === 400 ? [faceAt(0.9), blurred] : [{ ...faceAt(0.9, 0.5), y: 0.25 }],
    segmentPerson: roughSegmenter,
    segmentBody: blindToBodies,
  }
  const facesOf = async (leftOut: string) => {
    const search = { leftOut: placesOf(leftOut) }
    const people = await findPeople(testJob(), rasterSource(portrait()), models, search)
    return people.faces.map(({ face }) => face)
  }

  it('is everybody whose face is seen, a passer-by too small to print among them', async () => {
    expect(await facesOf('')).toEqual([faceAt(0.9), blurred])
  })

  it('has the head of one whose face is hardly seen, where it lies on a person', async () => {
    const headsWith = async (doubtful: DetectedFace) => {
      const detectFaces = async ({ widthPx }: Raster) =>
        widthPx === 400 ? [faceAt(0.9), doubtful] : [{ ...faceAt(0.9, 0.5), y: 0.25 }]
      const seen = { ...models, detectFaces }
      const { faces } = await findPeople(testJob(), rasterSource(portrait()), seen)
      return faces.map(({ face }) => face)
    }
    const bowed = { ...faceAt(0.5, 0.1), x: 0.45, y: 0.6, keypoints: [] }
    expect(await headsWith(bowed)).toEqual([faceAt(0.9), bowed])
    const poster = { ...bowed, x: 0.05, y: 0.05 }
    expect(await headsWith(poster)).toEqual([faceAt(0.9)])
  })

  it('is nobody whom the customer leaves out', async () => {
    expect(await facesOf('0.850 0.150')).toEqual([faceAt(0.9)])
  })

  it('is nobody at all where everybody is left out, which is said', async () => {
    const nobody = facesOf('0.850 0.150;0.500 0.375')
    await expect(nobody).rejects.toMatchObject({ fault: { code: 'person-not-found' } })
  })

  it('is seen once for a preview and for the photo that it shows, who stays being the same', async () => {
    let looks = 0
    const counted = {
      ...models,
      detectFaces: async ({ widthPx }: Raster) =>
        widthPx === 1024 ? [faceAt(0.9), blurred] : [{ ...faceAt(0.9, 0.5), y: 0.25 }],
      segmentPerson: async (picture: Raster) => {
        looks++
        return await roughSegmenter(picture)
      },
    }
    const photo = kernels.resizeLanczos3(portrait(), 1500, 1500)
    const preview = await scaledCopy(testJob(), rasterSource(photo), 1440)
    const memory = {}
    const looksFor = async (picture: Raster, leftOut: string) => {
      const before = looks
      const search = { ratio: picture.widthPx / 1500, memory, leftOut: placesOf(leftOut) }
      await findPeople(testJob(), rasterSource(picture), counted, search)
      return looks - before
    }
    expect(await looksFor(preview, '')).toBeGreaterThan(0)
    expect(await looksFor(photo, '')).toBe(0)
    expect(await looksFor(photo, '0.850 0.150')).toBeGreaterThan(0)
  })

  it('is seen by half as many looks at a glance, which is not what the photo is known by', async () => {
    const asked = { person: 0, body: 0 }
    const counted = {
      ...models,
      segmentPerson: async (picture: Raster) => {
        asked.person++
        return await roughSegmenter(picture)
      },
      segmentBody: async (...look: Parameters<typeof blindToBodies>) => {
        asked.body++
        return await blindToBodies(...look)
      },
    }
    const looksFor = async (isQuick: boolean) => {
      const before = { ...asked }
      const search = { isQuick, leftOut: placesOf('0.850 0.150') }
      await findPeople(testJob(), rasterSource(portrait()), counted, search)
      return { person: asked.person - before.person, body: asked.body - before.body }
    }
    const [quick, fine] = [await looksFor(true), await looksFor(false)]
    expect(quick.person).toBeGreaterThan(0)
    expect(quick.person).toBeLessThanOrEqual(0.6 * fine.person)
    expect(quick.body).toBe(0)
  })

  it('is looked for in a lighter copy of a dark photo, but not of one that is lit already', async () => {
    const { rgba, ...size } = portrait()
    const dark = { ...size, rgba: rgba.map((value, at) => (at % 4 === 3 ? value : value / 4)) }
    const reddest = ({ rgba: bytes }: Raster) =>
      bytes.reduce((most, byte, at) => (at % 4 === 0 ? Math.max(most, byte) : most), 0)
    const lightest: number[] = []
    const seen = {
      ...models,
      segmentPerson: async (look: Raster) => {
        lightest.push(reddest(look))
        const values = new Uint8ClampedArray(look.widthPx * look.heightPx)
        for (let at = 0; at < values.length; at++) {
          const [red = 0, green = 0] = look.rgba.subarray(at * 4, at * 4 + 2)
          values[at] = green > 1.3 * red ? 5 : 250
        }
        return { widthPx: look.widthPx, heightPx: look.heightPx, values }
      },
    }
    const people = await findPeople(testJob(), rasterSource(dark), seen)
    expect(lightest[0]).toBeGreaterThan(80)
    expect(reddest(people.overview)).toBeLessThan(65)
    lightest.length = 0
    await findPeople(testJob(), rasterSource(dark), seen, { isLit: true })
    expect(lightest[0]).toBeLessThan(65)
  })

  it('is stored as places, and anything else is not understood', () => {
    const places = [
      { x: 0.25, y: 0.5 },
      { x: 1, y: 0.125 },
    ]
    expect(writtenPlaces(places)).toBe('0.250 0.500;1.000 0.125')
    expect(placesOf(writtenPlaces(places))).toEqual(places)
    expect(placesOf(writtenPlaces([]))).toEqual([])
    expect(leftOutSchema.parse(writtenPlaces([]))).toBe('nobody')
    expect(placesOf(leftOutSchema.parse(undefined))).toBeNull()
    for (const wrong of ['x', '0.2 0.3', '0.250 0.500;', '0.250'])
      expect(leftOutSchema.safeParse(wrong).success).toBe(false)
  })
})

describe('the vote on bodies', () => {
  const picture = createRaster(200, 200)
  const box = { x: 20, y: 20, width: 160, height: 160 }
  const heads = [{ x: 100, y: 60, size: 18, angle: 0 }]
  const disc = (radius: number, doubt = 0.5) => {
    const mask = createFloatPlane(200, 200)
    for (let at = 0; at < mask.values.length; at++) {
      const away = Math.hypot((at % 200) - 100, Math.floor(at / 200) - 100)
      mask.values[at] = away < radius ? 1 : away < radius + 10 ? doubt : 0
    }
    return mask
  }
  const answering = (value: (x: number, y: number) => number) => async () => {
    const plane = createFloatPlane(256, 256)
    for (let at = 0; at < plane.values.length; at++)
      plane.values[at] = value((at % 256) / 256, Math.floor(at / 256) / 256)
    return plane
  }

  const body = answering((x, y) => (Math.hypot(x - 0.5, y - 0.5) < 0.4 ? 1 : 0))
  const voted = async (mask: FloatPlane, people: BodiesToSee) => {
    const votes = await bodyVotes(testJob(), picture, { mask, atWhole: mask }, people)
    if (votes !== null) averageWithBodies(mask, votes, people.heads)
    return votes
  }

  it('settles what the mask doubts, and overturns nothing that it is sure of', async () => {
    const mask = disc(50)
    await voted(mask, { heads, box, segmentBody: body })
    expect(mask.values[100 * 200 + 155]).toBeCloseTo(0.725)
    expect(mask.values[100 * 200 + 100]).toBe(1)
    expect(mask.values[100 * 200 + 165]).toBeLessThan(0.5)
  })

  it('says nothing of hair and hats, which it loses', async () => {
    const mask = disc(60)
    const segmentBody = answering((x, y) =>
      y > 0.35 && Math.hypot(x - 0.5, y - 0.5) < 0.4 ? 1 : 0,
    )
    await voted(mask, { heads, box, segmentBody })
    expect(mask.values[48 * 200 + 100]).toBe(1)
    expect(mask.values[60 * 200 + 70]).toBeLessThan(0.6)
  })

  it('is not averaged with a closer portrait, whose contradictions it still votes on', async () => {
    const mask = disc(50)
    const near = [{ x: 100, y: 60, size: 60, angle: 0 }]
    const votes = await voted(mask, { heads: near, box, segmentBody: body })
    expect(votes).not.toBeNull()
    expect(mask).toEqual(disc(50))
  })

  it('is not asked of a head that leaves no body to be seen', async () => {
    const heads = [{ x: 100, y: 100, size: 120, angle: 0 }]
    const segmentBody = () => Promise.reject(new Error('nobody asks'))
    expect(await voted(disc(50), { heads, box, segmentBody })).toBeNull()
  })

  it('does not count where it looks at something else', async () => {
    const mask = disc(50)
    const segmentBody = answering((x) => (x < 0.2 ? 1 : 0))
    expect(await voted(mask, { heads, box, segmentBody })).toBeNull()
    expect(mask).toEqual(disc(50))
  })
})

describe('a contradiction between the look at the whole and closer ones', () => {
  /** A body, and a piece beside it of so many pixels a side that holds `value`. */
  const withPiece = (value: number, sidePx = 30): FloatPlane => {
    const plane = createFloatPlane(200, 200)
    plane.values.fill(0)
    for (let y = 40; y < 160; y++) plane.values.fill(1, y * 200 + 40, y * 200 + 100)
    for (let y = 60; y < 60 + sidePx; y++) {
      plane.values.fill(value, y * 200 + 120, y * 200 + 120 + sidePx)
    }
    return plane
  }
  const inPiece = 75 * 200 + 135
  const votesOf = (value: number): FloatPlane => {
    const plane = createFloatPlane(200, 200)
    plane.values.fill(value)
    return plane
  }

  const settle = (
    mask: FloatPlane,
    atWhole: FloatPlane,
    votes: FloatPlane | null,
    heads: readonly HeadPlace[] = [],
  ) => settleContradictions(contradictionsOf(mask, atWhole), mask, atWhole, votes, heads)

  it('goes back to the look at the whole where nothing else speaks for the closer ones', () => {
    const mask = withPiece(0.55)
    settle(mask, withPiece(0.1), null)
    expect(mask.values[inPiece]).toBeCloseTo(0.1)
    expect(mask.values[100 * 200 + 70]).toBe(1)
  })

  it('is settled for the closer ones alone where they are much surer than the look at the whole', () => {
    const [sure, unsure] = [withPiece(0.95), withPiece(0.75)]
    settle(sure, withPiece(0.4), null)
    settle(unsure, withPiece(0.4), null)
    expect(sure.values[inPiece]).toBeCloseTo(0.95)
    expect(unsure.values[inPiece]).toBeCloseTo(0.4)
  })

  it('is settled for the closer ones where they see somebody whose face was found', () => {
    const inside = { x: inPiece % 200, y: Math.floor(inPiece / 200), size: 10, angle: 0 }
    const [seen, unseen] = [withPiece(0.7), withPiece(0.3)]
    settle(seen, withPiece(0.1), null, [inside])
    settle(unseen, withPiece(0.8), null, [inside])
    expect(seen.values[inPiece]).toBeCloseTo(0.7)
    expect(unseen.values[inPiece]).toBeCloseTo(0.8)
  })

  it('is settled for the closer ones where they see the hair of such a face', () => {
    const [crown, aside] = [withPiece(0.7), withPiece(0.7)]
    settle(crown, withPiece(0.1), null, [{ x: 135, y: 105, size: 40, angle: 0 }])
    settle(aside, withPiece(0.1), null, [{ x: 75, y: 105, size: 40, angle: 0 }])
    expect(crown.values[inPiece]).toBeCloseTo(0.7)
    expect(aside.values[inPiece]).toBeCloseTo(0.1)
  })

  it('can be looked up where it was settled, as the closer looks had it', () => {
    const mask = withPiece(0.55)
    const closely = mask.values.slice()
    const contradictions = contradictionsOf(mask, withPiece(0.1))
    settle(mask, withPiece(0.1), null)
    expect(mask.values[inPiece]).toBeCloseTo(0.1)
    expect(withPieces(mask, closely, contradictions).values[inPiece]).toBeCloseTo(0.55)
    expect(mask.values[inPiece]).toBeCloseTo(0.1)
  })

  it('stays settled in a gap where the second network saw people whole, and nowhere else', () => {
    const [mask, closely] = [withPiece(0.1), withPiece(0.9).values]
    const contradictions = contradictionsOf(withPiece(0.9), withPiece(0.1))
    const head = { x: 20, y: 20, size: 20, angle: 0 }
    const seenBy = (votes: FloatPlane | null, size: number) =>
      seenInHoles(mask, { closely, contradictions, votes }, [{ ...head, size }]).values[inPiece]
    expect(seenBy(votesOf(0.2), 20)).toBeCloseTo(0.1)
    expect(seenBy(null, 20)).toBeCloseTo(0.9)
    expect(seenBy(votesOf(0.2), 60)).toBeCloseTo(0.9)
  })

  it('is settled by the second network', () => {
    const [taken, left] = [withPiece(0.9), withPiece(0.9)]
    settle(taken, withPiece(0.1), votesOf(0.9))
    settle(left, withPiece(0.1), votesOf(0))
    expect(taken.values[inPiece]).toBeCloseTo(0.9)
    expect(left.values[inPiece]).toBeCloseTo(0.1)
  })

  it('gives back what closer looks lack by a clear vote alone', () => {
    const lacking = (vote: number) => {
      const mask = withPiece(0.1)
      settle(mask, withPiece(0.9), votesOf(vote))
      return mask.values[inPiece]
    }
    expect(lacking(0.95)).toBeCloseTo(0.9)
    expect(lacking(0.7)).toBeCloseTo(0.1)
  })

  it('leaves small pieces, where edges are finer, to the closer looks', () => {
    const mask = withPiece(0.55, 4)
    settle(mask, withPiece(0.1, 4), null)
    expect(mask.values[61 * 200 + 121]).toBeCloseTo(0.55)
  })
})

describe('a large group', () => {
  const SIZE = 1000
  const middles = [120, 310, 500, 690, 880].map((x) => ({ x, y: 400 }))
  const last = middles.at(-1)
  const headAt = (x: number, y: number) =>
    middles.find((head) => Math.hypot(x - head.x, y - head.y) < 45)
  /** Red people, and at the end a blue one. */
  const group = paint(SIZE, SIZE, (x, y) => {
    const head = headAt(x, y)
    return head === undefined ? [90, 90, 90] : head === last ? [20, 20, 220] : [220, 20, 20]
  })

  it('has every head looked at closely, also the fifth, which wider looks hardly see', async () => {
    const segmentPerson = async ({ widthPx, heightPx, rgba }: Raster) => {
      const isBlue = (at: number) => (rgba[at * 4 + 2] ?? 0) > 160
      const isRed = (at: number) => (rgba[at * 4] ?? 0) > 160
      const all = [...Array(widthPx * heightPx).keys()]
      const isClose = all.filter(isBlue).length > all.length * 0.03
      const values = Uint8ClampedArray.from(all, (at) =>
        isRed(at) ? 255 : isBlue(at) ? (isClose ? 255 : 60) : 0,
      )
      return { widthPx, heightPx, values }
    }
    const people = middles.map(({ x, y }) => ({
      centreX: x,
      centreY: y,
      sizePx: 80,
      angle: 0,
      face: faceAt(0.9),
    }))
    const faces = { people, bystanders: [], doubtful: [] }
    const detectFaces = async () => []
    const looks = { detectFaces, segmentPerson, segmentBody: blindToBodies }
    const { mask, box } = await maskPeople(testJob(), group, group, faces, looks)
    const scale = mask.widthPx / SIZE
    const valueAt = (x: number, y: number) =>
      mask.values[Math.round(y * scale) * mask.widthPx + Math.round(x * scale)]
    for (const { x, y } of middles) expect(valueAt(x, y)).toBeGreaterThan(0.9)
    expect(box.x + box.width).toBeGreaterThan(930 * scale)
  })
})
