/** `npm run imaging`: the image tools on files, and print files of designs, as the studio makes them. */
import type { ItemReport, Watch } from './imaging/command/item-report.ts'
import { type AskedPrint, readPrint, runPrint } from './imaging/command/print.ts'
import { type Batch, readArguments, UsageError } from './imaging/command/read-arguments.ts'
import { runBatch } from './imaging/command/run-batch.ts'
import { progressLine, timeTable } from './imaging/command/show.ts'

const exit = { done: 0, failed: 1, misused: 2, interrupted: 130 } as const

async function run(): Promise<number> {
  const typed = process.argv.slice(2)
  const cancelling = new AbortController()
  process.once('SIGINT', () => cancelling.abort())
  const { signal } = cancelling
  const isDone =
    typed[0] === 'print'
      ? await printOne(readPrint(typed.slice(1)), signal)
      : await runTools(readArguments(typed), signal)
  if (signal.aborted) return exit.interrupted
  return isDone ? exit.done : exit.failed
}

const printOne = (asked: AskedPrint, signal: AbortSignal) =>
  show('print', [asked], asked.json, async (watch) => [await runPrint(asked, signal, watch)])

const runTools = (batch: Batch, signal: AbortSignal) =>
  show(batch.tool, batch.items, batch.json, (watch) => runBatch(batch, signal, watch))

/** @returns whether everything was made */
async function show(
  task: string,
  items: readonly { readonly from: string }[],
  json: boolean,
  work: (watch: Watch) => Promise<readonly ItemReport[]>,
): Promise<boolean> {
  const line = progressLine(process.stderr, task, items)
  const reports = await work(line.watch)
  line.end()
  console.log(json ? JSON.stringify(reports, null, 2) : timeTable(reports))
  return reports.every(({ fault }) => fault === null)
}

process.exitCode = await run().catch((thrown: unknown) => {
  if (!(thrown instanceof UsageError)) throw thrown
  console.error(thrown.message)
  return exit.misused
})
