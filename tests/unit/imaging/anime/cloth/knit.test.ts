import { expect, it } from 'vitest'
import { knitAmong } from '#core/imaging/tools/anime/cloth/knit.ts'

/** Upright strokes 30 thousandths long, each so far from the one before. */
function knit(count: number, apart: number) {
  const each = (sideOf: (k: number) => number) =>
    Uint32Array.from({ length: count }, (_, k) => sideOf(k))
  const boxes = {
    left: each((k) => 100 + k * apart),
    right: each((k) => 103 + k * apart),
    top: each(() => 100),
    bottom: each(() => 130),
  }
  return [...knitAmong(boxes, new Uint8Array(count).fill(1), 1)]
}

it('short strokes side by side are knit, and a few folds are none', () => {
  expect(knit(12, 6)).toEqual(Array.from({ length: 12 }, () => 1))
  expect(knit(3, 8)).toEqual([0, 0, 0])
  expect(knit(8, 60)).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
})
