import { open } from 'node:fs/promises'
import { pdfOfPackedRows } from '#core/formats/pdf/writer.ts'
import { pngOfPackedRows } from '#core/formats/png/writer.ts'
import { openPageRows } from './page-rows.ts'
import type { SheetFile } from './sheet-file.ts'

/**
 * The sheet as a printer takes it. PNG and a PDF of ours hold the same compressed rows, so they go
 * from one into the other as they are: no pixel changes, and the page keeps its exact size.
 * @param formats `document-format-supported`; empty where the printer does not say
 * @param made where another file is written; its ending is added
 * @throws Error where the printer takes neither, or the file is none of ours
 */
export async function sheetAsTaken(
  sheet: SheetFile,
  formats: readonly string[],
  made: string,
): Promise<SheetFile> {
  const { mediaType } = sheet
  if (formats.length === 0 || formats.includes(mediaType)) return sheet
  const other = mediaType === 'image/png' ? 'application/pdf' : 'image/png'
  if (!formats.includes(other)) {
    throw new Error(`the printer takes neither PNG nor PDF, only ${formats.join(', ')}`)
  }
  const path = `${made}.${other === 'image/png' ? 'png' : 'pdf'}`
  const { compressed } = await openPageRows(sheet.path, mediaType)
  const framed = other === 'image/png' ? pngOfPackedRows : pdfOfPackedRows
  await writePieces(path, framed(sheet.page, compressed()))
  return { ...sheet, path, mediaType: other }
}

async function writePieces(path: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    for await (const piece of pieces) await file.write(piece)
  } finally {
    await file.close()
  }
}
