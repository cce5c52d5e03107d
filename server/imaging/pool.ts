import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import { StampaError } from '#core/errors.ts'
import type { ToolFiles } from '#core/imaging/tool-files.ts'
import { type ReportProgress, throwIfCancelled } from '#core/jobs.ts'
import type { ImagingRequest } from './run-tool.ts'
import { ImagingThread } from './thread.ts'

export type { ImagingRequest } from './run-tool.ts'

/** Runs image tools in threads of their own, as the studio's worker does on the device. */
export interface ImagingPool {
  /** How many requests run at once; further ones wait in line. */
  readonly threads: number
  /**
   * Runs one tool on a photo's file. What no tool takes is refused before it is decoded.
   * @param options.report how far it is, as on the device; nothing while it waits for a thread
   * @throws StampaError `cancelled` at most `limits.cancelMs` after the signal, with the thread's
   *   end if it must be; `worker-died` where the thread did; else what the tool says to the customer
   */
  run(
    request: ImagingRequest,
    options: { readonly signal: AbortSignal; readonly report: ReportProgress },
  ): Promise<ToolFiles>
  /** Ends all threads; what still runs is rejected. */
  close(): Promise<void>
}

export interface PoolOptions {
  /** One fewer than there are processors, at least one, unless said. */
  readonly threads?: number
  /** A thread that nobody needs gives its memory back then. */
  readonly idleMs?: number
  readonly spawn?: () => Worker
}

export function openImagingPool({
  threads = Math.max(1, availableParallelism() - 1),
  idleMs = 60_000,
  spawn,
}: PoolOptions = {}): ImagingPool {
  return new ThreadPool(threads, idleMs, spawn)
}

class ThreadPool implements ImagingPool {
  readonly threads: number
  readonly #idleMs: number
  readonly #spawn: (() => Worker) | undefined
  /** Threads that wait for work, each with the time at which it is ended. */
  readonly #idle = new Map<ImagingThread, NodeJS.Timeout>()
  readonly #busy = new Set<ImagingThread>()
  /** Each is told when it is its turn. */
  readonly #line: (() => void)[] = []
  #running = 0
  #isClosed = false

  constructor(threads: number, idleMs: number, spawn: (() => Worker) | undefined) {
    this.threads = threads
    this.#idleMs = idleMs
    this.#spawn = spawn
  }

  run: ImagingPool['run'] = async (request, { signal, report }) => {
    throwIfCancelled(signal)
    if (this.#running < this.threads) this.#running++
    else await this.#turn(signal)
    const thread = this.#isClosed ? null : this.#takeThread()
    try {
      if (thread === null) throw new StampaError('worker-died', { cause: 'the pool is closed' })
      return await thread.run(request, signal, report)
    } finally {
      void this.#giveBack(thread)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const timer of this.#idle.values()) clearTimeout(timer)
    const ending = [...this.#idle.keys(), ...this.#busy]
    this.#idle.clear()
    await Promise.all(ending.map((thread) => thread.end()))
  }

  #takeThread(): ImagingThread {
    const thread = this.#takeIdle() ?? new ImagingThread(this.#spawn)
    this.#busy.add(thread)
    return thread
  }

  #takeIdle(): ImagingThread | null {
    for (const [thread, timer] of this.#idle) {
      clearTimeout(timer)
      this.#idle.delete(thread)
      if (thread.isAlive) return thread
    }
    return null
  }

  /** Waits in line; who is cancelled there leaves it. */
  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#line.splice(this.#line.indexOf(next), 1)
        reject(new StampaError('cancelled'))
      }
      const next = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#line.push(next)
    })
  }

  /** Whoever is next begins when the thread is free, or at its end: no more than that run at once. */
  async #giveBack(thread: ImagingThread | null): Promise<void> {
    if (thread !== null) {
      this.#busy.delete(thread)
      if (thread.isAlive && !this.#isClosed) this.#keepIdle(thread)
      else await thread.end()
    }
    const next = this.#line.shift()
    if (next === undefined) this.#running--
    else next()
  }

  #keepIdle(thread: ImagingThread): void {
    const timer = setTimeout(() => {
      this.#idle.delete(thread)
      void thread.end()
    }, this.#idleMs)
    this.#idle.set(thread, timer.unref())
  }
}
