import { expect, it } from 'vitest'
import { rememberedAt } from '#core/imaging/tools/anime/heads-seen.ts'

it('asks once of each place, however often a slider moves', () => {
  const asked: string[] = []
  const isAt = rememberedAt({ widthPx: 4, heightPx: 3 }, (x, y) => {
    asked.push(`${x} ${y}`)
    return x > y
  })
  const moved = () => [isAt(2), isAt(4), isAt(11)]
  expect([moved(), moved()]).toEqual([
    [true, false, true],
    [true, false, true],
  ])
  expect(asked).toEqual(['2 0', '0 1', '3 2'])
})
