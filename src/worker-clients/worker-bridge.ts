import { fail, faultOf } from '#core/errors.ts'
import type { ReportProgress } from '#core/jobs.ts'
import { limits } from '#core/limits.ts'
import type { JobOptions, LongCalls, PageClient, WorkerClient } from './clients.ts'
import { isPhone } from './heavy-workers.ts'
import { remoteCallback } from './progress-port.ts'
import { hasFailedWith, isGivenAway, type LifeOptions, WorkerLifecycle } from './worker-life.ts'

/** How many arguments the page gives a long call, before its options. */
type GivenCount<Call> = Call extends (...args: infer Args) => unknown
  ? Args extends [string, ...infer Given, ReportProgress]
    ? Given['length']
    : never
  : never

/** Every call of a worker: a job is queued, cancelled and reports; a plain call is not. */
export type CallTable<Api> = {
  readonly [Name in keyof PageClient<Api>]: Name extends LongCalls<Api>
    ? { readonly jobWith: GivenCount<Api[Name]> }
    : 'call'
}

export interface BridgeOptions<Api> extends LifeOptions {
  readonly calls: CallTable<Api>
  /** How long an aborted job may take to let go before its worker is ended. */
  readonly cancelMs?: number
  /** How long it may where another job waits. */
  readonly replaceMs?: number
  /**
   * On a phone the worker rests after so many of these jobs: what they leave is given back at the browser's
   * leisure, and their sum would be more than a phone's page may hold.
   */
  readonly restsAfter?: { readonly job: keyof Api & string; readonly times: number }
}

/** A long call on its way. It settles once: done, failed, cancelled or dead. */
interface Job {
  readonly id: string
  readonly name: string
  readonly args: readonly unknown[]
  readonly options: JobOptions
  readonly settle: (answer: unknown) => void
  settled: boolean
}

let jobCount = 0

const failed = (thrown: unknown) => ({ ok: false, fault: faultOf(thrown) })

/**
 * The page's side of a worker. Long calls run one after the other, which bounds the worker's
 * memory; short calls go straight through. An aborted job answers `cancelled` at once, whether it
 * waits or runs; a worker that has not let go of it within `cancelMs` is ended, one that has keeps its
 * loaded models. Where another job waits for it, it is given `replaceMs`, which costs that job less than a
 * new worker. A short call that was on its way when it was ended is asked of the next one.
 * No call is ever left pending: a dead worker answers `worker-died`, one whose script did not come
 * `script-failed`.
 */
export function createWorkerClient<Api>(options: BridgeOptions<Api>): WorkerClient<Api> {
  const lifecycle = new WorkerLifecycle(options)
  const { cancelMs = limits.cancelMs, replaceMs = limits.replaceMs, restsAfter } = options
  const queue = new JobQueue(lifecycle, { cancelMs, replaceMs, restsAfter })
  const client: Record<string, unknown> = {
    onRestart: (callback: () => void) => lifecycle.onRestart(callback),
    end: () => lifecycle.end('ended by the page'),
  }
  const table: Readonly<Record<string, 'call' | { readonly jobWith: number }>> = options.calls
  for (const [name, kind] of Object.entries(table)) {
    client[name] =
      kind === 'call'
        ? (...args: unknown[]) => queue.ask(name, args)
        : (...args: unknown[]) =>
            queue.add(name, args.slice(0, kind.jobWith), args[kind.jobWith] ?? {})
  }
  // The table's type holds that every call of the face is there, and of its kind.
  return client as WorkerClient<Api>
}

interface QueueOptions {
  readonly cancelMs: number
  readonly replaceMs: number
  readonly restsAfter: { readonly job: string; readonly times: number } | undefined
}

class JobQueue {
  readonly #lifecycle: WorkerLifecycle
  readonly #options: QueueOptions
  readonly #waiting: Job[] = []
  #running = false
  /** How many workers were ended because a job did not stop. */
  #ended = 0
  /** How many jobs it has done after which it rests. */
  #tired = 0

  constructor(lifecycle: WorkerLifecycle, options: QueueOptions) {
    this.#lifecycle = lifecycle
    this.#options = options
  }

  /** A short call: it does not pay for a job that was slow to stop, but what it gave away is gone. */
  async ask(name: string, args: readonly unknown[]): Promise<unknown> {
    const endedBefore = this.#ended
    const answer = await this.#lifecycle.call(name, args)
    const isCut =
      this.#ended > endedBefore && hasFailedWith(answer, 'worker-died') && !args.some(isGivenAway)
    return isCut ? await this.#lifecycle.call(name, args) : answer
  }

  add(name: string, args: readonly unknown[], options: JobOptions): Promise<unknown> {
    const { signal } = options
    if (signal?.aborted) return Promise.resolve(fail('cancelled'))
    jobCount += 1
    const id = `job-${jobCount}`
    return new Promise((resolve) => {
      const drop = () => settle(fail('cancelled'))
      const settle = (answer: unknown) => {
        if (job.settled) return
        job.settled = true
        signal?.removeEventListener('abort', drop)
        resolve(answer)
      }
      const job: Job = { id, name, args, options, settle, settled: false }
      signal?.addEventListener('abort', drop)
      this.#waiting.push(job)
      void this.#drain()
    })
  }

  async #drain(): Promise<void> {
    if (this.#running) return
    this.#running = true
    const release = this.#lifecycle.hold()
    for (let job = this.#waiting.shift(); job !== undefined; job = this.#waiting.shift()) {
      if (!job.settled) await this.#run(job).catch((thrown: unknown) => job.settle(failed(thrown)))
    }
    this.#running = false
    release()
  }

  /** Settles when the worker has let go of the job, or is gone. */
  async #run(job: Job): Promise<void> {
    // A job that is aborted while the script is still on its way is never handed over.
    const boot = await this.#lifecycle.booted()
    if (!boot.ok) job.settle(boot)
    if (job.settled) return
    const report = remoteCallback<Parameters<ReportProgress>>((progress) => {
      if (!job.settled) job.options.report?.(progress)
    })
    const unwatch = this.#endOnAbort(job)
    const answer = await this.#lifecycle.call(job.name, [job.id, ...job.args, report.callback])
    unwatch()
    report.release()
    if (job.settled) discard(answer)
    else job.settle(answer)
    this.#restAfter(job)
  }

  #restAfter({ name }: Job): void {
    const { restsAfter } = this.#options
    if (restsAfter === undefined || name !== restsAfter.job || !isPhone()) return
    this.#tired += 1
    if (this.#tired < restsAfter.times) return
    this.#tired = 0
    this.#lifecycle.rest()
  }

  /** Whether another job waits for the one that runs. */
  #isAwaited(): boolean {
    return this.#waiting.some(({ settled }) => !settled)
  }

  /** Tells the worker of an abort, and ends it when it does not listen. */
  #endOnAbort({ id, name, options: { signal } }: Job): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined
    let waitedMs = 0
    const { cancelMs, replaceMs } = this.#options
    const endLater = () => {
      timer = setTimeout(() => {
        waitedMs += cancelMs
        if (this.#isAwaited() && waitedMs < replaceMs) return endLater()
        this.#ended += 1
        this.#lifecycle.end(`${name} did not stop within ${waitedMs} ms`)
      }, cancelMs)
    }
    const cancel = () => {
      void this.#lifecycle.call('cancel', [id])
      endLater()
    }
    signal?.addEventListener('abort', cancel)
    return () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
    }
  }
}

/** A picture that comes after its job was cancelled is given back at once. */
function discard(answer: unknown): void {
  if (typeof ImageBitmap === 'undefined' || typeof answer !== 'object' || answer === null) return
  if (answer instanceof ImageBitmap) answer.close()
  else if ('value' in answer) discard(answer.value)
  else if ('picture' in answer) discard(answer.picture)
}
