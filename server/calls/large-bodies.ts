import { Worker } from 'node:worker_threads'
import type { LargeBody } from './read-large-body.ts'
import { Refused } from './refused.ts'

/** Bodies that wait for the thread; beyond that they are refused, for each holds up to 2 MB. */
const WAITING_MAX = 32
const RETRY_SECONDS = 5
/** A thread that needs more has met a body that is made to be large. */
const MEMORY_MB = 256

/** Built, the script lies beside this one; from the sources, the thread needs the compiler too. */
const isBuilt = import.meta.url.endsWith('.js')
const SCRIPT = new URL(`./large-body-worker.${isBuilt ? 'js' : 'ts'}`, import.meta.url)
const COMPILED = `import('tsx/esm/api').then(({ register }) => {
  register()
  return import(${JSON.stringify(SCRIPT.href)})
})`

interface Waiting {
  readonly resolve: (body: LargeBody | null) => void
  readonly reject: (fault: Error) => void
}

export interface LargeBodies {
  /** Reads and validates in another thread; null where it is no plain JSON object. */
  readonly read: (bytes: Uint8Array) => Promise<LargeBody | null>
  readonly close: () => Promise<unknown>
}

/**
 * One thread for all large bodies: it is started with the first, and again after a fault.
 * @param counted is told of each body that was read
 */
export function openLargeBodies(counted: () => void): LargeBodies {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let last = 0
  const settle = (id: number, how: (each: Waiting) => void) => {
    const each = waiting.get(id)
    waiting.delete(id)
    if (each !== undefined) how(each)
  }
  const start = (): Worker => {
    const started = new Worker(isBuilt ? SCRIPT : COMPILED, {
      eval: !isBuilt,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    started.on('message', ({ id, body }: { id: number; body: LargeBody | null }) => {
      counted()
      settle(id, ({ resolve }) => resolve(body))
    })
    const failed = (fault: Error) => {
      if (worker === started) worker = null
      for (const id of waiting.keys()) settle(id, ({ reject }) => reject(fault))
    }
    started.on('error', failed)
    started.on('exit', () => failed(new Error('the thread of large bodies ended')))
    return started
  }
  return {
    read: (bytes) =>
      new Promise((resolve, reject) => {
        if (waiting.size >= WAITING_MAX) {
          throw new Refused('too-many-calls', { params: { seconds: RETRY_SECONDS } })
        }
        const id = ++last
        waiting.set(id, { resolve, reject })
        worker ??= start()
        worker.postMessage({ id, bytes })
      }),
    close: async () => await worker?.terminate(),
  }
}
