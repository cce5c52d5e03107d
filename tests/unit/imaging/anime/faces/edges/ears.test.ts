import { describe, expect, it } from 'vitest'
import { FACE, isFace, MIDDLE, people, SIDE } from '../../../made-face.ts'
import { paint } from '../../../made-pictures.ts'
import { colourAt, drawn, plain, type Rgb, SKIN, WALL } from '../../../painted-face.ts'

const ear = { x: MIDDLE.x - FACE.across - 8, y: MIDDLE.y }
const isEar = (x: number, y: number) => ((x - ear.x) / 18) ** 2 + ((y - ear.y) / 32) ** 2 < 1
/** A hollow that is far redder and darker than the skin, and a speck that is nearly black. */
const isHollow = (x: number, y: number) => ((x - ear.x + 4) / 6) ** 2 + ((y - ear.y) / 12) ** 2 < 1
const isSpeck = (x: number, y: number) => Math.hypot(x - ear.x + 3, y - ear.y - 22) < 3
const HOLLOW: Rgb = [150, 62, 48]
const SPECK: Rgb = [60, 38, 30]

/** Somebody with an ear that has a hollow, and a speck at its lobe. */
function withEar() {
  const picture = paint(SIDE, SIDE, (x, y) => {
    if (isFace(x, y)) return SKIN
    if (!isEar(x, y)) return WALL
    return isHollow(x, y) ? HOLLOW : isSpeck(x, y) ? SPECK : SKIN
  })
  const who = people((x, y) => isFace(x, y) || isEar(x, y))
  // The network of these tests takes for hair whatever lies beside a face: this head has none.
  return drawn(picture, who, { ...plain, look: 'soft', proportions: 0 }, undefined, null)
}

const lightOf = ([red, green, blue]: Rgb) => (red + green + blue) / 3

describe('an ear drawn as anime', () => {
  it('is skin with one darker hollow, which is no redder than its shade, and has no crumbs', async () => {
    const result = await withEar()
    const [skin, hollow, speck] = [
      colourAt(result, ear.x - 2, ear.y - 20),
      colourAt(result, ear.x - 4, ear.y),
      colourAt(result, ear.x - 3, ear.y + 22),
    ]
    expect(lightOf(skin) - lightOf(hollow)).toBeGreaterThan(10)
    expect(hollow[0] / hollow[2]).toBeLessThan(1.5 * (skin[0] / skin[2]))
    expect(lightOf(speck)).toBeGreaterThan(lightOf(hollow) - 5)
  })
})
