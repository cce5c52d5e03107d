import { describe, expect, it } from 'vitest'
import { bringOutFairStrands } from '#core/imaging/tools/sketch/skin/fair-strands.ts'
import type { FloatPlane } from '#core/pixels/raster.ts'
import { people } from '../../made-face.ts'
import { evenPlane, paint, testJob } from '../../made-pictures.ts'

const SIDE = 200
const BOX = { x: 40, y: 40, width: 120, height: 120 }
const isHead = (x: number, y: number) => x >= 40 && x < 160 && y >= 40 && y < 160
/** Strands two pixels wide, each a little darker than the next. */
const strand = (x: number) => (x % 4 < 2 ? 0 : 6)

/** Spread of the light in the middle of a head, against what it was. */
async function spread(light: number, { skin = null as FloatPlane | null, about = light } = {}) {
  const picture = paint(SIDE, SIDE, (x, y) => {
    const own = isHead(x, y) ? (y < 130 ? light : about) - strand(x) : 90
    return [own, own, own]
  })
  const chance = evenPlane(SIDE, SIDE, 0)
  chance.values.forEach((_, i) => {
    chance.values[i] = isHead(i % SIDE, Math.floor(i / SIDE)) ? 1 : 0
  })
  const [face] = people(() => true).faces
  if (face === undefined) throw new Error('no face')
  const of = new Map([[face, { box: BOX, chance }]])
  const luma = testJob().kernels.luma(picture)
  const rangeOf = () => {
    const row = luma.values.subarray(100 * SIDE + 90, 100 * SIDE + 110)
    return Math.max(...row) - Math.min(...row)
  }
  const before = rangeOf()
  await bringOutFairStrands(testJob(), luma, picture, { chance, of }, skin)
  return rangeOf() / before
}

describe('strands of fair hair in ink', () => {
  it('differ more than they do in the photo', async () => {
    expect(await spread(225)).toBeGreaterThan(3)
  })

  it('are left where hair is dark, and where skin is', async () => {
    expect(await spread(70)).toBe(1)
    expect(await spread(225, { skin: evenPlane(SIDE, SIDE, 1) })).toBe(1)
  })

  it('are left where only a part of a dark head is light, as a wall is that shines through curls', async () => {
    const dark = await spread(40, { about: 225 })
    expect(dark).toBe(1)
  })
})
