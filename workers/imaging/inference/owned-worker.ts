import { type Remote, wrap } from 'comlink'
import { type Outcome, StampaError, unwrap } from '#core/errors.ts'
import { orAborted } from '#core/jobs.ts'
import { inTime } from '../../in-time.ts'

/**
 * A worker of this worker, for a runtime whose memory is had back only by ending it: a closed task
 * keeps its WebAssembly memory.
 */
export class OwnedWorker<Api> {
  readonly api: Remote<Api>
  readonly #worker: Worker
  readonly #died: Promise<never>
  readonly #signal: AbortSignal
  #opened = false

  /** @param signal stops waiting for every answer, at once */
  constructor(worker: Worker, signal: AbortSignal) {
    this.#worker = worker
    this.#signal = signal
    this.api = wrap<Api>(worker)
    this.#died = new Promise<never>((_, reject) => {
      worker.addEventListener('error', ({ message }) => {
        const code = this.#opened ? 'worker-died' : 'script-failed'
        reject(new StampaError(code, { cause: message }))
      })
    })
    this.#died.catch(() => undefined)
  }

  /** @throws StampaError `cancelled`, `worker-died`, and what the worker answers */
  readonly answered = async <T>(call: Promise<Outcome<T>>): Promise<T> =>
    unwrap(await orAborted(Promise.race([call, this.#died]), this.#signal))

  /**
   * The first call, before which a failure is the script's; another than success ends the worker.
   * @param withinMs how long it may take
   * @throws StampaError `cancelled`, `script-failed`, `worker-died` after that time, and what the worker
   *   answers
   */
  async open(
    call: (api: Remote<Api>) => Promise<Outcome<void>>,
    withinMs = Number.POSITIVE_INFINITY,
  ): Promise<void> {
    try {
      const answer = call(this.api)
      await this.answered(Number.isFinite(withinMs) ? inTime(answer, withinMs) : answer)
      this.#opened = true
    } catch (thrown) {
      this.end()
      throw thrown
    }
  }

  end(): void {
    this.#worker.terminate()
  }
}
