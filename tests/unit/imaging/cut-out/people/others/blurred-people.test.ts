import { describe, expect, it } from 'vitest'
import { blurredBehind } from '#core/imaging/portrait/focus.ts'
import { dropBlurred } from '#core/imaging/tools/cut-out/people/others/blurred-people.ts'
import type { FloatPlane, Raster } from '#core/pixels/raster.ts'
import { kernels } from '../../../../../fixtures/kernels.ts'
import { meanWhere, paint, paintPlane } from '../../../made-pictures.ts'

const SIDE = 320
const near = { x: 90, y: 160, size: 80, angle: 0 }
const far = { x: 240, y: 160, size: 70, angle: 0 }
const isIn = (head: typeof near, x: number, y: number) => Math.hypot(x - head.x, y - head.y) < 55

/** Fine grain on coarse forms, the same each time. */
const grain = (x: number, y: number): number => {
  const fine = ((x * 7919 + y * 104_729 + ((x * y) % 97) * 31) % 101) / 101
  return 110 + 40 * Math.sin(x / 6) * Math.cos(y / 7) + 90 * (fine - 0.5)
}
const sharp = paint(SIDE, SIDE, (x, y) => [grain(x, y), grain(x, y), grain(x, y)])

/** One person, and another beside who is as sharp or out of focus. */
function pair(isFarSharp: boolean): Raster {
  if (isFarSharp) return sharp
  const soft = kernels.gaussianRaster(sharp, 3)
  const rgba = sharp.rgba.slice()
  for (let at = 0; at < SIDE * SIDE; at++) {
    if (at % SIDE < 165) continue
    rgba.set(soft.rgba.subarray(at * 4, at * 4 + 4), at * 4)
  }
  return { ...sharp, rgba }
}

const plane = (value: (x: number, y: number) => number): FloatPlane => paintPlane(SIDE, SIDE, value)
/** @param held what the looks say of the other */
const bothOf = (held = 1) => plane((x, y) => (isIn(near, x, y) ? 1 : isIn(far, x, y) ? held : 0))
const votes = (own: number) => plane((x, y) => (isIn(near, x, y) ? 1 : isIn(far, x, y) ? own : 0))

/** What of either person is left of a mask that holds both. */
async function leftOf(
  picture: Raster,
  { bystanders, votes: said }: { bystanders: readonly (typeof near)[]; votes: FloatPlane | null },
  held = 1,
) {
  const mask = bothOf(held)
  const known = { people: [near], bystanders, votes: async () => said }
  await dropBlurred(kernels, picture, mask, known)
  const shareOf = (head: typeof near) => meanWhere(mask, (x, y) => isIn(head, x, y))
  return { near: shareOf(near), far: shareOf(far) }
}

describe('who is out of focus behind somebody sharp', () => {
  it('is dropped, and nothing of the other', async () => {
    const left = await leftOf(pair(false), { bystanders: [], votes: votes(0.3) })
    expect(left.far).toBeLessThan(0.02)
    expect(left.near).toBeGreaterThan(0.99)
  })

  it('stays as a part of the other, as a hand before the face, where the second network says so', async () => {
    const left = await leftOf(pair(false), { bystanders: [], votes: votes(0.9) })
    expect(left.far).toBeGreaterThan(0.99)
  })

  it('goes whatever the second network says where the looks held it by half, as a bush', async () => {
    const said = { bystanders: [], votes: votes(0.9) }
    expect((await leftOf(pair(false), said, 0.5)).far).toBeLessThan(0.02)
    expect((await leftOf(pair(true), said, 0.5)).far).toBeCloseTo(0.5)
  })

  it('goes with a bystander’s head where the second network says nothing', async () => {
    expect((await leftOf(pair(false), { bystanders: [far], votes: null })).far).toBeLessThan(0.02)
    expect((await leftOf(pair(false), { bystanders: [], votes: null })).far).toBeGreaterThan(0.99)
  })

  it('is nobody who is as sharp', async () => {
    expect((await leftOf(pair(true), { bystanders: [], votes: votes(0.3) })).far).toBeGreaterThan(
      0.99,
    )
  })

  it('is told by the face, too, unless the whole photo is blurred', () => {
    const placeOf = ({ x, y, size }: typeof near) => ({ centreX: x, centreY: y, sizePx: size })
    const behindIn = (picture: Raster) => [...blurredBehind(kernels, picture, [near, far], placeOf)]
    expect(behindIn(pair(false))).toEqual([far])
    expect(behindIn(pair(true))).toEqual([])
    expect(behindIn(kernels.gaussianRaster(sharp, 3))).toEqual([])
  })
})
