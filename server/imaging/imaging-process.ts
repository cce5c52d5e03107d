/** A process of the imaging pool: runs one request after the other. */
import { outcomeOf } from '#core/errors.ts'
import { steadyReport, throwIfCancelled } from '#core/jobs.ts'
import { isOrder, type ProcessAnswer } from './process-messages.ts'
import { type ImagingRequest, runTool } from './run-tool.ts'

let cancelling = new AbortController()

const answer = (message: ProcessAnswer): void => {
  process.send?.(message)
}

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

process.on('message', (order: unknown) => {
  if (!isOrder(order)) return
  if (order === 'cancel') cancelling.abort()
  else void run(order)
})
// Whatever became of the server: nobody is left to work for.
process.on('disconnect', () => process.exit())
// What a terminal or a service manager tells the whole group is the server's to hear.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
