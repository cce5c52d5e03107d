/** `npm run imaging`: the image tools on files, and print files of designs, as the studio makes them. */
import { readPrint, runPrint } from './imaging/command/print.ts'
import { type Batch, readArguments, UsageError } from './imaging/command/read-arguments.ts'
import { runBatch } from './imaging/command/run-batch.ts'
import { progressLine, timeTable } from './imaging/command/show.ts'

const exit = { done: 0, failed: 1, misused: 2, interrupted: 130 } as const

async function run(): Promise<number> {
  const [first, ...rest] = process.argv.slice(2)
  const cancelling = new AbortController()
  process.once('SIGINT', () => cancelling.abort())
  const { signal } = cancelling
  const isDone =
    first === 'print'
      ? await runPrint(readPrint(rest), signal, console.log)
      : await runTools(readArguments(process.argv.slice(2)), signal)
  if (signal.aborted) return exit.interrupted
  return isDone ? exit.done : exit.failed
}

async function runTools(batch: Batch, signal: AbortSignal): Promise<boolean> {
  const line = progressLine(process.stderr, batch)
  const reports = await runBatch(batch, signal, line.watch)
  line.end()
  console.log(batch.json ? JSON.stringify(reports, null, 2) : timeTable(reports))
  return reports.every(({ fault }) => fault === null)
}

process.exitCode = await run().catch((thrown: unknown) => {
  if (!(thrown instanceof UsageError)) throw thrown
  console.error(thrown.message)
  return exit.misused
})
