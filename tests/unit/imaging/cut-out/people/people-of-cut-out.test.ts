import { describe, expect, it } from 'vitest'
import { scaledCopy } from '#core/imaging/scaled-copy.ts'
import type { DetectedFace } from '#core/imaging/tool.ts'
import { findPeople } from '#core/imaging/tools/cut-out/cut-out.ts'
import { leftOutSchema, placesOf, writtenPlaces } from '#core/imaging/tools/cut-out/left-out.ts'
import { rasterSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { kernels } from '../../../../fixtures/kernels.ts'
import { blindToBodies, faceAt, portrait, roughSegmenter, testJob } from '../../made-pictures.ts'

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
