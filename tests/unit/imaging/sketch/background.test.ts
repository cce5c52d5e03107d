import { describe, expect, it } from 'vitest'
import { lifted, powerTo } from '#core/imaging/lift.ts'
import { nobody } from '#core/imaging/portrait/people.ts'
import { backdropOf } from '#core/imaging/tools/sketch/background.ts'
import { type SketchSettings, sketch } from '#core/imaging/tools/sketch/sketch.ts'
import { createPlane, createRaster, rasterSink, rasterSource } from '#core/pixels/pixels.ts'
import type { Plane, Raster } from '#core/pixels/raster.ts'
import { paint, testJob } from '../made-pictures.ts'

const SIDE = 320
/** Somebody in a shirt as white as the wall: a box with a soft crown of hair on its upper end. */
const BODY = { left: 100, right: 220, top: 140 }
const HAIR_PX = 40

const matteAt = (x: number, y: number): number => {
  if (x < BODY.left || x >= BODY.right) return 0
  return Math.min(1, Math.max(0, (y - BODY.top + HAIR_PX) / HAIR_PX))
}

function matte(isHole: (x: number, y: number) => boolean = () => false): Plane {
  const plane = createPlane(SIDE, SIDE)
  for (let at = 0; at < plane.values.length; at++) {
    const [x, y] = [at % SIDE, Math.floor(at / SIDE)]
    plane.values[at] = isHole(x, y) ? 0 : 255 * matteAt(x, y)
  }
  return plane
}

const wall = (value: number): Raster => paint(SIDE, SIDE, () => [value, value, value])

async function drawn(picture: Raster, settings: Partial<SketchSettings>) {
  const result = createRaster(SIDE, SIDE)
  const whole = { style: 'pencil', strength: 0.7, background: 'white', ...settings } as const
  await sketch(testJob(), rasterSource(picture), whole, rasterSink(result), {
    matteIn: async () => matte(),
  })
  return result
}

const darkest = ({ rgba }: Raster, x: number, y: number, width: number, height: number): number => {
  let most = 0
  for (let row = y; row < y + height; row++) {
    for (let column = x; column < x + width; column++)
      most = Math.max(most, 1 - (rgba[(row * SIDE + column) * 4] ?? 0) / 255)
  }
  return most
}

const meanDarkness = ({ rgba }: Raster, x: number, y: number, side: number): number => {
  let sum = 0
  for (let row = y; row < y + side; row++) {
    for (let column = x; column < x + side; column++)
      sum += 1 - (rgba[(row * SIDE + column) * 4] ?? 0) / 255
  }
  return sum / side ** 2
}

describe('a background that is let go', () => {
  const styles = ['pencil', 'ink', 'coloured-pencil'] as const

  it.each(styles)('leaves a white shirt its contour: %s', async (style) => {
    const result = await drawn(wall(244), { style })
    for (const y of [180, 220, 260]) {
      expect(darkest(result, BODY.left - 4, y, 8, 1)).toBeGreaterThan(0.2)
      expect(darkest(result, BODY.right - 4, y, 8, 1)).toBeGreaterThan(0.2)
    }
    expect(darkest(result, 20, 180, 60, 60)).toBe(0)
  })

  it('gives hair no contour, and a body a firmer one away from the light', async () => {
    const subjects = { small: wall(244), people: nobody, matte: matte() }
    const backdrop = await backdropOf(testJob(), subjects, 'white')
    const at = (x: number, y: number) => backdrop?.outline?.values[y * SIDE + x] ?? 0
    const most = (x: number, y: number) =>
      Math.max(...[-2, -1, 0, 1].map((away) => Math.max(at(x + away, y), at(x, y + away))))
    expect(most(160, BODY.top - HAIR_PX / 2)).toBe(0)
    expect(most(BODY.left, 240)).toBeGreaterThan(0.4)
    expect(most(BODY.right, 240)).toBeGreaterThan(most(BODY.left, 240) + 0.1)
  })

  it('is drawn fainter than people in a vignette', async () => {
    const result = await drawn(wall(40), { background: 'vignette' })
    const [inside, beside] = [meanDarkness(result, 150, 200, 20), meanDarkness(result, 84, 200, 14)]
    expect(beside).toBeGreaterThan(0.05)
    expect(beside).toBeLessThan(0.7 * inside)
    expect(meanDarkness(result, 0, 0, 20)).toBe(0)
  })

  it('does not show through a speck that a matte leaves open, but beside an arm', async () => {
    const isSpeck = (x: number, y: number) => Math.hypot(x - 150, y - 200) < 5
    const isGap = (x: number, y: number) => x >= 180 && x < 200 && y >= 200 && y < 280
    const open = matte((x, y) => isSpeck(x, y) || isGap(x, y))
    const subjects = { small: wall(244), people: nobody, matte: open }
    const backdrop = await backdropOf(testJob(), subjects, 'white')
    expect(backdrop?.drawn.values[200 * SIDE + 150]).toBe(1)
    expect(backdrop?.drawn.values[240 * SIDE + 190]).toBe(0)
  })
})

describe('a picture that is lifted to be looked at', () => {
  it('has the median that was asked for, as far as it may be lifted, and its black', () => {
    const ramp = paint(256, 4, (x) => [x * 0.3, x * 0.3, x * 0.3])
    const power = powerTo(ramp, 0.3, 0.1)
    const { rgba } = lifted(ramp, power)
    expect((rgba[128 * 4] ?? 0) / 255).toBeCloseTo(0.3, 1)
    expect(rgba.subarray(0, 4)).toEqual(Uint8ClampedArray.of(0, 0, 0, 255))
    expect(powerTo(ramp, 0.3, 0.8)).toBe(0.8)
  })

  it('is itself where it is light already', () => {
    const light = wall(180)
    expect(lifted(light, powerTo(light, 0.35, 0.45))).toBe(light)
  })
})
