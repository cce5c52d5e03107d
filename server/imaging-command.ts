/** `npm run imaging`: the image tools on files, as the studio and the server run them. */
import { readArguments, UsageError } from './imaging/command/read-arguments.ts'
import { runBatch } from './imaging/command/run-batch.ts'
import { progressLine, timeTable } from './imaging/command/show.ts'

const exit = { done: 0, failed: 1, misused: 2, interrupted: 130 } as const

async function run(): Promise<number> {
  const batch = readArguments(process.argv.slice(2))
  const cancelling = new AbortController()
  process.once('SIGINT', () => cancelling.abort())
  const line = progressLine(process.stderr, batch)
  const reports = await runBatch(batch, cancelling.signal, line.watch)
  line.end()
  console.log(batch.json ? JSON.stringify(reports, null, 2) : timeTable(reports))
  if (cancelling.signal.aborted) return exit.interrupted
  return reports.every(({ fault }) => fault === null) ? exit.done : exit.failed
}

process.exitCode = await run().catch((thrown: unknown) => {
  if (!(thrown instanceof UsageError)) throw thrown
  console.error(thrown.message)
  return exit.misused
})
