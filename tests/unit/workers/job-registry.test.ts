import { describe, expect, it } from 'vitest'
import { StampaError } from '#core/errors.ts'
import { type Progress, steadyReport } from '#core/jobs.ts'
import { JobRegistry } from '#workers/job-registry.ts'

describe('the registry of jobs', () => {
  it('answers what the work gives', async () => {
    expect(
      await new JobRegistry().run(
        'a',
        () => {},
        async () => 7,
      ),
    ).toEqual({ ok: true, value: 7 })
  })

  it('turns what the work throws into a fault', async () => {
    const outcome = await new JobRegistry().run(
      'a',
      () => {},
      async () => {
        throw new StampaError('no-face')
      },
    )
    expect(outcome).toMatchObject({ ok: false, fault: { code: 'no-face' } })
  })

  it('cancels a job at its next checkpoint', async () => {
    const jobs = new JobRegistry()
    let rounds = 0
    const job = jobs.run(
      'a',
      () => {},
      async ({ checkpoint }) => {
        for (;;) {
          rounds++
          if (rounds === 3) jobs.cancel('a')
          await checkpoint()
        }
      },
    )
    expect(await job).toMatchObject({ ok: false, fault: { code: 'cancelled' } })
    expect(rounds).toBe(3)
  })

  it('lets messages in at a checkpoint, so that a cancel is heard', async () => {
    const jobs = new JobRegistry()
    setTimeout(() => jobs.cancel('a'), 5)
    const outcome = await jobs.run(
      'a',
      () => {},
      async ({ checkpoint }) => {
        for (;;) await checkpoint()
      },
    )
    expect(outcome).toMatchObject({ ok: false, fault: { code: 'cancelled' } })
  })
})

describe('progress', () => {
  it('never decreases, and its total never changes', () => {
    const seen: Progress[] = []
    let clock = 0
    const report = steadyReport(
      (progress) => seen.push(progress),
      () => (clock += 100),
    )
    const tell = (done: number, total: number) =>
      report({ stage: 'draw', done, total, unit: 'steps' })
    for (const [done, total] of [
      [0, 4],
      [2, 4],
      [0, 9],
      [3, 9],
      [9, 9],
    ] as const)
      tell(done, total)
    const shares = seen.map(({ done }) => done)
    expect(shares).toEqual([...shares].sort((a, b) => a - b))
    expect(new Set(seen.map(({ total }) => total))).toEqual(new Set([4]))
    expect(seen.at(-1)?.done).toBe(4)
  })
})
