import type { ChildProcess } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { StampaError } from '#core/errors.ts'
import type { ToolFiles } from '#core/imaging/tool-files.ts'
import { type ReportProgress, throwIfCancelled } from '#core/jobs.ts'
import type { ImagingRequest } from './run-tool.ts'
import { ToolProcess } from './tool-process.ts'

export type { ImagingRequest } from './run-tool.ts'

/** Runs image tools in processes of their own, as the studio's worker does on the device. */
export interface ImagingPool {
  /** How many requests run at once; further ones wait in line. */
  readonly slots: number
  /**
   * Runs one tool on a photo's file. What no tool takes is refused before it is decoded.
   * @param options.report how far it is, as on the device; nothing while it waits for its turn
   * @throws StampaError `cancelled` at most `limits.cancelMs` after the signal, with the process's
   *   end if it must be; `worker-died` where its process did; else what the tool says to the customer
   */
  run(
    request: ImagingRequest,
    options: { readonly signal: AbortSignal; readonly report: ReportProgress },
  ): Promise<ToolFiles>
  /** Ends all processes; what still runs is rejected. */
  close(): Promise<void>
}

export interface PoolOptions {
  /** One fewer than there are processors, at least one, unless said. */
  readonly slots?: number
  /** A process that nobody needs gives its memory back then. */
  readonly idleMs?: number
  readonly spawn?: () => ChildProcess
}

export function openImagingPool({
  slots = Math.max(1, availableParallelism() - 1),
  idleMs = 60_000,
  spawn,
}: PoolOptions = {}): ImagingPool {
  return new ProcessPool(slots, idleMs, spawn)
}

class ProcessPool implements ImagingPool {
  readonly slots: number
  readonly #idleMs: number
  readonly #spawn: (() => ChildProcess) | undefined
  /** Processes that wait for work, each with the time at which it is ended. */
  readonly #idle = new Map<ToolProcess, NodeJS.Timeout>()
  readonly #busy = new Set<ToolProcess>()
  /** Each is told when it is its turn. */
  readonly #line: (() => void)[] = []
  #running = 0
  #isClosed = false

  constructor(slots: number, idleMs: number, spawn: (() => ChildProcess) | undefined) {
    this.slots = slots
    this.#idleMs = idleMs
    this.#spawn = spawn
  }

  run: ImagingPool['run'] = async (request, { signal, report }) => {
    throwIfCancelled(signal)
    if (this.#running < this.slots) this.#running++
    else await this.#turn(signal)
    const worker = this.#isClosed ? null : this.#takeProcess()
    try {
      if (worker === null) throw new StampaError('worker-died', { cause: 'the pool is closed' })
      return await worker.run(request, signal, report)
    } finally {
      void this.#giveBack(worker)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const timer of this.#idle.values()) clearTimeout(timer)
    const ending = [...this.#idle.keys(), ...this.#busy]
    this.#idle.clear()
    await Promise.all(ending.map((worker) => worker.end()))
  }

  #takeProcess(): ToolProcess {
    const worker = this.#takeIdle() ?? new ToolProcess(this.#spawn)
    this.#busy.add(worker)
    return worker
  }

  #takeIdle(): ToolProcess | null {
    for (const [worker, timer] of this.#idle) {
      clearTimeout(timer)
      this.#idle.delete(worker)
      if (worker.isAlive) return worker
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

  /** Whoever is next begins when the process is free, or at its end: no more than that run at once. */
  async #giveBack(worker: ToolProcess | null): Promise<void> {
    if (worker !== null) {
      this.#busy.delete(worker)
      if (worker.isAlive && !this.#isClosed) this.#keepIdle(worker)
      else await worker.end()
    }
    const next = this.#line.shift()
    if (next === undefined) this.#running--
    else next()
  }

  #keepIdle(worker: ToolProcess): void {
    const timer = setTimeout(() => {
      this.#idle.delete(worker)
      void worker.end()
    }, this.#idleMs)
    this.#idle.set(worker, timer.unref())
  }
}
