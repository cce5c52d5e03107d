import { describe, expect, it } from 'vitest'
import {
  CELL_FEATURES,
  measureCells,
} from '#core/imaging/tools/cut-out/people/taken-along/cell-features.ts'
import { personOdds } from '#core/imaging/tools/cut-out/people/taken-along/person-trees.ts'
import type { SeenPeople } from '#core/imaging/tools/cut-out/people/taken-along/small-view.ts'
import { dropTakenAlong } from '#core/imaging/tools/cut-out/people/taken-along/taken-along.ts'
import { cellsWhere } from '#core/imaging/tools/cut-out/people/taken-along/unsure-cells.ts'
import type { FloatPlane, Raster } from '#core/pixels/raster.ts'
import { kernels } from '../../../../../fixtures/kernels.ts'
import { meanWhere, paint, paintPlane } from '../../../made-pictures.ts'

const [WIDTH, HEIGHT] = [300, 300]
/** So large that the second network is not asked. */
const heads = [{ x: 150, y: 80, size: 70, angle: 0 }]

type Colour = readonly [number, number, number]
const isHead = (x: number, y: number) => Math.hypot(x - 150, y - 80) < 48
const isBody = (x: number, y: number) => y > 125 && Math.abs(x - 150) < 75
/** A patch beside the shoulder. */
const isPatch = (x: number, y: number) => y > 135 && y < 170 && x >= 225 && x < 250
const grain = (x: number, y: number) => ((x * 7 + y * 13) % 5) - 2

const portrait = (wall: Colour, coat: Colour, patch: Colour): Raster =>
  kernels.gaussianRaster(
    paint(WIDTH, HEIGHT, (x, y) => {
      const by = grain(x, y)
      const of = isHead(x, y) ? ([205, 160, 140] as const) : isBody(x, y) ? coat : wall
      const [red, green, blue] = isPatch(x, y) ? patch : of
      return [red + by, green + by, blue + by]
    }),
    1.2,
  )

const planeOf = (value: (x: number, y: number) => number): FloatPlane => {
  return kernels.gaussian(paintPlane(WIDTH, HEIGHT, value), 1.5)
}

/** @param above what is said of the upper half of the patch */
const seen = (said: number, above = said): SeenPeople => {
  const ofPatch = (y: number) => (y < 152 ? above : said)
  const mask = planeOf((x, y) =>
    isHead(x, y) || isBody(x, y) ? 1 : isPatch(x, y) ? ofPatch(y) : 0,
  )
  const closely = mask.values.slice()
  return { mask, closely, atWhole: mask, votes: null, heads, held: heads }
}

/** How much of the patch, and of the body, stays held. */
function keptOf(
  picture: Raster,
  said = 0.65,
  above = said,
): readonly [patch: number, body: number] {
  const people = { ...seen(said, above) }
  dropTakenAlong(kernels, picture, people)
  return [
    meanWhere(people.mask, (x, y) => isPatch(x - 4, y - 4) && isPatch(x + 4, y + 4)),
    meanWhere(people.mask, isBody),
  ]
}

const wall = [176, 180, 172] as const
const coat = [60, 80, 150] as const

describe('what a cut-out took along', () => {
  it('goes where it looks like the wall behind', () => {
    const [patch, body] = keptOf(portrait(wall, coat, wall))
    expect(patch).toBeLessThan(0.1)
    expect(body).toBeGreaterThan(0.95)
  })

  it('stays where looks are nearly sure of it', () => {
    expect(keptOf(portrait(wall, coat, wall), 0.93)[0]).toBeGreaterThan(0.7)
  })

  it('goes with what is only doubted, where both are one thing', () => {
    expect(keptOf(portrait(wall, coat, wall), 0.6, 0.86)[0]).toBeLessThan(0.1)
  })

  it('stays where it has the colours of the coat', () => {
    expect(keptOf(portrait(wall, coat, coat))[0]).toBeGreaterThan(0.5)
  })

  it('stays where it is dark: so are sleeves before the dark', () => {
    const dark = [14, 15, 14] as const
    expect(keptOf(portrait(dark, coat, dark))[0]).toBeGreaterThan(0.5)
  })

  it('goes where it is dark and the second network denies it: a shadow', () => {
    const keptBy = (votes: FloatPlane) => {
      const shadow = [24, 17, 8] as const
      const people = { ...seen(0.55), votes, heads: whole, held: whole }
      dropTakenAlong(kernels, portrait([205, 150, 40], coat, shadow), people)
      return meanWhere(people.mask, isPatch)
    }
    const whole = [{ x: 150, y: 80, size: 38, angle: 0 }]
    const isOwn = (x: number, y: number) => isHead(x, y) || isBody(x, y)
    const denied = keptBy(planeOf((x, y) => (isOwn(x, y) ? 1 : 0)))
    const agreed = keptBy(planeOf((x, y) => (isOwn(x, y) || isPatch(x, y) ? 1 : 0)))
    expect(denied).toBeLessThan(0.2)
    expect(agreed).toBeGreaterThan(0.4)
  })

  it('is not asked for in a crowd, where the second network is not heard', () => {
    const small = [{ x: 150, y: 80, size: 14, angle: 0 }]
    const crowd = { ...seen(0.55), heads: small, held: small }
    expect(measureCells(kernels, portrait(wall, coat, wall), crowd)).toBeNull()
  })
})

describe('the cells that a mask is unsure of', () => {
  it('follow an edge where they are asked for, and are squares elsewhere', () => {
    // An edge in the middle of squares.
    const picture = paint(60, 60, (x) => (x < 27 ? [200, 40, 40] : [40, 40, 200]))
    const isAsked = new Uint8Array(60 * 60).map((_, at) => (at < 60 * 20 ? 1 : 0))
    const { of } = cellsWhere(picture, isAsked)
    const isCut = (y: number) => of[y * 60 + 26] !== of[y * 60 + 27]
    expect(Array.from({ length: 15 }, (_, y) => isCut(y)).every(Boolean)).toBe(true)
    expect(Array.from({ length: 20 }, (_, y) => isCut(40 + y)).some(Boolean)).toBe(false)
  })

  it('are measured, each by everything that the trees ask', () => {
    const measured = measureCells(kernels, portrait(wall, coat, wall), seen(0.55))
    const { unsure, rows } = measured ?? { unsure: [], rows: new Float32Array(0) }
    expect(unsure.length).toBeGreaterThan(10)
    expect(rows.length).toBe(unsure.length * CELL_FEATURES.length)
    expect(rows.every(Number.isFinite)).toBe(true)
  })

  it('are likelier a person the more the mask holds of them', () => {
    const odds = (held: number) => personOdds(new Float32Array(CELL_FEATURES.length).fill(held))
    expect(odds(0.9)).toBeGreaterThan(odds(0.2))
  })
})
