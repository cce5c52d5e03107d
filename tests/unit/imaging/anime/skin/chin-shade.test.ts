import { describe, expect, it } from 'vitest'
import { FACE, isFace, MIDDLE, people, SIDE } from '../../made-face.ts'
import { paint } from '../../made-pictures.ts'
import { colourAt, drawn, plain, type Rgb, SKIN, WALL } from '../../painted-face.ts'

const chin = { x: MIDDLE.x, y: MIDDLE.y + FACE.down }
const isNeck = (x: number, y: number) => Math.abs(x - chin.x) < 44 && y > chin.y - 30
const below = 12
const farBelow = 40
/** Between two fingers. */
const GAP: Rgb = [120, 76, 58]

/** How much lighter a neck is far below the chin than close below it. */
async function shade(
  neck: Rgb,
  isPerson = true,
  isGap: (x: number, y: number) => boolean = () => false,
): Promise<number> {
  const picture = paint(SIDE, SIDE, (x, y) => {
    if (isFace(x, y)) return SKIN
    return isNeck(x, y) ? (isGap(x, y) ? GAP : neck) : WALL
  })
  const who = people((x, y) => isFace(x, y) || (isPerson && isNeck(x, y)))
  const result = await drawn(picture, who, { ...plain, look: 'soft', proportions: 0 })
  return (
    colourAt(result, chin.x, chin.y + farBelow)[0] - colourAt(result, chin.x, chin.y + below)[0]
  )
}

describe('the shade under a chin drawn as anime', () => {
  it('lies on a neck that the light of the photo leaves as light as the face', async () => {
    expect(await shade(SKIN)).toBeGreaterThan(15)
  })

  it('is painted where it is nearly black in the photo and lies close under the jaw', async () => {
    const dark: Rgb = [72, 63, 60]
    const isClose = (x: number, y: number) => Math.abs(x - chin.x) < 26 && y < chin.y + 12
    const picture = paint(SIDE, SIDE, (x, y) => {
      if (isFace(x, y)) return SKIN
      return isNeck(x, y) ? (isClose(x, y) ? dark : SKIN) : WALL
    })
    const who = people((x, y) => isFace(x, y) || isNeck(x, y))
    const result = await drawn(picture, who, { ...plain, look: 'bold', proportions: 0 })
    const [red, , blue] = colourAt(result, chin.x, chin.y + 7)
    expect(red).toBeGreaterThan(140)
    expect(red).toBeGreaterThan(blue + 20)
  })

  it('is hardly stronger in colour against its light than a face that lies in the shade', async () => {
    const dim: Rgb = [152, 118, 104]
    const picture = paint(SIDE, SIDE, (x, y) => (isFace(x, y) || isNeck(x, y) ? dim : WALL))
    const who = people((x, y) => isFace(x, y) || isNeck(x, y))
    const result = await drawn(picture, who, { ...plain, look: 'soft', proportions: 0 })
    const strengthAt = (y: number) => {
      const [red, , blue] = colourAt(result, chin.x, y)
      return red / Math.max(1, blue)
    }
    expect(strengthAt(chin.y + below)).toBeGreaterThan(strengthAt(chin.y - 20))
    expect(strengthAt(chin.y + below)).toBeLessThan(1.3 * strengthAt(chin.y - 20))
  })

  it('lies on no collar, no wall that has the colour of skin, and no neck that is dark', async () => {
    expect(Math.abs(await shade([120, 150, 190]))).toBeLessThan(8)
    expect(Math.abs(await shade(SKIN, false))).toBeLessThan(8)
    expect(Math.abs(await shade([140, 98, 80]))).toBeLessThan(8)
  })

  it('lies on no hand that is held under it, whose fingers have lines between them', async () => {
    const isGap = (x: number, y: number) =>
      y > chin.y + 3 && [-24, -8, 8, 24].some((aside) => Math.abs(x - chin.x - aside) < 2)
    expect(Math.abs(await shade(SKIN, true, isGap))).toBeLessThan(8)
  })
})
