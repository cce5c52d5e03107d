import { expect, it } from 'vitest'
import { roundTones } from '#core/imaging/tools/anime/cloth/round-tones.ts'
import { testJob } from '../../made-pictures.ts'

const SIDE = 200
const STEP = 0.5
const REACH = 5

/** Tones of one garment of this light, which has a step or none. */
function toned(lightAt: (x: number, y: number) => number, steps: readonly number[] = [STEP]) {
  const light = Float32Array.from({ length: SIDE * SIDE }, (_, at) =>
    lightAt(at % SIDE, Math.floor(at / SIDE)),
  )
  const cut = { light, steps: [steps], garmentAt: () => 0 }
  const tones = roundTones(testJob(), { widthPx: SIDE, heightPx: SIDE }, cut, REACH)
  return (x: number, y: number) => tones[y * SIDE + x]
}

/** Where the tone changes along a row. */
const edgeOf = (toneAt: (x: number, y: number) => number | undefined, y: number) =>
  Array.from({ length: SIDE }, (_, x) => x).findIndex((x) => toneAt(x, y) === 1)

it('a straight shadow stays where it is', () => {
  const toneAt = toned((x) => (x < 100 ? 0.3 : 0.7))
  for (const y of [20, 100, 180]) expect(edgeOf(toneAt, y)).toBe(100)
})

it('the border of a shadow follows no small turn', () => {
  const toneAt = toned((x, y) => (x < 100 + 4 * Math.sign(Math.sin(y / 2)) ? 0.3 : 0.7))
  const edges = Array.from({ length: 120 }, (_, k) => edgeOf(toneAt, 40 + k))
  expect(Math.max(...edges) - Math.min(...edges)).toBeLessThanOrEqual(2)
})

it('a sliver of shadow goes, a wide one stays', () => {
  const toneAt = toned((x) => (Math.abs(x - 60) < 2 || Math.abs(x - 140) < 15 ? 0.3 : 0.7))
  expect(toneAt(60, 100)).toBe(1)
  expect(toneAt(140, 100)).toBe(0)
})

it('a garment without a step is in one tone', () => {
  const toneAt = toned((x) => x / SIDE, [])
  for (const x of [5, 100, 195]) expect(toneAt(x, 100)).toBe(0)
})
