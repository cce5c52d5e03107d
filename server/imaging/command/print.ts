import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { extname } from 'node:path'
import { faultOf } from '#core/errors.ts'
import { type JobContext, throwIfCancelled } from '#core/jobs.ts'
import { limits } from '#core/limits.ts'
import { type PrintOrder, printDesign } from '../print/print-design.ts'
import { isSwitch, split, UsageError } from './read-arguments.ts'

/** Coarser than this nothing is printed. */
const DPI_MIN = 50

export interface AskedPrint extends PrintOrder {
  readonly force: boolean
}

/**
 * What was typed after `npm run imaging -- print`.
 * @throws UsageError
 */
export function readPrint(typedWords: readonly string[]): AskedPrint {
  const { words, options } = split(typedWords)
  const { dpi: typedDpi = String(limits.printDpi), force, ...unknown } = options
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
  return { from, to, format, dpi, force: isSwitch('force', force) }
}

/**
 * Prints a design file.
 * @param say is told what was made, or why nothing was
 * @returns whether there is a print
 * @throws UsageError where the design is missing or the print is there already
 */
export async function runPrint(
  asked: AskedPrint,
  signal: AbortSignal,
  say: (words: string) => void,
): Promise<boolean> {
  const isThere = (path: string) =>
    access(path, constants.F_OK).then(
      () => true,
      () => false,
    )
  if (!(await isThere(asked.from))) throw new UsageError(`There is no design ${asked.from}.`)
  if (!asked.force && (await isThere(asked.to)))
    throw new UsageError(`${asked.to} is there already; --force replaces it.`)
  const job: JobContext = {
    signal,
    report: () => undefined,
    checkpoint: async () => {
      await new Promise<void>((resolve) => setImmediate(resolve))
      throwIfCancelled(signal)
    },
  }
  try {
    const { widthPx, heightPx, dpi } = await printDesign(asked, job)
    say(`${asked.to}  ${widthPx} x ${heightPx} px, ${dpi} dpi`)
    return true
  } catch (thrown) {
    const { code, cause } = faultOf(thrown)
    say(`${asked.from} failed: ${code} ${cause}`.trim())
    return false
  }
}
