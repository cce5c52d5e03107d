import { describe, expect, it } from 'vitest'
import { coloursOf } from '#core/imaging/tools/sketch/tone/colours.ts'
import { evenPlane, paint, testJob } from '../../made-pictures.ts'
import type { Rgb } from '../../painted-face.ts'

const SIDE = 16

/** How much bluer than red a plain colour is drawn. */
async function blueness(colour: Rgb, chance: number | null): Promise<number> {
  const hair = evenPlane(SIDE, SIDE, chance ?? 0)
  const picture = paint(SIDE, SIDE, () => colour)
  const [red, , blue] = await coloursOf(testJob(), picture, null, chance === null ? null : hair, 0)
  const at = SIDE * 8 + 8
  return (blue?.values[at] ?? 0) - (red?.values[at] ?? 0)
}

const SHINE: Rgb = [110, 120, 138]

describe('hair in coloured pencil', () => {
  it('has no blue where the sky shines on it', async () => {
    expect(await blueness(SHINE, 1)).toBeLessThan(4)
    expect(await blueness(SHINE, 0)).toBeGreaterThan(20)
    expect(await blueness(SHINE, null)).toBeGreaterThan(20)
  })

  it('keeps its colour where it is dyed blue, and where it is brown', async () => {
    expect(await blueness([70, 100, 190], 1)).toBeGreaterThan(100)
    expect(await blueness([150, 110, 80], 1)).toBeLessThan(-50)
  })
})
