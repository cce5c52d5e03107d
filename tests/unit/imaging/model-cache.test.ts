import { describe, expect, it, vi } from 'vitest'
import { StampaError } from '#core/errors.ts'
import type { Progress } from '#core/jobs.ts'
import { LoadOnce } from '#workers/imaging/inference/load-once.ts'
import { JobRegistry, steadyReport } from '#workers/job-registry.ts'

const never = new AbortController().signal

describe('a model that is loaded once', () => {
  it('is loaded for the first of many callers and kept for all', async () => {
    const load = vi.fn(async () => 'model')
    const once = new LoadOnce<string>()
    const [a, b] = await Promise.all([once.get('x', load, never), once.get('x', load, never)])
    expect([a, b, await once.get('x', load, never)]).toEqual(['model', 'model', 'model'])
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('is tried again after a load that threw', async () => {
    const once = new LoadOnce<string>()
    const broken = async () => Promise.reject(new StampaError('network-failed'))
    await expect(once.get('x', broken, never)).rejects.toMatchObject({
      fault: { code: 'network-failed' },
    })
    expect(once.has('x')).toBe(false)
    expect(await once.get('x', async () => 'model', never)).toBe('model')
  })

  it('answers a caller that aborts at once, and goes on for the others', async () => {
    const once = new LoadOnce<string>()
    let finish: (model: string) => void = () => {}
    let stopped = false
    const load = (signal: AbortSignal) => {
      signal.addEventListener('abort', () => {
        stopped = true
      })
      return new Promise<string>((resolve) => {
        finish = resolve
      })
    }
    const impatient = new AbortController()
    const first = once.get('x', load, impatient.signal)
    const second = once.get('x', load, never)
    impatient.abort()
    await expect(first).rejects.toMatchObject({ fault: { code: 'cancelled' } })
    expect(stopped).toBe(false)
    finish('model')
    expect(await second).toBe('model')
  })

  it('stops loading when nobody waits any more, and a later caller starts afresh', async () => {
    const once = new LoadOnce<string>()
    const stopped = vi.fn()
    const endless = (signal: AbortSignal) => {
      signal.addEventListener('abort', stopped)
      return new Promise<string>(() => {})
    }
    const only = new AbortController()
    const waiting = once.get('x', endless, only.signal)
    only.abort()
    await expect(waiting).rejects.toMatchObject({ fault: { code: 'cancelled' } })
    expect(stopped).toHaveBeenCalledTimes(1)
    expect(await once.get('x', async () => 'model', never)).toBe('model')
  })

  it('does not begin for a caller that has aborted already', async () => {
    const load = vi.fn(async () => 'model')
    const gone = AbortSignal.abort()
    await expect(new LoadOnce<string>().get('x', load, gone)).rejects.toMatchObject({
      fault: { code: 'cancelled' },
    })
    expect(load).not.toHaveBeenCalled()
  })
})

describe('the job jobs', () => {
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
