import { isFileOf, type PrintFile } from '#core/formats/print-file.ts'
import type { PrintPage } from '#core/formats/print-page.ts'
import { Refused } from '../../calls/refused.ts'
import type { Context } from '../../context.ts'
import type { files } from '../../database/schema.ts'
import { inspectPrintFile } from '../../files/inspect-print-file.ts'

type StoredFile = Pick<typeof files.$inferSelect, 'sha256' | 'bytes' | 'mediaType'>

/** What files were found to hold, by their SHA-256: a file that is asked for again is not read again. */
const found = new Map<string, PrintFile | null>()
const FOUND_MAX = 2000

/** @throws Refused `print-file-wrong` where it is not a print of `page`, `file-unknown` where it is gone */
export async function checkPrintFile(
  context: Context,
  file: StoredFile,
  page: PrintPage,
): Promise<void> {
  const print = found.has(file.sha256)
    ? (found.get(file.sha256) ?? null)
    : await inspect(context, file)
  if (print === null || !isFileOf(print, page)) throw new Refused('print-file-wrong')
}

async function inspect(context: Context, file: StoredFile): Promise<PrintFile | null> {
  const pieces = await context.files.open(file)
  if (pieces === null) throw new Refused('file-unknown')
  const type = file.mediaType === 'application/pdf' ? file.mediaType : 'image/png'
  const inspected = await inspectPrintFile(pieces, type)
  if (!inspected.ok) context.log.warn({ cause: inspected.fault.cause }, 'a print file is no print')
  const [oldest] = found.size >= FOUND_MAX ? found.keys() : []
  if (oldest !== undefined) found.delete(oldest)
  const print = inspected.ok ? inspected.value : null
  found.set(file.sha256, print)
  return print
}
