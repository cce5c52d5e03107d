import { describe, expect, it } from 'vitest'
import { holdCarriedThings } from '#core/imaging/tools/cut-out/people/carried/carried-things.ts'
import { thingAbout } from '#core/imaging/tools/cut-out/people/carried/thing-by-colours.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { kernels } from '../../../../../fixtures/kernels.ts'
import { meanWhere, paint, paintPlane } from '../../../made-pictures.ts'

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

/** Networks see their edges two pixels beside the photo's. */
const isSeen = (x: number, y: number) => isPerson(x - 2, y) && isPerson(x + 2, y)
const mask = () => paintPlane(WIDTH, HEIGHT, (x, y) => (isSeen(x, y) ? 1 : 0))
const glimpsed = paintPlane(WIDTH, HEIGHT, (x, y) =>
  isPerson(x, y) ? 1 : isBag(x, y) ? 0.3 : 0,
).values

function heldIn(picture: Raster, faces = heads): number {
  const held = mask()
  holdCarriedThings(kernels, picture, held, glimpsed, faces)
  expect(meanWhere(held, (x, y) => !isPerson(x, y) && !isBag(x, y))).toBeLessThan(0.01)
  return meanWhere(held, isBag)
}

describe('what somebody carries', () => {
  it('is held where it was glimpsed and has colours of its own', () => {
    expect(heldIn(street(red))).toBeGreaterThan(0.8)
  })

  it('is none where it looks like the wall behind', () => {
    expect(heldIn(street([170, 168, 160]))).toBe(0)
  })

  /** Somebody sharp beside a bag that is blurred. */
  const blurredBeside = (bag: readonly [number, number, number], blurPx: number): Raster => {
    const [sharp, blurred] = [street(bag), street(bag, blurPx)]
    return paint(WIDTH, HEIGHT, (x, y) => {
      const { rgba } = x < 134 ? sharp : blurred
      const at = (y * WIDTH + x) * 4
      return [rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0]
    })
  }

  it('is none where it is out of focus beside somebody sharp', () => {
    expect(heldIn(blurredBeside(red, 4))).toBe(0)
  })

  it('may be less sharp where people enclose it nearly all around', () => {
    const isFrame = (x: number, y: number) =>
      y > 180 && y < 250 && x >= 128 && x < 180 && !isBag(x, y)
    const heldWith = (isBody: (x: number, y: number) => boolean): number => {
      const painted = kernels.gaussianRaster(
        paint(WIDTH, HEIGHT, (x, y) => {
          const by = grain(x, y)
          if (isBag(x, y)) return [red[0] + by, red[1] + by, red[2] + by]
          return isBody(x, y) ? [40 + by, 60 + by, 150 + by] : [170 + by, 168 + by, 160 + by]
        }),
        1.8,
      )
      const sharp = street(red)
      const picture = paint(WIDTH, HEIGHT, (x, y) => {
        const { rgba } = x < 134 ? sharp : painted
        const at = (y * WIDTH + x) * 4
        return [rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0]
      })
      const held = paintPlane(WIDTH, HEIGHT, (x, y) => (isBody(x, y) ? 1 : 0))
      holdCarriedThings(kernels, picture, held, glimpsed, heads)
      return meanWhere(held, isBag)
    }
    const isAround = (x: number, y: number) => isPerson(x, y) || isFrame(x, y)
    expect(heldWith((x, y) => isAround(x, y) && !(y > 238 && x > 138))).toBeGreaterThan(0.8)
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
    expect(meanWhere(held, isBag)).toBe(0)
  })

  it('need not touch anybody where it hangs below a hand', () => {
    const isArm = (x: number, y: number) => y > 100 && y < 235 && x >= 130 && x < 172
    const isHung = (x: number, y: number) => y > 250 && y < 296 && x >= 136 && x < 172
    const heldWith = (isBody: (x: number, y: number) => boolean): number => {
      const painted = paint(WIDTH, HEIGHT, (x, y) => {
        const by = grain(x, y)
        if (isHung(x, y)) return [red[0] + by, red[1] + by, red[2] + by]
        return isBody(x, y) ? [40 + by, 60 + by, 150 + by] : [170 + by, 168 + by, 160 + by]
      })
      const held = paintPlane(WIDTH, HEIGHT, (x, y) => (isBody(x, y) ? 1 : 0))
      const seen = paintPlane(WIDTH, HEIGHT, (x, y) =>
        isBody(x, y) ? 1 : isHung(x, y) ? 0.3 : 0,
      ).values
      const picture = kernels.gaussianRaster(painted, LENS_PX)
      holdCarriedThings(kernels, picture, held, seen, heads)
      return meanWhere(held, isHung)
    }
    const isSlim = (x: number, y: number) => isPerson(x, y) && (x < 120 || y < 235)
    expect(heldWith((x, y) => isSlim(x, y) || isArm(x, y))).toBeGreaterThan(0.7)
    expect(heldWith(isSlim)).toBe(0)
  })

  it('may hang far below a small or bowed face, but not where people end', () => {
    const bowed = [{ x: 100, y: 40, size: 21, angle: 0 }]
    expect(heldIn(street(red), bowed)).toBeGreaterThan(0.8)
    const isTall = (x: number, y: number) => isSeen(x, y) && y < 260
    const held = paintPlane(WIDTH, HEIGHT, (x, y) => (isTall(x, y) ? 1 : 0))
    holdCarriedThings(kernels, street(red), held, glimpsed, bowed)
    expect(meanWhere(held, isBag)).toBe(0)
  })

  it('is found whole where only a corner of it was glimpsed', () => {
    const isLarge = (x: number, y: number) => y > 192 && y < 238 && x >= 130 && x < 174
    const isCorner = (x: number, y: number) => isLarge(x, y) && y > 205 && y < 223 && x < 150
    const painted = paint(WIDTH, HEIGHT, (x, y) => {
      const by = grain(x, y)
      if (isPerson(x, y)) return [40 + by, 60 + by, 150 + by]
      return isLarge(x, y)
        ? [red[0] + by, red[1] + by, red[2] + by]
        : [170 + by, 168 + by, 160 + by]
    })
    const seen = paintPlane(WIDTH, HEIGHT, (x, y) =>
      isPerson(x, y) ? 1 : isCorner(x, y) ? 0.8 : isLarge(x, y) ? 0.12 : 0,
    ).values
    const corner = Int32Array.from(
      [...seen.keys()].filter((at) => isCorner(at % WIDTH, Math.floor(at / WIDTH))),
    )
    const picture = kernels.gaussianRaster(painted, LENS_PX)
    const { pixels = new Int32Array(0) } =
      thingAbout(kernels, picture, mask(), seen, corner, 1) ?? {}
    const found = pixels.filter((at) => isLarge(at % WIDTH, Math.floor(at / WIDTH)))
    expect(found.length).toBeGreaterThan(0.8 * seen.filter((said) => said > 0 && said < 1).length)
  })

  it('is not looked for in a close portrait, or among many', () => {
    expect(heldIn(street(red), [{ x: 100, y: 40, size: 90, angle: 0 }])).toBe(0)
    expect(heldIn(street(red), [...heads, ...heads, ...heads])).toBe(0)
  })
})
