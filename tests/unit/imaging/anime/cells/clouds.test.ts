import { expect, it } from 'vitest'
import { withShadows } from '#core/imaging/tools/anime/cells/cel-shadow.ts'
import { testJob } from '../../made-pictures.ts'

const SIDE = 400
const MIDDLE = SIDE / 2

/** How many cells a sky is cut into that is as light as this so far from its middle, px. */
function cellsOfSky(lightAt: (awayPx: number) => number): number {
  const lightness = Float32Array.from({ length: SIDE * SIDE }, (_, at) =>
    lightAt(Math.hypot((at % SIDE) - MIDDLE, Math.floor(at / SIDE) - MIDDLE)),
  )
  const size = { widthPx: SIDE, heightPx: SIDE }
  const plane = () => new Float32Array(lightness.length)
  const picture = { ...size, lightness, a: plane(), b: plane() }
  const sky = { ...size, of: new Uint32Array(lightness.length), total: 1 }
  const smallest = { usualPx: 50, onSkinPx: 50, skin: plane() }
  return withShadows(testJob(), picture, sky, { shade: 1, step: 0.05 }, smallest).total
}

it('a cloud with soft edges is a shape of its own, and the glow about the sun has no bands', () => {
  const soft = (awayPx: number) => Math.min(1, Math.max(0, (110 - awayPx) / 24))
  expect(cellsOfSky((awayPx) => 0.65 + 0.22 * soft(awayPx))).toBeGreaterThan(1)
  expect(cellsOfSky((awayPx) => 0.95 - 0.3 * (awayPx / SIDE))).toBe(1)
})
