import { expect, it } from 'vitest'
import { BUSY, PLAIN } from '#core/imaging/tools/anime/cloth/dark-cloth.ts'
import { seenOnDark } from '#core/imaging/tools/anime/cloth/dark-seams.ts'
import { testJob } from '../../made-pictures.ts'

const SIDE = 400
/** Black cloth, in luma, on white paper. */
const [CLOTH, PAPER] = [0.1, 0.95]
const isCloth = (x: number, y: number) => x >= 60 && x < 340 && y >= 60 && y < 340

/**
 * @param lightAt of cloth, by how many times it is lighter than the rest
 * @param kind of the cloth
 * @param line of the picture, all over it
 */
function seen(lightAt: (x: number, y: number) => number, kind = PLAIN, line = 1) {
  const at = <T>(value: (x: number, y: number) => T) =>
    Array.from({ length: SIDE * SIDE }, (_, k) => value(k % SIDE, Math.floor(k / SIDE)))
  const luma = at((x, y) => (isCloth(x, y) ? CLOTH * lightAt(x, y) : PAPER))
  const isDark = Uint8Array.from(at((x, y) => (isCloth(x, y) ? kind : 0)))
  const plane = { widthPx: SIDE, heightPx: SIDE, values: Float32Array.from(luma) }
  const { lines, isLit } = seenOnDark(
    testJob().kernels,
    plane,
    isDark,
    new Float32Array(SIDE * SIDE).fill(line),
  )
  return {
    isSeam: (x: number, y: number) => lines[y * SIDE + x] === 0,
    isLit: (x: number, y: number) => isLit[y * SIDE + x] === 1,
    seams: lines.reduce((sum, line) => sum + 1 - line, 0),
    lit: isLit.reduce((sum, lit) => sum + lit, 0),
  }
}

it('a faint seam of black cloth is a line, and plain cloth before white has none', () => {
  const { isSeam } = seen((x) => (Math.abs(x - 200) < 2 ? 0.6 : 1))
  expect(isSeam(200, 200)).toBe(true)
  expect(isSeam(150, 200)).toBe(false)
  const plain = seen(() => 1)
  expect(plain.seams).toBe(0)
  expect(plain.lit).toBe(0)
})

it('where a lapel begins its edge is lit beside a seam', () => {
  const { isSeam, isLit } = seen((x) => (x < 200 ? 2.2 : 1))
  expect(isLit(198, 200)).toBe(true)
  expect(isSeam(200, 200)).toBe(true)
  expect(isLit(120, 200)).toBe(false)
})

it('short marks and a weave are no seams', () => {
  const mark = seen((x, y) => (Math.abs(x - 200) < 2 && Math.abs(y - 200) < 3 ? 0.6 : 1))
  expect(mark.seams).toBe(0)
  const weave = seen((x, y) => (Math.floor(x / 2) % 2 === Math.floor(y / 2) % 2 ? 1.3 : 0.8))
  expect(weave.seams).toBe(0)
})

it('cloth with small things on it has its seams, but not all lines of the picture', () => {
  const seam = (x: number) => (Math.abs(x - 200) < 2 ? 0.6 : 1)
  const { isSeam } = seen(seam, BUSY, 0)
  expect(isSeam(200, 200)).toBe(true)
  expect(isSeam(150, 200)).toBe(false)
  expect(seen(seam, PLAIN, 0).isSeam(150, 200)).toBe(true)
})

it('a hem that is two fifths darker than its black cloth is a seam', () => {
  expect(seen((_, y) => (Math.abs(y - 200) < 2 ? 0.6 : 1)).isSeam(200, 200)).toBe(true)
})
