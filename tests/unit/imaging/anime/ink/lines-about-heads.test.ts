import { expect, it } from 'vitest'
import { headOf } from '#core/imaging/face-points/head.ts'
import { Cel } from '#core/imaging/tools/anime/cel.ts'
import { thinAboutHeads } from '#core/imaging/tools/anime/ink/lines-about-heads.ts'
import { FACE, MIDDLE, people, SIDE } from '../../made-face.ts'

const LINE = MIDDLE.x - FACE.across

/** How much ink lies along a row through a face with an upright line, a bell across, at its edge. */
function inkAlong(contour: number, bare = 1): number {
  const size = { widthPx: SIDE, heightPx: SIDE }
  const plane = () => new Float32Array(SIDE * SIDE)
  const colours = { ...size, lightness: plane(), a: plane(), b: plane() }
  const cel = new Cel({ ...size, of: new Uint32Array(SIDE * SIDE), total: 1 }, colours)
  cel.bare.fill(bare)
  const values = plane().map((_, at) => Math.exp(-(((at % SIDE) - LINE) ** 2) / 8))
  const [face] = people().faces
  if (face === undefined) throw new Error('There is a face.')
  thinAboutHeads({ ...size, values }, cel, { heads: [headOf(face, size)], hairs: [null] }, contour)
  const row = values.subarray(MIDDLE.y * SIDE, (MIDDLE.y + 1) * SIDE)
  expect(Math.max(...row)).toBeCloseTo(1, 1)
  return row.reduce((sum, ink) => sum + ink, 0)
}

it('lines about a head are thinner where contours are wide against it, and as black', () => {
  expect(inkAlong(40)).toBeLessThan(0.7 * inkAlong(0.1))
})

it('they are as wide as elsewhere where no head is painted', () => {
  expect(inkAlong(40, 0)).toBeCloseTo(inkAlong(0.1))
})
