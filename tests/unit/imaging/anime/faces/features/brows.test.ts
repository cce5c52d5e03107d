import { describe, expect, it } from 'vitest'
import { isFace, MIDDLE, people, SIDE } from '../../../made-face.ts'
import { paint } from '../../../made-pictures.ts'
import { colourAt, drawn, plain, SKIN, WALL } from '../../../painted-face.ts'

/** Where the brows of the face in the middle lie. */
const BROW = { aside: 32, half: 18, y: MIDDLE.y - 41 }

/** How many rows of a brow are drawn dark, in the middle of it, of one that is so thick in the photo. */
async function thickness(px: number): Promise<number> {
  const isBrow = (x: number, y: number) =>
    Math.abs(Math.abs(x - MIDDLE.x) - BROW.aside) < BROW.half && Math.abs(y + 0.5 - BROW.y) < px / 2
  const picture = paint(SIDE, SIDE, (x, y) =>
    isBrow(x, y) ? [60, 42, 36] : isFace(x, y) ? SKIN : WALL,
  )
  const result = await drawn(picture, people(), { ...plain, look: 'soft', proportions: 0 })
  const rows = Array.from({ length: 30 }, (_, i) => BROW.y - 15 + i)
  return rows.filter((y) => colourAt(result, MIDDLE.x - BROW.aside, y)[0] < 140).length
}

describe('brows drawn as anime', () => {
  it('are as thick as the photo has them, within bounds', async () => {
    const [thin, usual, thick] = [await thickness(2), await thickness(4), await thickness(7)]
    expect(thick).toBeGreaterThan(usual + 1)
    expect(Math.abs(usual - thin)).toBeLessThanOrEqual(1)
    expect(await thickness(12)).toBeLessThan(usual * 2)
  })
})
