import { Worker } from 'node:worker_threads'
import { fail, type Outcome, unwrap } from '#core/errors.ts'
import type { ToolFiles } from '#core/imaging/tool-files.ts'
import { type ReportProgress, throwIfCancelled } from '#core/jobs.ts'
import { limits } from '#core/limits.ts'
import type { ImagingRequest } from './run-tool.ts'
import type { ThreadAnswer, ThreadOrder } from './thread-messages.ts'

/** Built, the script lies beside this one; from the sources, the thread needs the compiler too. */
const isBuilt = import.meta.url.endsWith('.js')
const SCRIPT = new URL(`./imaging-thread.${isBuilt ? 'js' : 'ts'}`, import.meta.url)
const COMPILED = `import('tsx/esm/api').then(({ register }) => {
  register()
  return import(${JSON.stringify(SCRIPT.href)})
})`

/** Of a thread's objects; pixels lie outside, and are bounded by `limits.workingPxMax`. */
const HEAP_MB = 512
/** A tool answers a cancel by itself within this, or its thread is ended. */
const PATIENCE_MS = limits.cancelMs * 0.8

const spawnWorker = (): Worker =>
  new Worker(isBuilt ? SCRIPT : COMPILED, {
    eval: !isBuilt,
    execArgv: [],
    name: 'imaging',
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })

/** One thread that runs one request at a time. */
export class ImagingThread {
  readonly #worker: Worker
  #isAlive = true

  constructor(spawn: () => Worker = spawnWorker) {
    this.#worker = spawn()
    this.#worker.on('exit', () => {
      this.#isAlive = false
    })
    // Told to whoever's request runs; without a listener it would end the process.
    this.#worker.on('error', () => {
      this.#isAlive = false
    })
    // An idle thread keeps no program from ending.
    this.#worker.unref()
  }

  /** Whether it can run another request. */
  get isAlive(): boolean {
    return this.#isAlive
  }

  /**
   * @throws StampaError `cancelled` soon after the signal, with the thread's end if it must be;
   *   `worker-died`; else what the tool says
   */
  async run(
    request: ImagingRequest,
    signal: AbortSignal,
    report: ReportProgress,
  ): Promise<ToolFiles> {
    const worker = this.#worker
    worker.ref()
    try {
      const outcome = await this.#answer(request, signal, report)
      throwIfCancelled(signal)
      return unwrap(outcome)
    } finally {
      worker.unref()
    }
  }

  #answer(
    request: ImagingRequest,
    signal: AbortSignal,
    report: ReportProgress,
  ): Promise<Outcome<ToolFiles>> {
    const worker = this.#worker
    return new Promise((resolve) => {
      let patience: NodeJS.Timeout | undefined
      const settle = (outcome: Outcome<ToolFiles>) => {
        clearTimeout(patience)
        signal.removeEventListener('abort', onAbort)
        worker.off('message', onMessage).off('error', onEnd).off('exit', onEnd)
        resolve(outcome)
      }
      const onMessage = (answer: ThreadAnswer) => {
        if ('outcome' in answer) settle(answer.outcome)
        else if (!signal.aborted) report(answer.progress)
      }
      const onEnd = (cause: unknown) => settle(fail('worker-died', { cause }))
      const onAbort = () => {
        worker.postMessage('cancel' satisfies ThreadOrder)
        patience = setTimeout(() => {
          void this.end()
          settle(fail('cancelled'))
        }, PATIENCE_MS)
      }
      worker.on('message', onMessage).on('error', onEnd).on('exit', onEnd)
      signal.addEventListener('abort', onAbort)
      worker.postMessage(request satisfies ThreadOrder)
    })
  }

  /** Ends it at once, whatever it does. */
  end(): Promise<unknown> {
    this.#isAlive = false
    return this.#worker.terminate()
  }
}
