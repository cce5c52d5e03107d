import { describe, expect, it } from 'vitest'
import type { SegmentBody } from '#core/imaging/portrait/segment-body.ts'
import type { DetectedFace } from '#core/imaging/tool.ts'
import { findRealFaces } from '#core/imaging/tools/cut-out/people/faces/face-gate.ts'
import { rasterSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import {
  blindToBodies,
  paint,
  paintPlane,
  roughSegmenter,
  testJob,
} from '../../../made-pictures.ts'

const WIDTH = 500
const HEIGHT = 900
/** Head, body and legs; in a wall of green. */
const isStanding = (x: number, y: number) =>
  Math.hypot((x - 250) / 32, (y - 120) / 44) < 1 || (y > 150 && y < 860 && Math.abs(x - 250) < 75)
const isHead = (x: number, y: number) => Math.hypot((x - 250) / 32, (y - 120) / 44) < 1

type Colour = readonly [number, number, number]
const skin: Colour = [205, 150, 125]
const figure = (isBody: (x: number, y: number) => boolean, head: Colour = skin) =>
  paint(WIDTH, HEIGHT, (x, y) => {
    if (!isBody(x, y)) return [40, 140, 60]
    if (!isHead(x, y)) return [90, 70, 90]
    const grain = 12 * (((x * 7 + y * 13) % 5) - 2)
    return [head[0] + grain, head[1] + grain, head[2] + grain]
  })

/** Half a face under a hat, which is not found again from nearer. */
const face = (score: number): DetectedFace => ({
  x: 218 / WIDTH,
  y: 88 / HEIGHT,
  width: 64 / WIDTH,
  height: 64 / HEIGHT,
  score,
  keypoints: [],
})
const found = (score: number) => {
  let calls = 0
  return async () => (calls++ === 0 ? [face(score)] : [])
}

/** Sees what is not green, as the first network does. */
const bodySeer: SegmentBody = async (picture, square) => {
  return paintPlane(256, 256, (across, down) => {
    const x = Math.floor(square.x + ((across + 0.5) * square.width) / 256)
    const y = Math.floor(square.y + ((down + 0.5) * square.height) / 256)
    const isIn = x >= 0 && y >= 0 && x < picture.widthPx && y < picture.heightPx
    const from = (y * picture.widthPx + x) * 4
    const isGreen = (picture.rgba[from + 1] ?? 0) > (picture.rgba[from] ?? 0) + 40
    return isIn && !isGreen ? 1 : 0
  })
}

const gate = (picture: Raster, score = 0.55, segmentBody = bodySeer) =>
  findRealFaces(testJob(), rasterSource(picture), picture, {
    detectFaces: found(score),
    segmentPerson: roughSegmenter,
    segmentBody,
  })
const refused = { fault: { code: 'no-face' } }

describe('a face that is not found again', () => {
  it('passes where both networks see somebody who stands there whole', async () => {
    const { people } = await gate(figure(isStanding))
    expect(people.map(({ sizePx }) => Math.round(sizePx))).toEqual([64])
  })

  it('is refused where only one of them does', async () => {
    await expect(gate(figure(isStanding), 0.55, blindToBodies)).rejects.toMatchObject(refused)
  })

  it('is refused where there is no more than a bust', async () => {
    const bust = figure((x, y) => isStanding(x, y) && y < 420)
    await expect(gate(bust)).rejects.toMatchObject(refused)
  })

  it('is refused where nothing on it is as red as skin, on a statue for one', async () => {
    await expect(gate(figure(isStanding, [190, 188, 186]))).rejects.toMatchObject(refused)
  })

  it('is refused where the detector hardly saw it', async () => {
    await expect(gate(figure(isStanding), 0.45)).rejects.toMatchObject(refused)
  })
})
