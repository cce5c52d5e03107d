import { describe, expect, it } from 'vitest'
import { largestDifference, paint } from '../made-pictures.ts'
import { answerOf, enhanced, evenCurve, networkOf } from './enhanced.ts'

describe('warm light that is no lamp’s in colour enhancement', () => {
  const keeps = networkOf(answerOf([evenCurve, evenCurve, evenCurve]))

  it('is a yellow wall where somebody in grey stands before it', async () => {
    const wall = [214, 160, 62] as const
    const isSomebody = (x: number, y: number) => x > 70 && x < 170 && y > 110
    const picture = paint(240, 240, (x, y) => (isSomebody(x, y) ? [58, 58, 60] : wall))
    expect(largestDifference((await enhanced(picture, 1, keeps)).rgba, picture.rgba)).toBe(0)
  })

  it('is a field of red and yellow flowers before a lawn', async () => {
    const lawn = [58, 138, 32] as const
    const picture = paint(240, 240, (_, y) => {
      if (y < 120) return lawn
      return y < 180 ? [238, 218, 60] : [214, 40, 30]
    })
    expect(largestDifference((await enhanced(picture, 1, keeps)).rgba, picture.rgba)).toBe(0)
  })

  it('is a dusk that has no blue at all', async () => {
    const picture = paint(240, 240, (_, y) =>
      y < 170 ? [228 - y / 3, 122 - y / 3, 6] : [96, 52, 3],
    )
    expect(largestDifference((await enhanced(picture, 1, keeps)).rgba, picture.rgba)).toBe(0)
  })

  it('is an orange sky over a field that has neither its warmth nor its light', async () => {
    const skyOver = (field: readonly [number, number, number]) =>
      paint(240, 240, (_, y) => (y < 110 ? [240, 190 - y / 8, 116 - y / 8] : field))
    const morning = skyOver([84, 96, 66])
    expect(largestDifference((await enhanced(morning, 1, keeps)).rgba, morning.rgba)).toBe(0)
    const room = skyOver([150, 104, 60])
    expect(largestDifference((await enhanced(room, 1, keeps)).rgba, room.rgba)).toBeGreaterThan(10)
  })
})
