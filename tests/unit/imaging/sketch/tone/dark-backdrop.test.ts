import { describe, expect, it } from 'vitest'
import { calmBackdrop, darkBackdropOf } from '#core/imaging/tools/sketch/tone/dark-backdrop.ts'
import { createFloatPlane } from '#core/pixels/pixels.ts'
import { isFace, MIDDLE, people, SIDE } from '../../made-face.ts'
import { paint, testJob } from '../../made-pictures.ts'

const isShirt = (x: number, y: number) => y > 250 && Math.abs(x - MIDDLE.x) < 100
const isPerson = (x: number, y: number) => isFace(x, y) || isShirt(x, y)
/** A lamp, a hairpin, whatever is in the light and no person. */
const isLamp = (x: number, y: number) => Math.hypot(x - 270, y - 40) < 14

type Wall = (x: number, y: number) => number

/** How much is plain dark backdrop at places of a picture; null where none is. */
async function backdrop(wall: Wall, who = people(isPerson)) {
  const picture = paint(SIDE, SIDE, (x, y) => {
    if (isFace(x, y)) return [190, 150, 130]
    const grey = isShirt(x, y) ? 8 : wall(x, y)
    return [grey, grey, grey]
  })
  const plane = await darkBackdropOf(testJob(), picture, who)
  if (plane === null) return null
  const { widthPx, heightPx, values } = plane
  return (x: number, y: number) =>
    values[Math.floor((y * heightPx) / SIDE) * widthPx + Math.floor((x * widthPx) / SIDE)] ?? 0
}

describe('a backdrop of a sketch', () => {
  it('is a plain dark one all about people in black before a dark wall', async () => {
    const at = await backdrop(() => 12)
    expect(at?.(20, 20)).toBeGreaterThan(0.95)
    expect(at?.(300, 300)).toBeGreaterThan(0.95)
    expect(at?.(MIDDLE.x, MIDDLE.y)).toBeLessThan(0.05)
    expect(at?.(MIDDLE.x, 300)).toBeLessThan(0.05)
  })

  it('goes up to a face, that has no rim of the wall’s own dark', async () => {
    const at = await backdrop(() => 12)
    const beside = Array.from({ length: 30 }, (_, x) => MIDDLE.x + x * 4).filter(
      (x) => !isFace(x, MIDDLE.y),
    )
    expect(at?.((beside[0] ?? 0) + 4, MIDDLE.y)).toBeGreaterThan(0.9)
  })

  it('leaves what stands in the light before it as it is', async () => {
    const at = await backdrop((x, y) => (isLamp(x, y) ? 120 : 12))
    expect(at?.(20, 20)).toBeGreaterThan(0.95)
    expect(at?.(270, 40)).toBeLessThan(0.05)
  })

  it('is none of light walls, of a dark room full of things, or where nobody is', async () => {
    expect(await backdrop(() => 120)).toBeNull()
    expect(await backdrop((x, y) => (((x >> 4) + (y >> 4)) % 2) * 70)).toBeNull()
    expect(await backdrop(() => 12, { faces: [], mask: null })).toBeNull()
  })

  it('is shaded evenly in a middle tone, and what is lighter stays', async () => {
    const [shading, wall] = [createFloatPlane(SIDE, SIDE), createFloatPlane(SIDE, SIDE)]
    shading.values.fill(0.98)
    shading.values.fill(0.2, 0, SIDE)
    wall.values.fill(1, 0, (SIDE * SIDE) / 2)
    await calmBackdrop(testJob(), shading, wall)
    expect(shading.values[SIDE * 100]).toBeLessThan(0.5)
    expect(shading.values[SIDE * 100]).toBeGreaterThan(0.4)
    expect(shading.values[10]).toBeCloseTo(0.2, 5)
    expect(shading.values[SIDE * 300]).toBeCloseTo(0.98, 5)
  })
})
