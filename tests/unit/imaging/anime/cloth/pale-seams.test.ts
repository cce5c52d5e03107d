import { expect, it } from 'vitest'
import { FIRST } from '#core/imaging/tools/anime/cloth/cloth-kinds.ts'
import { drawPaleSeams, paleSeams } from '#core/imaging/tools/anime/cloth/pale-seams.ts'
import { testJob } from '../../made-pictures.ts'

const SIDE = 400
const [CLOTH, WALL] = [0.85, 0.4]
const isCloth = (x: number, y: number) => x >= 60 && x < 340 && y >= 60 && y < 340

/**
 * Ink on white cloth.
 * @param lightAt of cloth, by how many times it is lighter than the rest
 * @param light of its paint, OKLab
 * @param lineX where a line is drawn already, all down the picture
 */
function inkOn(lightAt: (x: number, y: number) => number, light = 0.9, lineX = -1) {
  const size = { widthPx: SIDE, heightPx: SIDE }
  const at = <T>(value: (x: number, y: number) => T) =>
    Array.from({ length: SIDE * SIDE }, (_, k) => value(k % SIDE, Math.floor(k / SIDE)))
  const luma = {
    ...size,
    values: Float32Array.from(at((x, y) => (isCloth(x, y) ? CLOTH * lightAt(x, y) : WALL))),
  }
  const of = Uint32Array.from(at((x, y) => (isCloth(x, y) ? 1 : 0)))
  const before = new Float32Array(SIDE * SIDE).fill(light)
  const skin = { ...size, values: new Float32Array(SIDE * SIDE) }
  const kinds = Uint32Array.from([0, FIRST])
  const seams = paleSeams(testJob().kernels, luma, { of }, { kinds }, before, skin)
  const ink = { ...size, values: Float32Array.from(at((x) => (x === lineX ? 1 : 0))) }
  drawPaleSeams(ink, seams)
  return (x: number, y: number) => ink.values[y * SIDE + x] as number
}

const seam = (x: number) => (Math.abs(x - 200) < 2 ? 0.8 : 1)

it('a faint seam of white cloth is a thin line, and cloth without one has none', () => {
  const ink = inkOn(seam)
  expect(ink(200, 200)).toBeGreaterThan(0.3)
  for (const x of [70, 150, 195, 205, 330]) expect(ink(x, 200)).toBe(0)
  expect(inkOn(() => 1)(200, 200)).toBe(0)
})

it('short folds have none', () => {
  const ink = inkOn((x, y) => (Math.abs(y - 200) < 4 ? seam(x) : 1))
  expect(ink(200, 200)).toBe(0)
})

it('cloth that is not pale has none of its own, nor has a seam beside which a line lies', () => {
  expect(inkOn(seam, 0.5)(200, 200)).toBe(0)
  expect(inkOn(seam, 0.9, 201)(200, 200)).toBe(0)
})
