import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { createInflate } from 'node:zlib'
import { PDF_FRAME_BYTES_MAX, readPdfImageBytes, readPdfPage } from '#core/formats/pdf/frame.ts'

/** The pixels of a print file, as PNG's filters left them: PDF's predictor 15 has the same bytes. */
export interface PageRows {
  readonly widthPx: number
  readonly heightPx: number
  /** The zlib stream of all rows. */
  readonly compressed: () => AsyncIterable<Buffer>
}

type PrintType = 'image/png' | 'application/pdf'

const RGB = 3
const PNG_HEAD_BYTES = 33

/** Opens a print file as the studio writes them. @throws Error for any other */
export const openPageRows = (path: string, type: PrintType): Promise<PageRows> =>
  type === 'image/png' ? openPng(path) : openPdf(path)

async function openPng(path: string): Promise<PageRows> {
  const head = await readAt(path, 0, PNG_HEAD_BYTES)
  if (head.toString('latin1', 12, 16) !== 'IHDR') throw new Error('no PNG')
  // 8-bit RGB, not interlaced.
  if (head.readUInt8(24) !== 8 || head.readUInt8(25) !== 2 || head.readUInt8(28) !== 0) {
    throw new Error('no print file of ours')
  }
  return {
    widthPx: head.readUInt32BE(16),
    heightPx: head.readUInt32BE(20),
    compressed: () => pixelsOfPng(path),
  }
}

/** The bodies of the IDAT chunks, one after the other. */
async function* pixelsOfPng(path: string): AsyncGenerator<Buffer> {
  const file = await open(path)
  try {
    const frame = Buffer.alloc(8)
    for (let at = 8; ; ) {
      const { bytesRead } = await file.read(frame, 0, 8, at)
      const type = frame.toString('latin1', 4)
      if (bytesRead < 8 || type === 'IEND') return
      const length = frame.readUInt32BE(0)
      if (type === 'IDAT' && length > 0) {
        yield* createReadStream(path, { start: at + 8, end: at + 7 + length })
      }
      at += length + 12
    }
  } finally {
    await file.close()
  }
}

async function openPdf(path: string): Promise<PageRows> {
  const { size } = await stat(path)
  const start = await readAt(path, 0, Math.min(size, 2 * PDF_FRAME_BYTES_MAX))
  const tailBytes = Math.min(size, PDF_FRAME_BYTES_MAX)
  const end = await readAt(path, size - tailBytes, tailBytes)
  const page = readPdfPage(start)
  const imageBytes = readPdfImageBytes(end)
  const image = start.indexOf('/Subtype /Image')
  const from = start.indexOf('stream\n', image) + 'stream\n'.length
  if (page === null || imageBytes === null || image < 0) throw new Error('no print file of ours')
  return {
    widthPx: page.widthPx,
    heightPx: page.heightPx,
    compressed: () => createReadStream(path, { start: from, end: from + imageBytes - 1 }),
  }
}

async function readAt(path: string, from: number, length: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const bytes = Buffer.alloc(length)
    const { bytesRead } = await file.read(bytes, 0, length, from)
    return bytes.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The rows of a page from top to bottom, 8-bit RGB; each is overwritten by the next but one. */
export async function* rgbRows({
  widthPx,
  heightPx,
  compressed,
}: PageRows): AsyncGenerator<Buffer> {
  const rowBytes = widthPx * RGB
  const inflate = createInflate()
  const feeding = (async () => {
    for await (const piece of compressed()) {
      if (!inflate.write(piece)) await new Promise((drained) => inflate.once('drain', drained))
    }
    inflate.end()
  })().catch((thrown: Error) => void inflate.destroy(thrown))
  let [above, row] = [Buffer.alloc(rowBytes), Buffer.alloc(rowBytes)]
  const filtered = Buffer.alloc(rowBytes + 1)
  let held = 0
  let rows = 0
  for await (const piece of inflate) {
    const bytes: Buffer = piece
    for (let at = 0; at < bytes.length; ) {
      const taken = bytes.copy(filtered, held, at)
      at += taken
      held += taken
      if (held <= rowBytes) continue
      held = 0
      unfilter(filtered, above, row)
      yield row
      ;[above, row] = [row, above]
      rows += 1
    }
  }
  await feeding
  if (rows !== heightPx) throw new Error('the page has not as many rows as it says')
}

/** Undoes a row's filter (ISO/IEC 15948, clause 9). */
function unfilter(filtered: Buffer, above: Buffer, row: Buffer): void {
  const filter = filtered[0] ?? 0
  for (let at = 0; at < row.length; at++) {
    const left = at >= RGB ? (row[at - RGB] ?? 0) : 0
    const up = above[at] ?? 0
    const raw = filtered[at + 1] ?? 0
    if (filter === 0) row[at] = raw
    else if (filter === 1) row[at] = raw + left
    else if (filter === 2) row[at] = raw + up
    else if (filter === 3) row[at] = raw + ((left + up) >> 1)
    else row[at] = raw + paeth(left, up, at >= RGB ? (above[at - RGB] ?? 0) : 0)
  }
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner
  const toLeft = Math.abs(estimate - left)
  const toUp = Math.abs(estimate - up)
  const toCorner = Math.abs(estimate - corner)
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}
