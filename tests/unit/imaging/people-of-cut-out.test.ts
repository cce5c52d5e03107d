import { describe, expect, it } from 'vitest'
import { voteOfBodies } from '#core/imaging/tools/cut-out/body-votes.ts'
import { findPeople } from '#core/imaging/tools/cut-out/cut-out.ts'
import { leftOutSchema, placesOf, writtenPlaces } from '#core/imaging/tools/cut-out/left-out.ts'
import { createFloatPlane, createRaster, rasterSource } from '#core/pixels/pixels.ts'
import { blindToBodies, faceAt, portrait, roughSegmenter, testJob } from './made-pictures.ts'

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

  it('is nobody whom the customer leaves out', async () => {
    expect(await facesOf('0.850 0.150')).toEqual([faceAt(0.9)])
  })

  it('is nobody at all where everybody is left out, which is said', async () => {
    const nobody = facesOf('0.850 0.150;0.500 0.375')
    await expect(nobody).rejects.toMatchObject({ fault: { code: 'person-not-found' } })
  })

  it('is stored as places, and anything else is not understood', () => {
    const places = [
      { x: 0.25, y: 0.5 },
      { x: 1, y: 0.125 },
    ]
    expect(writtenPlaces(places)).toBe('0.250 0.500;1.000 0.125')
    expect(placesOf(writtenPlaces(places))).toEqual(places)
    expect(leftOutSchema.parse(undefined)).toBe('')
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

  it('settles what the mask doubts, and overturns nothing that it is sure of', async () => {
    const mask = disc(50)
    const segmentBody = answering((x, y) => (Math.hypot(x - 0.5, y - 0.5) < 0.4 ? 1 : 0))
    await voteOfBodies(testJob(), picture, mask, { heads, box, segmentBody })
    expect(mask.values[100 * 200 + 155]).toBeCloseTo(0.7)
    expect(mask.values[100 * 200 + 100]).toBe(1)
    expect(mask.values[100 * 200 + 165]).toBeLessThan(0.5)
  })

  it('does not count in a close portrait, of which it knows little', async () => {
    const mask = disc(50)
    const near = [{ x: 100, y: 60, size: 60, angle: 0 }]
    await voteOfBodies(testJob(), picture, mask, {
      heads: near,
      box,
      segmentBody: answering(() => 1),
    })
    expect(mask).toEqual(disc(50))
  })

  it('does not count where it looks at something else', async () => {
    const mask = disc(50)
    const segmentBody = answering((x) => (x < 0.2 ? 1 : 0))
    await voteOfBodies(testJob(), picture, mask, { heads, box, segmentBody })
    expect(mask).toEqual(disc(50))
  })
})
