import { afterEach, describe, expect, it, vi } from 'vitest'
import { fail, type Outcome, StampaError, succeed } from '#core/errors.ts'
import type { ReportProgress } from '#core/jobs.ts'
import type { WorkerClient } from '#src/worker-clients/clients.ts'
import { createWorkerClient } from '#src/worker-clients/worker-bridge.ts'
import { StandInWorker } from './stand-in-worker.ts'

interface BakeryApi {
  bake(jobId: string, cake: string, report: ReportProgress): Promise<Outcome<string>>
  price(cake: string): Promise<Outcome<number>>
  cancel(jobId: string): void
}

type Face = Partial<Record<keyof BakeryApi, (...args: never[]) => unknown>>

const ovens: StandInWorker[] = []
let bakery: WorkerClient<BakeryApi> | undefined

function open(
  face: Face,
  options: { idleMs?: number; cancelMs?: number; replaceMs?: number } = {},
) {
  ovens.length = 0
  bakery = createWorkerClient<BakeryApi>({
    spawn: () => {
      const oven = new StandInWorker({ cancel: () => undefined, ...face })
      ovens.push(oven)
      return oven
    },
    idleMs: options.idleMs ?? null,
    cancelMs: options.cancelMs ?? 40,
    replaceMs: options.replaceMs ?? 80,
    bootMs: 2000,
    calls: { bake: { jobWith: 1 }, price: 'call' },
  })
  return bakery
}

/** A promise and the way to settle it. */
function later<T>() {
  let settle: (value: T) => void = () => undefined
  const promise = new Promise<T>((resolve) => {
    settle = resolve
  })
  return { promise, settle }
}

/**
 * Opens one where the cake `slow` is never done, and is let go of so long after a cancel; all others are done at
 * once.
 */
function openSlow(letsGoAfterMs: number | null, options: Parameters<typeof open>[1] = {}) {
  const began = later<void>()
  const jobs = new Map<string, (outcome: Outcome<string>) => void>()
  const client = open(
    {
      bake: (id: string, cake: string) => {
        if (cake !== 'slow') return succeed(cake)
        began.settle()
        return new Promise((resolve) => jobs.set(id, resolve))
      },
      cancel: (id: string) => {
        const letGo = () => jobs.get(id)?.(fail('cancelled'))
        if (letsGoAfterMs !== null) setTimeout(letGo, letsGoAfterMs)
      },
    },
    options,
  )
  return { client, began: began.promise }
}

afterEach(() => bakery?.end())

const code = (outcome: Outcome<unknown>) => (outcome.ok ? 'ok' : outcome.fault.code)

describe('a worker client', () => {
  it('spawns nothing before the first call, and one worker for many', async () => {
    const client = open({ price: async () => succeed(4) })
    expect(ovens).toHaveLength(0)
    await Promise.all([client.price('a'), client.price('b')])
    expect(ovens).toHaveLength(1)
  })

  it('runs long calls one after the other, and short calls at once', async () => {
    const first = later<Outcome<string>>()
    const begun: string[] = []
    const client = open({
      bake: (_: string, cake: string) => {
        begun.push(cake)
        return cake === 'first' ? first.promise : succeed(cake)
      },
      price: async () => succeed(4),
    })
    const one = client.bake('first')
    const two = client.bake('second')
    expect(await client.price('first')).toEqual(succeed(4))
    expect(begun).toEqual(['first'])
    first.settle(succeed('done'))
    expect(await one).toEqual(succeed('done'))
    expect(await two).toEqual(succeed('second'))
  })

  it('answers a fault with its code and params as it was given', async () => {
    const client = open({ bake: () => fail('photo-too-large', { params: { maxMegapixels: 120 } }) })
    const outcome = await client.bake('giant')
    expect(outcome).toMatchObject({
      fault: { code: 'photo-too-large', params: { maxMegapixels: 120 } },
    })
  })

  it('tells progress while the job runs, and lets go of the callback when it ends', async () => {
    const heard: number[] = []
    let keep: ReportProgress = () => undefined
    const client = open({
      bake: async (_: string, cake: string, report: ReportProgress) => {
        keep = report
        report({ stage: 'decode', done: 1, total: 2, unit: 'steps' })
        await new Promise((resolve) => setTimeout(resolve, 5))
        return succeed(cake)
      },
      price: async () => {
        keep({ stage: 'decode', done: 2, total: 2, unit: 'steps' })
        return succeed(1)
      },
    })
    await client.bake('sponge', { report: ({ done }) => heard.push(done) })
    await client.price('sponge')
    await client.price('sponge')
    expect(heard).toEqual([1])
  })
})

describe('when the work throws', () => {
  it('answers an internal fault, and the next job runs', async () => {
    const client = open({
      bake: (_: string, cake: string) => {
        if (cake === 'burnt') throw new Error('smoke')
        return succeed(cake)
      },
      price: () => {
        throw new StampaError('internal-fault')
      },
    })
    const [burnt, good] = await Promise.all([client.bake('burnt'), client.bake('good')])
    expect(burnt).toMatchObject({ fault: { code: 'internal-fault', cause: 'Error: smoke' } })
    expect(good).toEqual(succeed('good'))
    expect(code(await client.price('any'))).toBe('internal-fault')
    expect(ovens).toHaveLength(1)
  })

  it('answers an internal fault when an argument cannot be sent', async () => {
    const client = open({ price: async () => succeed(1) })
    const unsendable = (() => undefined) as unknown as string
    expect(code(await client.price(unsendable))).toBe('internal-fault')
  })
})

describe('when the work is aborted', () => {
  it('answers a queued job at once, and never hands it to the worker', async () => {
    const first = later<Outcome<string>>()
    const begun: string[] = []
    const client = open({
      bake: (_: string, cake: string) => {
        begun.push(cake)
        return first.promise
      },
    })
    const abort = new AbortController()
    const running = client.bake('running')
    const queued = client.bake('queued', { signal: abort.signal })
    await new Promise((resolve) => setTimeout(resolve, 60))
    abort.abort()
    expect(code(await queued)).toBe('cancelled')
    first.settle(succeed('done'))
    expect(await running).toEqual(succeed('done'))
    expect(begun).toEqual(['running'])
  })

  it('never hands over a job whose signal was aborted before', async () => {
    const client = open({})
    expect(code(await client.bake('late', { signal: AbortSignal.abort() }))).toBe('cancelled')
    expect(ovens).toHaveLength(0)
  })

  it('answers a running job at once, and keeps a worker that lets go of it', async () => {
    const { client, began } = openSlow(0, { cancelMs: 5000 })
    const abort = new AbortController()
    const running = client.bake('slow', { signal: abort.signal })
    await began
    abort.abort()
    expect(code(await running)).toBe('cancelled')
    expect(await client.bake('quick')).toEqual(succeed('quick'))
    expect(ovens).toHaveLength(1)
  })

  it('replaces a worker that does not let go in time, and says so', async () => {
    const { client, began } = openSlow(null)
    const restarted = later<void>()
    client.onRestart(restarted.settle)
    const abort = new AbortController()
    const stuck = client.bake('slow', { signal: abort.signal })
    const next = client.bake('next')
    await began
    abort.abort()
    expect(code(await stuck)).toBe('cancelled')
    expect(await next).toEqual(succeed('next'))
    await restarted.promise
    expect(ovens.map((oven) => oven.terminated)).toEqual([true, false])
  })

  it('waits for a worker that is slow to let go where another job needs it', async () => {
    const { client, began } = openSlow(60, { cancelMs: 10, replaceMs: 20_000 })
    const abort = new AbortController()
    const slow = client.bake('slow', { signal: abort.signal })
    const next = client.bake('next')
    await began
    abort.abort()
    expect(code(await slow)).toBe('cancelled')
    expect(await next).toEqual(succeed('next'))
    expect(ovens.map((oven) => oven.terminated)).toEqual([false])
  })

  it('does not wait for it once nobody needs it any more', async () => {
    const { client, began } = openSlow(null, { cancelMs: 10, replaceMs: 20_000 })
    const ended = later<void>()
    client.onRestart(ended.settle)
    const [abort, abortNext] = [new AbortController(), new AbortController()]
    const slow = client.bake('slow', { signal: abort.signal })
    const next = client.bake('next', { signal: abortNext.signal })
    await began
    abort.abort()
    abortNext.abort()
    expect([code(await slow), code(await next)]).toEqual(['cancelled', 'cancelled'])
    await ended.promise
    expect(ovens.map((oven) => oven.terminated)).toEqual([true])
  })

  it('asks the next worker what a short call wanted of the one that had to be ended', async () => {
    const began = later<void>()
    const client = open({
      bake: () => {
        began.settle()
        return new Promise(() => undefined)
      },
      price: () => (ovens.length === 1 ? new Promise(() => undefined) : succeed(4)),
    })
    const abort = new AbortController()
    const stuck = client.bake('stuck', { signal: abort.signal })
    await began.promise
    abort.abort()
    const price = client.price('stuck')
    expect(code(await stuck)).toBe('cancelled')
    expect(await price).toEqual(succeed(4))
    expect(ovens).toHaveLength(2)
  })
})

describe('when the worker dies', () => {
  it.each(['error', 'messageerror'] as const)(
    'of an %s event, answers everything it owed and starts another for the rest',
    async (kind) => {
      const began = later<void>()
      const client = open({
        bake: (_: string, cake: string) => {
          if (cake === 'next') return succeed('next')
          began.settle()
          return new Promise(() => undefined)
        },
        price: () => new Promise(() => undefined),
      })
      const running = client.bake('running')
      const price = client.price('running')
      const next = client.bake('next')
      await began.promise
      ovens[0]?.dieOf(kind)
      expect(code(await running)).toBe('worker-died')
      expect(code(await price)).toBe('worker-died')
      expect(await next).toEqual(succeed('next'))
      expect(ovens).toHaveLength(2)
    },
  )

  it('is not told of again and again when it dies of its own start', async () => {
    let told = 0
    const client = open({})
    const stop = client.onRestart(() => {
      told += 1
      void client.price('again')
      setTimeout(() => ovens.at(-1)?.dieOf('error'), 1)
    })
    void client.price('first')
    ovens[0]?.dieOf('error')
    await new Promise((resolve) => setTimeout(resolve, 150))
    stop()
    expect(told).toBeLessThanOrEqual(2)
  })

  it('when ended by the page, answers what it owed', async () => {
    const client = open({ price: () => new Promise(() => undefined) })
    const price = client.price('any')
    client.end()
    expect(code(await price)).toBe('worker-died')
  })
})

/** Opens a bakery whose workers are spawned as given; the last way stands for all later ones. */
function openWith(...ways: readonly (() => Worker)[]) {
  let spawned = 0
  return createWorkerClient<BakeryApi>({
    spawn: () => {
      const way = ways[Math.min(spawned++, ways.length - 1)]
      if (way === undefined) throw new Error('no way to spawn')
      return way()
    },
    idleMs: null,
    bootMs: 30,
    calls: { bake: { jobWith: 1 }, price: 'call' },
  })
}

describe('when the worker cannot be started', () => {
  const baking = () => new StandInWorker({ cancel: () => undefined, bake: () => succeed('done') })
  const refused = (): Worker => {
    throw new DOMException('not here', 'SecurityError')
  }
  /** What a script that answers 404, or comes from nowhere as offline, looks like. */
  const scriptless = () => {
    const worker = Object.assign(new EventTarget(), deaf) as unknown as Worker
    setTimeout(() => worker.dispatchEvent(new Event('error')), 1)
    return worker
  }
  const silent = () => Object.assign(new EventTarget(), deaf) as unknown as Worker

  it.each([
    ['because the browser refuses it', refused],
    ['because its script does not come', scriptless],
    ['because its script never runs', silent],
  ])('%s, every job is told so, and the next try works', async (_, failing) => {
    const client = openWith(failing, failing, baking)
    const [first, second] = [client.bake('first'), client.bake('second')]
    expect([code(await first), code(await second)]).toEqual(['script-failed', 'script-failed'])
    expect(await client.bake('third')).toEqual(succeed('done'))
    client.end()
  })

  it('says so of a plain call too', async () => {
    expect(code(await openWith(refused).price('any'))).toBe('script-failed')
    expect(code(await openWith(scriptless).price('any'))).toBe('script-failed')
  })

  it('a job that was aborted before stays cancelled', async () => {
    const abort = new AbortController()
    const job = openWith(silent).bake('any', { signal: abort.signal })
    abort.abort()
    expect(code(await job)).toBe('cancelled')
  })

  it('is replaced when a part of its code did not come: browsers remember that it failed', async () => {
    const lacking = () =>
      new StandInWorker({ cancel: () => undefined, bake: () => fail('script-failed') })
    const client = openWith(lacking, baking)
    expect(code(await client.bake('first'))).toBe('script-failed')
    expect(await client.bake('again')).toEqual(succeed('done'))
    client.end()
  })
})

describe('when nothing is asked', () => {
  it('lets the worker go, and starts another when asked again', async () => {
    const client = open({ price: async () => succeed(4) }, { idleMs: 20 })
    await client.price('a')
    await new Promise((resolve) => setTimeout(resolve, 120))
    expect(ovens[0]?.terminated).toBe(true)
    expect(await client.price('b')).toEqual(succeed(4))
    expect(ovens).toHaveLength(2)
  })
})

describe('on a phone', () => {
  afterEach(() => vi.unstubAllGlobals())

  const heavy = (ovensOf: StandInWorker[], work: () => unknown) =>
    createWorkerClient<BakeryApi>({
      spawn: () => {
        const oven = new StandInWorker({ cancel: () => undefined, bake: work })
        ovensOf.push(oven)
        return oven
      },
      heavy: true,
      idleMs: 60_000,
      calls: { bake: { jobWith: 1 }, price: 'call' },
    })

  it('an idle heavy worker ends before another begins; one at work does not', async () => {
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (Linux; Android 15) Mobile' })
    const began = later<void>()
    const spawned: StandInWorker[] = []
    const idle = heavy(spawned, () => succeed('done'))
    await idle.bake('first')
    const busy = heavy(spawned, () => {
      began.settle()
      return new Promise(() => undefined)
    })
    const work = busy.bake('long')
    await began.promise
    expect(spawned.map((oven) => oven.terminated)).toEqual([true, false])
    expect(await idle.bake('again')).toEqual(succeed('done'))
    expect(spawned.map((oven) => oven.terminated)).toEqual([true, false, false])
    busy.end()
    idle.end()
    expect(code(await work)).toBe('worker-died')
  })
})

describe('on a phone a worker that does large jobs', () => {
  afterEach(() => vi.unstubAllGlobals())

  const baking = (userAgent: string) => {
    vi.stubGlobal('navigator', { userAgent })
    const spawned: StandInWorker[] = []
    const client = createWorkerClient<BakeryApi>({
      spawn: () => {
        const face = {
          cancel: () => undefined,
          bake: () => succeed('done'),
          price: () => succeed(4),
        }
        const oven = new StandInWorker(face)
        spawned.push(oven)
        return oven
      },
      idleMs: 60_000,
      restsAfter: { job: 'bake', times: 2 },
      calls: { bake: { jobWith: 1 }, price: 'call' },
    })
    return { client, spawned }
  }

  it('rests after some of them, and another does the next', async () => {
    const { client, spawned } = baking('Mozilla/5.0 (Linux; Android 15) Mobile')
    await client.bake('first')
    await client.price('first')
    await client.bake('second')
    await vi.waitFor(() => expect(spawned.map((oven) => oven.terminated)).toEqual([true]))
    expect(await client.bake('third')).toEqual(succeed('done'))
    expect(spawned.map((oven) => oven.terminated)).toEqual([true, false])
    client.end()
  })

  it('does all that wait before it rests', async () => {
    const { client, spawned } = baking('Mozilla/5.0 (Linux; Android 15) Mobile')
    await Promise.all([client.bake('first'), client.bake('second'), client.bake('third')])
    expect(spawned).toHaveLength(1)
    client.end()
  })

  it('goes on where it is no phone', async () => {
    const { client, spawned } = baking('Mozilla/5.0 (X11; Linux x86_64)')
    for (const cake of ['first', 'second', 'third']) await client.bake(cake)
    expect(spawned.map((oven) => oven.terminated)).toEqual([false])
    client.end()
  })
})

const deaf = { postMessage: () => undefined, terminate: () => undefined }
