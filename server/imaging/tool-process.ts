import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { fail, type Outcome, unwrap } from '#core/errors.ts'
import type { ToolFiles } from '#core/imaging/tool-files.ts'
import { type ReportProgress, throwIfCancelled } from '#core/jobs.ts'
import { limits } from '#core/limits.ts'
import { isAnswer, type ProcessOrder } from './process-messages.ts'
import type { ImagingRequest } from './run-tool.ts'

/** Built, the script lies beside this one. */
const SCRIPT = new URL(
  `./imaging-process.${import.meta.url.endsWith('.js') ? 'js' : 'ts'}`,
  import.meta.url,
)

/** Of its objects; pixels lie outside, and are bounded by `limits.workingPxMax`. */
const HEAP_MB = 512
/** A tool answers a cancel by itself within this, or its process is ended. */
const PATIENCE_MS = limits.cancelMs * 0.8

/** @param script what is run: from the sources, it needs the compiler too */
export const forkProcess = (script = fileURLToPath(SCRIPT)): ChildProcess =>
  fork(script, {
    execArgv: [
      `--max-old-space-size=${HEAP_MB}`,
      ...(script.endsWith('.ts') ? ['--import', 'tsx'] : []),
    ],
    // Bytes as they are, not as JSON.
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })

/**
 * A process that runs one request at a time. No thread: one that is ended within a network's run ends
 * the whole server, since onnxruntime throws where nobody can catch it.
 */
export class ToolProcess {
  readonly #child: ChildProcess
  readonly #exited: Promise<void>
  #isAlive = true

  constructor(spawn: () => ChildProcess = () => forkProcess()) {
    const child = spawn()
    this.#child = child
    this.#exited = new Promise((resolve) => {
      const onEnd = () => {
        this.#isAlive = false
        resolve()
      }
      // Told to whoever's request runs; without a listener an error would end the server.
      child.on('exit', onEnd).on('error', onEnd)
    })
    this.#unref()
  }

  /** Whether it can run another request. */
  get isAlive(): boolean {
    return this.#isAlive
  }

  /**
   * @throws StampaError `cancelled` soon after the signal, with the process's end if it must be;
   *   `worker-died`; else what the tool says
   */
  async run(
    request: ImagingRequest,
    signal: AbortSignal,
    report: ReportProgress,
  ): Promise<ToolFiles> {
    this.#child.ref()
    this.#child.channel?.ref()
    try {
      const outcome = await this.#answer(request, signal, report)
      throwIfCancelled(signal)
      return unwrap(outcome)
    } finally {
      this.#unref()
    }
  }

  #answer(
    request: ImagingRequest,
    signal: AbortSignal,
    report: ReportProgress,
  ): Promise<Outcome<ToolFiles>> {
    const child = this.#child
    return new Promise((resolve) => {
      let patience: NodeJS.Timeout | undefined
      const settle = (outcome: Outcome<ToolFiles>) => {
        clearTimeout(patience)
        signal.removeEventListener('abort', onAbort)
        child.off('message', onMessage).off('error', onEnd).off('exit', onEnd)
        resolve(outcome)
      }
      const onMessage = (answer: unknown) => {
        if (!isAnswer(answer)) return
        if ('outcome' in answer) settle(answer.outcome)
        else if (!signal.aborted) report(answer.progress)
      }
      const onEnd = (cause: unknown) => settle(fail('worker-died', { cause }))
      const onAbort = () => {
        this.#tell('cancel')
        patience = setTimeout(() => {
          void this.end()
          settle(fail('cancelled'))
        }, PATIENCE_MS)
      }
      child.on('message', onMessage).on('error', onEnd).on('exit', onEnd)
      signal.addEventListener('abort', onAbort)
      this.#tell(request)
    })
  }

  /** What cannot be told any more is known by the process's end. */
  #tell(order: ProcessOrder): void {
    if (this.#child.connected) this.#child.send(order, () => {})
  }

  /** Idle, it keeps no program from ending. */
  #unref(): void {
    this.#child.unref()
    this.#child.channel?.unref()
  }

  /** Ends it at once, whatever it does. */
  async end(): Promise<void> {
    this.#isAlive = false
    this.#child.kill('SIGKILL')
    if (this.#child.pid === undefined || this.#child.exitCode !== null) return
    this.#child.ref()
    await this.#exited
  }
}
