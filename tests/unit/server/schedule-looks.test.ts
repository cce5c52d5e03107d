import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { scheduleLooks } from '#server/events/schedule-looks.ts'

/** Looks that take a while, counted. */
function slowLooks(lookMs = 20) {
  const started: number[] = []
  const failed: unknown[] = []
  const looks = scheduleLooks(
    async () => {
      started.push(Date.now())
      await new Promise((resolve) => setTimeout(resolve, lookMs))
    },
    (thrown) => failed.push(thrown),
  )
  return { looks, started, failed }
}

describe('looks at a queue', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('many changes at once are one look', async () => {
    const { looks, started } = slowLooks()
    for (let change = 0; change < 50; change++) looks.soon()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(started).toHaveLength(1)
    looks.stop()
  })

  it('changes without a pause do not put a look off', async () => {
    const { looks, started } = slowLooks()
    for (let ms = 0; ms < 500; ms += 10) {
      looks.soon()
      await vi.advanceTimersByTimeAsync(10)
    }
    expect(started.length).toBeGreaterThanOrEqual(3)
    looks.stop()
  })

  it('a change during a look is looked at once that has ended', async () => {
    const { looks, started } = slowLooks(50)
    const first = looks.now()
    looks.soon()
    await vi.advanceTimersByTimeAsync(50)
    await first
    await vi.advanceTimersByTimeAsync(200)
    expect(started).toHaveLength(2)
    looks.stop()
  })

  it('whoever asks during a look waits for that one', async () => {
    const { looks, started } = slowLooks(50)
    const both = Promise.all([looks.now(), looks.now()])
    await vi.advanceTimersByTimeAsync(50)
    await both
    expect(started).toHaveLength(1)
    looks.stop()
  })

  it('time alone leads to a look now and then, until it is stopped', async () => {
    const { looks, started } = slowLooks()
    await Promise.all([looks.now(), vi.advanceTimersByTimeAsync(20)])
    await vi.advanceTimersByTimeAsync(31_000)
    expect(started).toHaveLength(2)
    looks.stop()
    looks.soon()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(started).toHaveLength(2)
  })

  it('a look that fails is told, and the next comes all the same', async () => {
    const failed: unknown[] = []
    let count = 0
    const looks = scheduleLooks(
      async () => {
        if (++count === 1) throw new Error('the database is away')
      },
      (thrown) => failed.push(thrown),
    )
    looks.soon()
    await vi.advanceTimersByTimeAsync(200)
    expect(failed).toEqual([new Error('the database is away')])
    await vi.advanceTimersByTimeAsync(31_000)
    expect(count).toBe(2)
    looks.stop()
  })
})
