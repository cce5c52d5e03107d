import { releaseProxy, transfer, wrap } from 'comlink'
import { type ErrorCode, fail, faultOf, type Outcome, succeed } from '#core/errors.ts'
import { leaveRoom, makeRoomFor } from './heavy-workers.ts'

export interface LifeOptions {
  readonly spawn: () => Worker
  /** Ends the worker when nothing was asked of it for so long; null keeps it alive. */
  readonly idleMs: number | null
  /** Holds so much memory that on a phone it does not idle beside another such worker. */
  readonly heavy?: boolean
  /** How long the worker's script may take to arrive and run. */
  readonly bootMs?: number
}

type RemoteCalls = Record<string, (...args: unknown[]) => unknown>

/** The specification's script chunk loading timeout. */
const scriptTimeoutMs = 120_000
/** A worker that has died young is given this long before its holders are told to try again. */
const restartDelaysMs = [0, 250, 1000, 4000, 15_000] as const
/** A worker that lived longer did not die of its own start. */
const youngMs = 5000

/** One spawned worker, and everything it still owes. */
interface Living {
  readonly worker: Worker
  readonly remote: ReturnType<typeof wrap<RemoteCalls>>
  readonly owed: Set<(outcome: Outcome<never>) => void>
  readonly bornMs: number
  /** Whether its script has run: a death before that is a script that did not arrive. */
  started: boolean
  booted: Promise<Outcome<void>>
}

/**
 * A worker that is spawned when first asked, ended when idle, and whose death answers everything
 * it owed: comlink alone would leave those calls pending for ever.
 */
export class WorkerLifecycle {
  readonly #options: LifeOptions
  readonly #listeners = new Set<() => void>()
  #living: Living | null = null
  #idleTimer: ReturnType<typeof setTimeout> | undefined
  #youngDeaths = 0
  #holds = 0
  #restDue = false

  constructor(options: LifeOptions) {
    this.#options = options
  }

  /** Asks the worker. Never rejects: a throw and a death are outcomes too. */
  call(name: string, args: readonly unknown[]): Promise<unknown> {
    const woken = this.#wake()
    if (!woken.ok) return Promise.resolve(woken)
    const living = woken.value
    return this.#owe(living, async () => {
      await living.booted
      const answer = await invoke(living, name, args)
      // Browsers remember a module that failed: only a fresh worker can try again.
      if (hasFailedWith(answer, 'script-failed')) this.#replace(living, answer)
      return answer
    })
  }

  #replace(living: Living, answer: Outcome<never>): void {
    if (this.#living !== living) return
    this.#bury(living, answer)
    this.#announce(0)
  }

  /** An outcome that settles when the worker's script has run, or the worker has died of it. */
  booted(): Promise<Outcome<void>> {
    const woken = this.#wake()
    return woken.ok ? woken.value.booted : Promise.resolve(woken)
  }

  /** Keeps the worker from going idle until the answered function is called. */
  hold(): () => void {
    this.#holds += 1
    clearTimeout(this.#idleTimer)
    return () => {
      this.#holds -= 1
      this.#restIfIdle()
    }
  }

  onRestart(callback: () => void): () => void {
    this.#listeners.add(callback)
    return () => this.#listeners.delete(callback)
  }

  /** Ends the worker, answers what it owed with `worker-died`, and tells its holders. */
  end(cause: string): void {
    if (this.#living === null) return
    this.#bury(this.#living, fail('worker-died', { cause }))
    this.#announce(0)
  }

  /** The worker, spawned where there is none; browsers may refuse to spawn one at all. */
  #wake(): Outcome<Living> {
    clearTimeout(this.#idleTimer)
    if (this.#living !== null) return succeed(this.#living)
    try {
      if (this.#options.heavy) makeRoomFor(this)
      return succeed(this.#spawned(this.#options.spawn()))
    } catch (cause) {
      return fail('script-failed', { cause })
    }
  }

  #spawned(worker: Worker): Living {
    const living: Living = {
      worker,
      remote: wrap<RemoteCalls>(worker),
      owed: new Set(),
      bornMs: performance.now(),
      started: false,
      booted: Promise.resolve(succeed(undefined)),
    }
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      this.#died(living, `error event: ${event.message ?? ''}`)
    })
    worker.addEventListener('messageerror', () => this.#died(living, 'messageerror event'))
    this.#living = living
    living.booted = this.#owe(living, () => this.#boot(living))
    return living
  }

  /** The promise of `work`, or of the worker's death if that comes first. */
  #owe<T>(living: Living, work: () => Promise<T>): Promise<T | Outcome<never>> {
    return new Promise((resolve) => {
      const settle = (answer: T | Outcome<never>) => {
        if (!living.owed.delete(settle)) return
        this.#restIfIdle()
        resolve(answer)
      }
      living.owed.add(settle)
      work().then(settle, (thrown: unknown) => settle({ ok: false, fault: faultOf(thrown) }))
    })
  }

  /**
   * Asks until there is an answer: what is posted while a module worker still awaits its imports
   * (WebAssembly modules do so at top level) is lost. To cancel no job is nobody's work.
   */
  async #boot(living: Living): Promise<Outcome<void>> {
    const deadline = setTimeout(
      () => this.#died(living, 'the script did not start in time'),
      this.#options.bootMs ?? scriptTimeoutMs,
    )
    let answered = false
    const ask = async () => {
      await invoke(living, 'cancel', [''])
      answered = true
    }
    try {
      for (
        let waitMs = 20;
        !answered && this.#living === living;
        waitMs = Math.min(400, waitMs * 2)
      )
        await Promise.race([ask(), elapsed(waitMs)])
    } finally {
      clearTimeout(deadline)
    }
    living.started = answered
    return succeed(undefined)
  }

  #died(living: Living, cause: string): void {
    if (this.#living !== living) return
    const young = performance.now() - living.bornMs < youngMs
    const delayMs = young ? (restartDelaysMs[this.#youngDeaths] ?? restartDelaysMs[4]) : 0
    this.#youngDeaths = young ? this.#youngDeaths + 1 : 0
    this.#bury(living, fail(living.started ? 'worker-died' : 'script-failed', { cause }))
    this.#announce(delayMs)
  }

  #bury(living: Living, answer: Outcome<never>): void {
    clearTimeout(this.#idleTimer)
    this.#living = null
    this.#restDue = false
    leaveRoom(this)
    living.worker.terminate()
    living.remote[releaseProxy]()
    for (const settle of living.owed) settle(answer)
  }

  #announce(delayMs: number): void {
    if (this.#listeners.size === 0) return
    setTimeout(() => {
      for (const listener of this.#listeners) listener()
    }, delayMs)
  }

  /** Ends the worker as soon as nothing is asked of it. */
  rest(): void {
    const living = this.#idle()
    this.#restDue = this.#living !== null && living === null
    if (living !== null) this.#bury(living, fail('worker-died', { cause: 'idle' }))
  }

  #idle(): Living | null {
    const living = this.#living
    return living === null || this.#holds > 0 || living.owed.size > 0 ? null : living
  }

  #restIfIdle(): void {
    if (this.#options.idleMs === null || this.#idle() === null) return
    clearTimeout(this.#idleTimer)
    if (this.#restDue) this.rest()
    else this.#idleTimer = setTimeout(() => this.rest(), this.#options.idleMs)
  }
}

/** Whether an answer of a worker is an outcome with this fault. */
export const hasFailedWith = (answer: unknown, code: ErrorCode): answer is Outcome<never> =>
  typeof answer === 'object' &&
  answer !== null &&
  'fault' in answer &&
  typeof answer.fault === 'object' &&
  answer.fault !== null &&
  'code' in answer.fault &&
  answer.fault.code === code

const elapsed = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Whether an argument is the worker's alone once it was sent, such as a stage's canvas. */
export const isGivenAway = (arg: unknown): arg is OffscreenCanvas =>
  typeof OffscreenCanvas !== 'undefined' && arg instanceof OffscreenCanvas

const given = (arg: unknown): unknown => (isGivenAway(arg) ? transfer(arg, [arg]) : arg)

async function invoke(living: Living, name: string, args: readonly unknown[]): Promise<unknown> {
  const call = living.remote[name]
  if (call === undefined) throw new TypeError(`the worker has no call ${name}`)
  return await call(...args.map(given))
}
