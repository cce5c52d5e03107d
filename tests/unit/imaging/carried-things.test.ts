import { describe, expect, it } from 'vitest'
import { holdCarriedThings } from '#core/imaging/tools/cut-out/carried-things.ts'
import { createFloatPlane } from '#core/pixels/pixels.ts'
import type { FloatPlane, Raster } from '#core/pixels/raster.ts'
import { kernels } from '../../fixtures/kernels.ts'
import { paint } from './made-pictures.ts'

const [WIDTH, HEIGHT] = [240, 400]
const heads = [{ x: 100, y: 40, size: 36, angle: 0 }]

/** Somebody in blue with a red bag beside a hip, before a grey wall. */
const isPerson = (x: number, y: number) => y > 20 && x > 70 && x < 130
const isBag = (x: number, y: number) => y > 190 && y < 240 && x >= 130 && x < 170
const grain = (x: number, y: number) => ((x * 7 + y * 13) % 5) - 2

/** A lens leaves no edge as sharp as a painted one. */
const LENS_PX = 1.3
const street = (bag: readonly [number, number, number], blurPx = LENS_PX): Raster => {
  const painted = paint(WIDTH, HEIGHT, (x, y) => {
    const by = grain(x, y)
    if (isPerson(x, y)) return [40 + by, 60 + by, 150 + by]
    return isBag(x, y) ? [bag[0] + by, bag[1] + by, bag[2] + by] : [170 + by, 168 + by, 160 + by]
  })
  return kernels.gaussianRaster(painted, blurPx)
}
const red = [190, 30, 40] as const

const planeOf = (value: (x: number, y: number) => number): FloatPlane => {
  const plane = createFloatPlane(WIDTH, HEIGHT)
  const values = plane.values.map((_, at) => value(at % WIDTH, Math.floor(at / WIDTH)))
  return { ...plane, values }
}
/** Networks see their edges two pixels beside the photo's. */
const isSeen = (x: number, y: number) => isPerson(x - 2, y) && isPerson(x + 2, y)
const mask = () => planeOf((x, y) => (isSeen(x, y) ? 1 : 0))
const glimpsed = planeOf((x, y) => (isPerson(x, y) ? 1 : isBag(x, y) ? 0.3 : 0)).values

function heldOf({ values }: FloatPlane, isIn: (x: number, y: number) => boolean): number {
  const own = [...values.keys()].filter((at) => isIn(at % WIDTH, Math.floor(at / WIDTH)))
  return own.reduce((sum, at) => sum + (values[at] as number), 0) / own.length
}

function heldIn(picture: Raster, faces = heads): number {
  const held = mask()
  holdCarriedThings(kernels, picture, held, glimpsed, faces)
  expect(heldOf(held, (x, y) => !isPerson(x, y) && !isBag(x, y))).toBeLessThan(0.01)
  return heldOf(held, isBag)
}

describe('what somebody carries', () => {
  it('is held where it was glimpsed and has colours of its own', () => {
    expect(heldIn(street(red))).toBeGreaterThan(0.8)
  })

  it('is none where it looks like the wall behind', () => {
    expect(heldIn(street([170, 168, 160]))).toBe(0)
  })

  it('is none where it is out of focus beside somebody sharp', () => {
    const [sharp, blurred] = [street(red), street(red, 4)]
    const both = paint(WIDTH, HEIGHT, (x, y) => {
      const { rgba } = x < 134 ? sharp : blurred
      const at = (y * WIDTH + x) * 4
      return [rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0]
    })
    expect(heldIn(both)).toBe(0)
  })

  it('is none beside a face, where there are no hands', () => {
    expect(heldIn(street(red), [{ x: 100, y: 150, size: 36, angle: 0 }])).toBe(0)
  })

  it('is none between legs, where there is ground', () => {
    const small = [{ x: 100, y: 40, size: 25, angle: 0 }]
    expect(heldIn(street(red), small)).toBeGreaterThan(0.8)
    // The same piece, with somebody on its other side, too.
    const isLeg = (x: number, y: number) => y > 20 && x >= 170 && x < 200
    const held = mask()
    held.values.forEach((value, at) => {
      if (isLeg(at % WIDTH, Math.floor(at / WIDTH))) held.values[at] = Math.max(value, 1)
    })
    holdCarriedThings(kernels, street(red), held, glimpsed, small)
    expect(heldOf(held, isBag)).toBe(0)
  })

  it('is not looked for in a close portrait, or among many', () => {
    expect(heldIn(street(red), [{ x: 100, y: 40, size: 90, angle: 0 }])).toBe(0)
    expect(heldIn(street(red), [...heads, ...heads, ...heads])).toBe(0)
  })
})
