import { describe, expect, it } from 'vitest'
import { settleHair } from '#core/imaging/tools/cut-out/people/heads/hair-colours.ts'
import type { FloatPlane } from '#core/pixels/raster.ts'
import { kernels } from '../../../../../fixtures/kernels.ts'
import { meanWhere, paint, paintPlane } from '../../../made-pictures.ts'

const SIDE = 300
const head = { x: 150, y: 170, size: 100, angle: 0 }
type Place = (x: number, y: number) => boolean

const isFace: Place = (x, y) => Math.hypot((x - 150) / 40, (y - 170) / 52) < 1
const isHair: Place = (x, y) => Math.hypot((x - 150) / 75, (y - 140) / 75) < 1 && !isFace(x, y)
const isBody: Place = (x, y) => y > 240 && Math.abs(x - 150) < 90 && !isHair(x, y)
const isPerson: Place = (x, y) => isFace(x, y) || isHair(x, y) || isBody(x, y)
/** Beside the crown, on the right. */
const isBeside: Place = (x, y) => x > 195 && x < 245 && y > 70 && y < 115 && !isHair(x, y)

/** @param beside what is seen beside the crown */
const pictureOf = (beside: (strand: number) => readonly [number, number, number]) =>
  paint(SIDE, SIDE, (x, y) => {
    const strand = ((x * 7 + y * 13) % 11) * 4
    if (isFace(x, y)) return [190, 140, 115]
    if (isHair(x, y)) return [40 + strand, 30 + strand, 24 + strand]
    if (isBody(x, y)) return [160, 60, 70]
    return isBeside(x, y) ? beside(strand) : wall
  })
const wall = [205, 198, 188] as const

/** The looks are sure of the person, and of what lies beside the crown they say so much. */
function masked(beside: number): FloatPlane {
  return paintPlane(SIDE, SIDE, (x, y) => (isPerson(x, y) ? 1 : isBeside(x, y) ? beside : 0))
}

describe('hair that is settled by colours', () => {
  const plainWall = pictureOf(() => wall)

  it('loses a rag of the wall that the looks took for hair', () => {
    const mask = masked(0.9)
    settleHair(kernels, plainWall, mask, [head])
    expect(meanWhere(mask, isBeside)).toBeLessThan(0.2)
    expect(meanWhere(mask, isHair)).toBeGreaterThan(0.95)
    expect(meanWhere(mask, isFace)).toBe(1)
    expect(meanWhere(mask, isBody)).toBeGreaterThan(0.99)
  })

  it('is held where a lock was only half seen', () => {
    const mask = masked(0.4)
    const lock = pictureOf((strand) => [40 + strand, 30 + strand, 24 + strand])
    settleHair(kernels, lock, mask, [head])
    expect(meanWhere(mask, isBeside)).toBeGreaterThan(0.7)
  })

  it('is held to its thin strands before a wall of which a rag was found', () => {
    const isStrand: Place = (x, y) => x > 60 && x < 70 && y > 120 && y < 200
    const mask = masked(0.9)
    const strands = paint(SIDE, SIDE, (x, y) => {
      const at = (y * SIDE + x) * 4
      const [r = 0, g = 0, b = 0] = plainWall.rgba.subarray(at, at + 3)
      return isStrand(x, y) ? [44, 34, 28] : [r, g, b]
    })
    mask.values.forEach((_, at) => {
      if (isStrand(at % SIDE, Math.floor(at / SIDE))) mask.values[at] = 0.3
    })
    settleHair(kernels, strands, mask, [head])
    expect(meanWhere(mask, isStrand)).toBeGreaterThan(0.6)
    expect(meanWhere(mask, isBeside)).toBeLessThan(0.2)
  })

  describe('where colours alone tell it from what lies behind', () => {
    /** Gaps between curls, each too small for a rag. */
    const isGap: Place = (x, y) =>
      isHair(x, y) && y < 115 && x % 30 < 9 && y % 30 < 9 && Math.hypot(x - 150, y - 140) < 66
    const curls = (behind: readonly [number, number, number]) =>
      paint(SIDE, SIDE, (x, y) => {
        const at = (y * SIDE + x) * 4
        const [r = 0, g = 0, b = 0] = plainWall.rgba.subarray(at, at + 3)
        return isGap(x, y) || !isPerson(x, y) ? behind : [r, g, b]
      })
    const isMiddle: Place = (x, y) =>
      isGap(x, y) && x % 30 > 2 && x % 30 < 6 && y % 30 > 2 && y % 30 < 6

    it('lets the wall be seen between curls', () => {
      const mask = masked(0)
      settleHair(kernels, curls(wall), mask, [head])
      expect(meanWhere(mask, isMiddle)).toBeLessThan(0.3)
      expect(meanWhere(mask, isFace)).toBeGreaterThan(0.99)
      expect(meanWhere(mask, isBody)).toBeGreaterThan(0.99)
    })

    it('is left whole before what has its colours in part', () => {
      const mask = masked(0)
      settleHair(kernels, curls([58, 46, 40]), mask, [head])
      expect(meanWhere(mask, isGap)).toBe(1)
    })
  })

  it('gets nothing that the looks did not see at all, whatever its colour', () => {
    const mask = masked(0)
    const curtain = pictureOf((strand) => [40 + strand, 30 + strand, 24 + strand])
    settleHair(kernels, curtain, mask, [head])
    expect(meanWhere(mask, isBeside)).toBe(0)
  })

  it('keeps what is pale but has folds, as a hat has', () => {
    const mask = masked(0.9)
    const hat = pictureOf((strand) => [170 + 1.6 * strand, 165 + 1.6 * strand, 155 + 1.6 * strand])
    settleHair(kernels, hat, mask, [head])
    expect(meanWhere(mask, isBeside)).toBeGreaterThan(0.89)
  })

  it('is left alone where little is known of what lies behind', () => {
    const mask = masked(0.9)
    mask.values.fill(0.9)
    settleHair(kernels, plainWall, mask, [head])
    expect(mask.values.every((value) => value === mask.values[0])).toBe(true)
  })
})
