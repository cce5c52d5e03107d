import { describe, expect, it } from 'vitest'
import { detectFacesBy } from '#core/imaging/portrait/detect-faces.ts'
import { mergedFaces } from '#core/imaging/portrait/merged-faces.ts'
import { networkSquare } from '#core/imaging/portrait/network-square.ts'
import { segmentPersonBy } from '#core/imaging/portrait/segment-person.ts'
import type { InferenceSession } from '#core/imaging/tool.ts'
import { createRaster } from '#core/pixels/pixels.ts'
import { networksOf } from '#server/imaging/networks.ts'
import { landscape } from '../made-pictures.ts'

/** A runtime that answers the same to everything. */
const answering = (values: Float32Array, side = 1): InferenceSession => ({
  run: async () => ({ shape: [1, values.length / side ** 2, side, side], values }),
  release: async () => {},
})

const face = (left: number, score: number) => ({
  left,
  top: 0,
  right: left + 1,
  bottom: 1,
  points: [{ x: left, y: 0 }],
  score,
})

describe('the portrait networks', () => {
  it('see a picture corner to corner, and black around it', () => {
    const picture = createRaster(4, 2)
    picture.rgba.fill(255)
    const square = { x: 0, y: -1, width: 4, height: 4 }
    const { values } = networkSquare(picture, square, 4, { from: 0, to: 1 })
    const rows = [0, 1, 2, 3].map((row) => [...values.subarray(row * 4, row * 4 + 4)])
    expect(rows).toEqual([
      [0, 0, 0, 0],
      [1, 1, 1, 1],
      [1, 1, 1, 1],
      [0, 0, 0, 0],
    ])
  })

  it('average the boxes of one face, and keep another one’s apart', () => {
    const [one, other, ...none] = mergedFaces([face(0.2, 0.4), face(5, 0.5), face(0, 0.8)])
    expect(none).toEqual([])
    expect(one?.left).toBeCloseTo((0.2 * 0.4 + 0 * 0.8) / 1.2)
    expect(one?.score).toBe(0.8)
    expect(other).toEqual(face(5, 0.5))
  })

  it('place a box about its anchor, in the picture and not in the black beside it', async () => {
    const anchors = 48 * 48
    const values = new Float32Array(anchors * 17)
    values.fill(-100, anchors * 16)
    const middle = 24 * 48 + 24
    values[anchors * 16 + middle] = 2
    values.set([-2, -2, 48, 48, -2, -2], middle * 16)
    const [found, ...none] = await detectFacesBy(answering(values))(createRaster(400, 200))
    expect(none).toEqual([])
    expect(found?.score).toBeCloseTo(1 / (1 + Math.exp(-2)))
    expect(found).toMatchObject({ x: 0.375, y: 0.25, width: 0.25, height: 0.5 })
    expect(found?.keypoints[0]?.x).toBeCloseTo(0.5)
    expect(found?.keypoints[0]?.y).toBeCloseTo(0.5)
  })

  it('find no face that is smaller than a pixel', async () => {
    const anchors = 48 * 48
    const values = new Float32Array(anchors * 17)
    values[anchors * 16] = 2
    values.fill(-100, anchors * 16 + 1)
    values.set([0, 0, 20, 20], 0)
    expect(await detectFacesBy(answering(values))(createRaster(8, 8))).toEqual([])
    expect(await detectFacesBy(answering(values))(createRaster(80, 80))).toHaveLength(1)
  })

  it('give a mask as large as the picture', async () => {
    const half = new Float32Array(256 * 256).fill(0.5)
    const mask = await segmentPersonBy(answering(half, 256))(createRaster(30, 20))
    expect([mask.widthPx, mask.heightPx]).toEqual([30, 20])
    expect(new Set(mask.values)).toEqual(new Set([128]))
  })

  it('find nobody in a landscape', async () => {
    const picture = landscape(300, 200)
    const session = await networksOf(['face/detect', 'person/mask'])
    expect(await detectFacesBy(session('face/detect'))(picture)).toEqual([])
    const mask = await segmentPersonBy(session('person/mask'))(picture)
    expect(Math.max(...mask.values)).toBeLessThan(128)
  })
})
