import { expect, it } from 'vitest'
import { reconnectPauseMs } from '#core/contract/reconnecting.ts'

it('who lost a stream comes back within two seconds, and those of one server not all at once', () => {
  expect(reconnectPauseMs(0, 0)).toBe(500)
  expect(reconnectPauseMs(0, 1)).toBe(2_000)
  const came = Array.from({ length: 1_000 }, () => reconnectPauseMs(0))
  const inOneTenth = came.filter((ms) => ms >= 500 && ms < 650).length
  expect(inOneTenth).toBeLessThan(200)
})

it('the longer nobody answers, the longer are the pauses, and none is longer than eight seconds', () => {
  const longest = [0, 1, 2, 3, 1_000].map((failures) => reconnectPauseMs(failures, 1))
  expect(longest).toEqual([2_000, 4_000, 8_000, 8_000, 8_000])
})
