import { extname } from 'node:path'
import { faultOf } from '#core/errors.ts'
import { type JobContext, throwIfCancelled } from '#core/jobs.ts'
import { limits } from '#core/limits.ts'
import { type PrintOrder, printDesign } from '../print/print-design.ts'
import { isThere } from './is-there.ts'
import type { ItemReport, Watch } from './item-report.ts'
import { isSwitch, split, UsageError } from './read-arguments.ts'

/** Coarser than this nothing is printed. */
const DPI_MIN = 50

export interface AskedPrint extends PrintOrder {
  readonly force: boolean
  /** What was done as JSON. */
  readonly json: boolean
}

/**
 * What was typed after `npm run imaging -- print`.
 * @throws UsageError
 */
export function readPrint(typedWords: readonly string[]): AskedPrint {
  const { words, options } = split(typedWords)
  const { dpi: typedDpi = String(limits.printDpi), force, json, ...unknown } = options
  const [from, to, ...more] = words
  const [other] = Object.keys(unknown)
  if (other !== undefined) throw new UsageError(`print has no option --${other}.`)
  if (from === undefined || to === undefined || more.length > 0)
    throw new UsageError('A design file and where its print goes are needed.')
  const format = { '.png': 'png', '.pdf': 'pdf' }[extname(to).toLowerCase()]
  if (format !== 'png' && format !== 'pdf')
    throw new UsageError(`A print is a .png or a .pdf, not ${to}.`)
  const dpi = Number(typedDpi)
  if (!(dpi >= DPI_MIN && dpi <= limits.printDpiMax))
    throw new UsageError(`--dpi takes ${DPI_MIN} to ${limits.printDpiMax}, not ${typedDpi}.`)
  const switches = { force: isSwitch('force', force), json: isSwitch('json', json) }
  return { from, to, format, dpi, ...switches }
}

/**
 * Prints a design file.
 * @throws UsageError where the design is missing or the print is there already
 */
export async function runPrint(
  asked: AskedPrint,
  signal: AbortSignal,
  watch: Watch,
): Promise<ItemReport> {
  const { from, to } = asked
  if (!(await isThere(from))) throw new UsageError(`There is no design ${from}.`)
  if (!asked.force && (await isThere(to)))
    throw new UsageError(`${to} is there already; --force replaces it.`)
  const job: JobContext = {
    signal,
    report: (progress) => watch(0, progress),
    checkpoint: async () => {
      await new Promise<void>((resolve) => setImmediate(resolve))
      throwIfCancelled(signal)
    },
  }
  const beganMs = performance.now()
  const passedMs = () => Math.round(performance.now() - beganMs)
  try {
    const { widthPx, heightPx } = await printDesign(asked, job)
    return { from, to, widthPx, heightPx, ms: passedMs(), fault: null }
  } catch (thrown) {
    const fault = faultOf(thrown).code
    return { from, to: null, widthPx: 0, heightPx: 0, ms: passedMs(), fault }
  } finally {
    watch(0, 'done')
  }
}
