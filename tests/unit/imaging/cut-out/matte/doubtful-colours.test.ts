import { describe, expect, it } from 'vitest'
import { doubtColours } from '#core/imaging/tools/cut-out/matte/doubtful-colours.ts'
import type { FloatPlane } from '#core/pixels/raster.ts'
import { largestDifference, paintPlane, testJob } from '../../made-pictures.ts'

const WIDTH = 300
const HEIGHT = 700
const plane = (value: (x: number, y: number) => number): FloatPlane =>
  paintPlane(WIDTH, HEIGHT, value)
const isOpen = (x: number) => x >= 100 && x < 200
const open = Int32Array.from([...Array(WIDTH * HEIGHT).keys()].filter((at) => isOpen(at % WIDTH)))

/** What colours still count after the guesses were compared, from 0.8 of each. */
async function believed(guess: FloatPlane, agreed: FloatPlane): Promise<FloatPlane> {
  const confidence = plane(() => 0.8)
  await doubtColours(testJob(), confidence, guess, agreed, open)
  return confidence
}

describe('what colours say of a place', () => {
  it('counts as before where pixels of like colour were guessed alike, strands and all', async () => {
    const strands = plane((x) => (isOpen(x) ? (x % 4) / 4 : 0))
    const confidence = await believed(strands, strands)
    expect(largestDifference(confidence.values, plane(() => 0.8).values)).toBeLessThan(1e-6)
  })

  it('counts nothing where they were guessed here one way and there another', async () => {
    const guess = plane((x, y) => (isOpen(x) && y >= 350 ? (x * 7 + y * 3) % 2 : 0))
    const agreed = plane((x, y) => (isOpen(x) && y >= 350 ? 0.5 : 0))
    const confidence = await believed(guess, agreed)
    const at = (x: number, y: number) => confidence.values[y * WIDTH + x]
    expect(at(150, 600)).toBe(0)
    expect(at(100, 600)).toBe(0)
    expect(at(150, 100)).toBeCloseTo(0.8, 5)
    expect(at(50, 600)).toBeCloseTo(0.8, 5)
  })

  it('is the same at every row of every strip', async () => {
    const guess = plane((x) => (isOpen(x) ? x % 2 : 0))
    const agreed = plane((x) => (isOpen(x) ? 0.5 + 0.4 * Math.cos(x * Math.PI) * -1 : 0))
    const { values } = await believed(guess, agreed)
    const rows = Array.from({ length: HEIGHT }, (_, y) =>
      largestDifference(values.subarray(y * WIDTH, (y + 1) * WIDTH), values.subarray(0, WIDTH)),
    )
    expect(Math.max(...rows)).toBeLessThan(1e-4)
  })
})
