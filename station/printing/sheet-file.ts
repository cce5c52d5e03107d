import { type FileHandle, open, rm } from 'node:fs/promises'
import { type Copy, impose } from '#core/commerce/sizes/imposition.ts'
import type { StationJob } from '#core/contract/station/station-job.ts'
import { createPngWriter } from '#core/formats/png/writer.ts'
import { printPage } from '#core/formats/print-page.ts'
import { pxFromMm } from '#core/units.ts'
import { loadKernels } from './kernels.ts'
import { openPageRows, type PageRows, rgbRows } from './page-rows.ts'

/** What goes to the printer. */
export interface SheetFile {
  readonly path: string
  readonly mediaType: 'image/png' | 'application/pdf'
  readonly widthMm: number
  readonly heightMm: number
  readonly copies: number
  /** The page that it holds. */
  readonly page: StationJob['page']
}

const RGB = 3
const WHITE = 255

/**
 * The file that a job prints: its own, as often as it was ordered, or the copies of its size laid out
 * on the machine's sheet as one page. Memory is a few rows, however large the sheet.
 * @param path the print file, checked
 * @param made where a sheet is written
 * @throws Error where the copies do not lie on the sheet, or the file is none of ours
 */
export async function sheetFileOf(job: StationJob, path: string, made: string): Promise<SheetFile> {
  const { size, page, file, sheet } = job
  if (size === null || size.quantity === 1) {
    const { widthMm, heightMm } = page
    const copies = size === null ? job.quantity : 1
    return { path, mediaType: file.mediaType, widthMm, heightMm, copies, page }
  }
  const laid = impose(size, sheet)
  if (!laid.fits) throw new Error(`only ${laid.most} copies lie on the sheet`)
  const rows = await openPageRows(path, file.mediaType)
  const [raw, turned] = [`${made}.rows`, `${made}.turned`]
  // A copy that lies the other way round than its file is turned by a quarter.
  const isTurned = laid.copies.some(
    (copy) => (page.widthMm - page.heightMm) * (copy.widthMm - copy.heightMm) < 0,
  )
  try {
    await unpack(rows, raw)
    if (isTurned) {
      await turn(rows, raw, turned)
      const lying = { ...rows, widthPx: rows.heightPx, heightPx: rows.widthPx }
      await writeSheet(job, lying, laid.copies, turned, made)
    } else await writeSheet(job, rows, laid.copies, raw, made)
  } finally {
    await rm(raw, { force: true })
    await rm(turned, { force: true })
  }
  const { scalePxPerMm: _, ...whole } = printPage({ ...sheet, bleedMm: 0 }, page.dpi)
  return { path: made, mediaType: 'image/png', ...sheet, copies: 1, page: whole }
}

/** The page's rows as they are, on disk, so that any of them can be read again for each copy. */
async function unpack(page: PageRows, raw: string): Promise<void> {
  const file = await open(raw, 'w', 0o600)
  try {
    for await (const row of rgbRows(page)) await file.write(row)
  } finally {
    await file.close()
  }
}

/** Where a copy with its bleed lies on the sheet, in px; its upper left corner may be off it. */
interface Placed {
  readonly left: number
  readonly top: number
}

async function writeSheet(
  { page, sheet, size }: StationJob,
  rows: PageRows,
  copies: readonly Copy[],
  raw: string,
  made: string,
): Promise<void> {
  const { dpi, bleedMm } = page
  const target = printPage({ ...sheet, bleedMm: 0 }, dpi)
  const px = (mm: number) => Math.round(pxFromMm(mm, dpi))
  const lies: Placed[] = copies.map(({ xMm, yMm }) => ({
    left: px(xMm - bleedMm),
    top: px(yMm - bleedMm),
  }))
  // Neighbours share what lies between them: the bleed of one never covers the other.
  const gap = Math.min(bleedMm, (size?.spacingMm ?? 0) / 2)
  const cut = px(bleedMm) - Math.floor(pxFromMm(gap, dpi))
  const [source, output] = [await open(raw), await open(made, 'w', 0o600)]
  try {
    const sink = { write: async (bytes: Uint8Array) => void (await output.write(bytes)) }
    const writer = await createPngWriter(target, await loadKernels(), sink)
    const line = Buffer.alloc(target.widthPx * RGB)
    const rgba = new Uint8ClampedArray(target.widthPx * 4)
    for (let y = 0; y < target.heightPx; y++) {
      line.fill(WHITE)
      for (const copy of lies) await drawRow(line, y, copy, rows, source, cut)
      spread(line, rgba)
      await writer.writeRows(rgba, 1)
    }
    await writer.finish()
    await output.sync()
  } finally {
    await source.close()
    await output.close()
  }
}

/** Draws what a copy has in row `y` of the sheet into `line`. */
async function drawRow(
  line: Buffer,
  y: number,
  { left, top }: Placed,
  { widthPx, heightPx }: PageRows,
  source: FileHandle,
  cut: number,
): Promise<void> {
  const row = y - top
  if (row < cut || row >= heightPx - cut) return
  const from = Math.max(cut, -left)
  const to = Math.min(widthPx - cut, line.length / RGB - left)
  if (to <= from) return
  await source.read(line, (left + from) * RGB, (to - from) * RGB, (row * widthPx + from) * RGB)
}

/** Columns that are turned at once: so many bytes of each row are read at a time. */
const BAND_PX = 256

/** The page turned by a quarter to the right: its columns, upwards, become rows. */
async function turn({ widthPx, heightPx }: PageRows, raw: string, turned: string): Promise<void> {
  const [source, output] = [await open(raw), await open(turned, 'w', 0o600)]
  try {
    for (let from = 0; from < widthPx; from += BAND_PX) {
      const columns = Math.min(BAND_PX, widthPx - from)
      const piece = Buffer.alloc(columns * RGB)
      const band = Buffer.alloc(columns * heightPx * RGB)
      for (let y = 0; y < heightPx; y++) {
        await source.read(piece, 0, piece.length, (y * widthPx + from) * RGB)
        for (let x = 0; x < columns; x++) {
          piece.copy(band, (x * heightPx + heightPx - 1 - y) * RGB, x * RGB, (x + 1) * RGB)
        }
      }
      await output.write(band)
    }
  } finally {
    await source.close()
    await output.close()
  }
}

function spread(rgb: Buffer, rgba: Uint8ClampedArray): void {
  for (let at = 0, to = 0; at < rgb.length; at += RGB, to += 4) {
    rgba[to] = rgb[at] ?? 0
    rgba[to + 1] = rgb[at + 1] ?? 0
    rgba[to + 2] = rgb[at + 2] ?? 0
    rgba[to + 3] = 255
  }
}
