/** A thread of the imaging pool: runs one request after the other. */
import { parentPort } from 'node:worker_threads'
import { outcomeOf } from '#core/errors.ts'
import { steadyReport, throwIfCancelled } from '#core/jobs.ts'
import { type ImagingRequest, runTool } from './run-tool.ts'
import type { ThreadAnswer, ThreadOrder } from './thread-messages.ts'

let cancelling = new AbortController()

const answer = (message: ThreadAnswer): void => parentPort?.postMessage(message)

async function run(request: ImagingRequest): Promise<void> {
  cancelling = new AbortController()
  const { signal } = cancelling
  const outcome = await outcomeOf(() =>
    runTool(request, {
      signal,
      report: steadyReport((progress) => answer({ progress })),
      checkpoint: async () => {
        throwIfCancelled(signal)
        // Messages come in between two turns of the event loop.
        await new Promise<void>((resolve) => setImmediate(resolve))
        throwIfCancelled(signal)
      },
    }),
  )
  answer({ outcome })
}

parentPort?.on('message', (order: ThreadOrder) => {
  if (order === 'cancel') cancelling.abort()
  else void run(order)
})
