import { describe, expect, it } from 'vitest'
import type { PatchesAt } from '#core/kernels/patches.ts'
import { createPlane } from '#core/pixels/pixels.ts'
import { kernels } from '../../fixtures/kernels.ts'
import { plainPatches } from '../../fixtures/plain-patches.ts'
import { paint } from '../imaging/made-pictures.ts'

const noise = (x: number, y: number) => (Math.imul(x * 73 + y * 151, 2_654_435) >>> 8) % 61

/** Stripes with a grain, and a round hole in them. */
function holed(widthPx: number, heightPx: number, middleX = widthPx / 2): PatchesAt {
  const picture = paint(widthPx, heightPx, (x, y) => {
    const light = (x + y) % 12 < 6 ? 60 : 170
    return [light + noise(x, y), light, 255 - light, 200 + (noise(y, x) % 40)]
  })
  const hole = createPlane(widthPx, heightPx)
  for (let at = 0; at < hole.values.length; at++) {
    const far = Math.hypot((at % widthPx) - middleX, Math.floor(at / widthPx) - heightPx / 2)
    hole.values[at] = far < 6 ? 255 : 0
  }
  return { picture, hole, found: new Int32Array(hole.values.length).fill(-1) }
}

const cases = { 'in the middle': holed(48, 40), 'at the edge': holed(47, 31, 0) }
const search = { sweeps: 3, reachPx: 48, seed: 5 }

describe('patches for a hole', () => {
  for (const [name, at] of Object.entries(cases)) {
    const found = kernels.matchPatches(at, search)

    it(`${name} are found as by definition`, () => {
      expect(found).toEqual(plainPatches.matchPatches(at, search))
      expect(found).toEqual(kernels.matchPatches(at, search))
      expect(found.some((source) => source >= 0)).toBe(true)
    })

    it(`${name} vote as by definition`, () => {
      const given = kernels.votePatches({ ...at, found }).rgba
      const wanted = plainPatches.votePatches({ ...at, found }).rgba
      const off = given.map((value, i) => Math.abs(value - (wanted[i] ?? 0)))
      expect(Math.max(...off)).toBeLessThanOrEqual(1)
    })

    it(`${name} are copied pixel for pixel`, () => {
      const wanted = plainPatches.joinPatches({ ...at, found })
      expect(kernels.joinPatches({ ...at, found }, 0).rgba).toEqual(wanted.rgba)
    })
  }

  it('are none where nothing can be copied', () => {
    const at = holed(9, 9)
    at.hole.values.fill(255)
    const found = kernels.matchPatches(at, search)
    expect(found.every((source) => source === -1)).toBe(true)
    expect(kernels.votePatches({ ...at, found }).rgba).toEqual(at.picture.rgba)
    expect(kernels.joinPatches({ ...at, found }, 20).rgba).toEqual(at.picture.rgba)
  })

  it('meet what is around them without a seam, where the light differs', () => {
    const picture = paint(60, 40, (x) => [60 + 2 * x, 90, 200 - 2 * x])
    const { hole } = holed(60, 40)
    const found = new Int32Array(60 * 40).fill(-1)
    // All of it is copied from 14 px further left, where it is darker.
    for (let at = 0; at < found.length; at++) found[at] = at - 14
    const joined = kernels.joinPatches({ picture, hole, found }, 60).rgba
    const off = joined.map((value, i) => Math.abs(value - (picture.rgba[i] ?? 0)))
    expect(Math.max(...off)).toBeLessThanOrEqual(2)
  })
})
