import { describe, expect, it } from 'vitest'
import {
  inMinutes,
  type PrintKind,
  type PrintTimes,
  type QueuedPrint,
  readyRanges,
} from '#core/commerce/queue/waiting-time.ts'
import { randomOf } from '../../../fixtures/random-of.ts'

const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** A machine as it might be: how long its prints take, and how often something holds them up. */
interface Sort {
  readonly medianMs: Readonly<Record<PrintKind, number>>
  readonly spread: number
  readonly holds: number
  readonly holdMs: number
}

const aDuration = (
  { medianMs, spread, holds, holdMs }: Sort,
  kind: PrintKind,
  random: () => number,
) =>
  medianMs[kind] * Math.exp(spread * normal(random)) +
  (random() < holds ? holdMs * (0.3 + random()) : 0)

const sortOf = (random: () => number): Sort => ({
  medianMs: {
    'phone-case': 45_000 * Math.exp(1.2 * random()),
    cake: 60_000 * Math.exp(1.2 * random()),
  },
  spread: 0.15 + 0.45 * random(),
  holds: 0.08 * random(),
  holdMs: 240_000,
})

const aKind = (random: () => number): PrintKind => (random() < 0.6 ? 'phone-case' : 'cake')

/** How often what happened then lay in the range that was said before it. */
function share(seen: number, cases: number, seed: number): number {
  const random = randomOf(seed)
  let held = 0
  for (let each = 0; each < cases; each++) {
    const sort = sortOf(random)
    const times: Record<PrintKind, number[]> = { 'phone-case': [], cake: [] }
    for (let print = 0; print < seen; print++) {
      const kind = aKind(random)
      times[kind].push(aDuration(sort, kind, random))
    }
    const queue: QueuedPrint[] = Array.from({ length: 1 + Math.floor(random() * 12) }, () => ({
      kind: aKind(random),
      pieces: 1,
      elapsedMs: null,
    }))
    const truth = queue.reduce((sum, { kind }) => sum + aDuration(sort, kind, random), 0)
    const range = readyRanges(queue, times).at(-1)
    if (range && truth >= range.fromMs && truth <= range.toMs) held++
  }
  return held / cases
}

describe('the waiting time that is said', () => {
  it('holds what happens four times in five at machines that have printed', () => {
    for (const [seen, seed] of [
      [30, 11],
      [60, 12],
    ] as const) {
      const held = share(seen, 300, seed)
      expect(held, `${seen} seen`).toBeGreaterThan(0.73)
      expect(held, `${seen} seen`).toBeLessThan(0.88)
    }
  })

  it('is not far off at machines of which little is known', () => {
    for (const [seen, seed] of [
      [0, 13],
      [6, 14],
    ] as const) {
      expect(share(seen, 200, seed), `${seen} seen`).toBeGreaterThan(0.6)
    }
  })

  it('grows along the queue, and is the same for the same queue', () => {
    const times: PrintTimes = { 'phone-case': [60_000, 90_000, 120_000], cake: [] }
    const queue = Array.from(
      { length: 5 },
      (): QueuedPrint => ({
        kind: 'phone-case',
        pieces: 1,
        elapsedMs: null,
      }),
    )
    const ranges = readyRanges(queue, times)
    expect(readyRanges(queue, times)).toEqual(ranges)
    ranges.slice(1).forEach((range, index) => {
      expect(range.fromMs).toBeGreaterThan(ranges[index]?.fromMs ?? 0)
      expect(range.toMs).toBeGreaterThan(ranges[index]?.toMs ?? 0)
    })
  })

  it('is shorter once a print has begun, and never below nothing', () => {
    const times: PrintTimes = { 'phone-case': Array<number>(30).fill(100_000), cake: [] }
    const of = (elapsedMs: number | null) =>
      readyRanges([{ kind: 'phone-case', pieces: 1, elapsedMs }], times)[0]
    expect(of(null)).toEqual({ fromMs: 100_000, toMs: 100_000 })
    expect(of(70_000)).toEqual({ fromMs: 30_000, toMs: 30_000 })
    expect(of(500_000)?.fromMs).toBeGreaterThanOrEqual(0)
  })

  it('is read as whole minutes, never as an empty range', () => {
    expect(inMinutes({ fromMs: 250_000, toMs: 540_000 })).toEqual({ from: 4, to: 9 })
    expect(inMinutes({ fromMs: 10_000, toMs: 12_000 })).toEqual({ from: 0, to: 1 })
  })
})
