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

/** A thread, and what it has not answered yet. */
interface Thread {
  readonly worker: Worker
  readonly waiting: Map<number, Waiting>
}

/**
 * One thread for all large bodies: it is started with the first, and again after a fault.
 * @param counted is told of each body that was read
 * @param spawn starts a thread that reads
 */
export function openLargeBodies(
  counted: () => void,
  spawn: () => Worker = spawnReader,
): LargeBodies {
  let thread: Thread | null = null
  let last = 0
  const start = (): Thread => {
    const started: Thread = { worker: spawn(), waiting: new Map() }
    const { worker, waiting } = started
    worker.on('message', ({ id, body }: { id: number; body: LargeBody | null }) => {
      counted()
      waiting.get(id)?.resolve(body)
      waiting.delete(id)
    })
    // A thread that dies says so twice, and what was asked between belongs to the next one.
    const failed = (fault: Error) => {
      if (thread === started) thread = null
      for (const { reject } of waiting.values()) reject(fault)
      waiting.clear()
    }
    worker.on('error', failed)
    worker.on('exit', () => failed(new Error('the thread of large bodies ended')))
    return started
  }
  return {
    read: (bytes) =>
      new Promise((resolve, reject) => {
        thread ??= start()
        const { worker, waiting } = thread
        if (waiting.size >= WAITING_MAX) {
          throw new Refused('too-many-calls', { params: { seconds: RETRY_SECONDS } })
        }
        const id = ++last
        waiting.set(id, { resolve, reject })
        worker.postMessage({ id, bytes })
      }),
    close: async () => await thread?.worker.terminate(),
  }
}

const spawnReader = (): Worker =>
  new Worker(isBuilt ? SCRIPT : COMPILED, {
    eval: !isBuilt,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
