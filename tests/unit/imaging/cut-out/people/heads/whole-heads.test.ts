import { expect, it } from 'vitest'
import { fillHoles, raiseSkulls } from '#core/imaging/tools/cut-out/people/heads/whole-heads.ts'
import { createFloatPlane } from '#core/pixels/pixels.ts'
import { paintPlane } from '../../../made-pictures.ts'

const SIDE = 200
const head = { x: 100, y: 90, size: 60, angle: 0 }

/** A body that fills the middle of the picture, open where a test wants it. */
function bodyWith(value: (x: number, y: number) => number | null) {
  return paintPlane(SIDE, SIDE, (x, y) => {
    const isBody = x >= 30 && x < 170 && y >= 20
    return value(x, y) ?? (isBody ? 1 : 0)
  })
}
const near = (x: number, y: number, toX: number, toY: number, within: number) =>
  Math.hypot(x - toX, y - toY) < within
const valueAt = (mask: ReturnType<typeof bodyWith>, x: number, y: number) =>
  mask.values[y * SIDE + x]

it('a hole in a face or its hair is filled, and its soft rim with it', () => {
  const mask = bodyWith((x, y) =>
    near(x, y, 105, 80, 6) ? 0 : near(x, y, 105, 80, 12) ? 0.8 : null,
  )
  fillHoles(mask, [head])
  expect([valueAt(mask, 105, 80), valueAt(mask, 114, 80)]).toEqual([1, 1])
})

it('the gap between an arm and the body stays open where the networks saw nobody', () => {
  const gap = (x: number, y: number) => (near(x, y, 60, 170, 12) ? 0 : null)
  const mask = bodyWith(gap)
  fillHoles(mask, [head], bodyWith(gap))
  expect(valueAt(mask, 60, 170)).toBe(0)
  fillHoles(
    mask,
    [head],
    bodyWith(() => null),
  )
  expect(valueAt(mask, 60, 170)).toBe(1)
})

it('a gap that is clear in its middle stays open with its soft rim, however wide that is', () => {
  const gap = bodyWith((x, y) => {
    const away = Math.hypot(x - 60, y - 170)
    return away < 4 ? 0.1 : away < 14 ? 0.7 : null
  })
  const before = gap.values.slice()
  fillHoles(gap, [head])
  expect(gap.values).toEqual(before)
})

it('a place that the networks half saw all over is filled', () => {
  const mask = bodyWith((x, y) => (near(x, y, 60, 170, 12) ? 0.6 : null))
  fillHoles(mask, [head])
  expect(valueAt(mask, 60, 170)).toBe(1)
})

it('what is open to the side of the picture is no hole', () => {
  const mask = bodyWith(() => null)
  fillHoles(
    mask,
    [head],
    bodyWith(() => 1),
  )
  expect([valueAt(mask, 5, 100), valueAt(mask, 100, 5)]).toEqual([0, 0])
})

it('a crown that the upper side cuts off has no bite, and what is open beside it stays so', () => {
  const cutOff = { ...head, y: 40 }
  const beside = (x: number, y: number) => near(x, y, 160, 0, 12)
  const mask = bodyWith((x, y) =>
    near(x, y, 100, 0, 14) || beside(x, y) || x < 60 || x >= 180 ? 0 : 1,
  )
  fillHoles(mask, [cutOff])
  expect([valueAt(mask, 100, 0), valueAt(mask, 100, 8)]).toEqual([1, 1])
  expect([valueAt(mask, 160, 0), valueAt(mask, 30, 0)]).toEqual([0, 0])
})

it('half a forehead that the networks lost is there again, turned as the head is', () => {
  const lost = () => bodyWith((x, y) => (x > 100 && y < 90 ? 0 : null))
  const upright = lost()
  raiseSkulls(upright, [head])
  expect([valueAt(upright, 106, 70), valueAt(upright, 140, 70)]).toEqual([1, 0])
  const turned = lost()
  raiseSkulls(turned, [{ ...head, angle: Math.PI / 4 }])
  expect(valueAt(turned, 112, 75)).toBe(1)
})

it('a face on a poster, where the networks see nobody, brings nothing', () => {
  const mask = createFloatPlane(SIDE, SIDE)
  raiseSkulls(mask, [head])
  expect(Math.max(...mask.values)).toBe(0)
})
