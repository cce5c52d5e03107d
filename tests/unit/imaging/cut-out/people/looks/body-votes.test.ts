import { describe, expect, it } from 'vitest'
import {
  averageWithBodies,
  type BodiesToSee,
  bodyVotes,
} from '#core/imaging/tools/cut-out/people/looks/body-votes.ts'
import { createRaster } from '#core/pixels/pixels.ts'
import type { FloatPlane } from '#core/pixels/raster.ts'
import { paintPlane, testJob } from '../../../made-pictures.ts'

describe('the vote on bodies', () => {
  const picture = createRaster(200, 200)
  const box = { x: 20, y: 20, width: 160, height: 160 }
  const heads = [{ x: 100, y: 60, size: 18, angle: 0 }]
  const disc = (radius: number, doubt = 0.5) => {
    return paintPlane(200, 200, (x, y) => {
      const away = Math.hypot(x - 100, y - 100)
      return away < radius ? 1 : away < radius + 10 ? doubt : 0
    })
  }
  const answering = (value: (x: number, y: number) => number) => async () =>
    paintPlane(256, 256, (x, y) => value(x / 256, y / 256))

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
