import { crc32 } from 'node:zlib'
import { PNG_SIGNATURE } from '#core/formats/sniff.ts'
import { openPageRows } from '../printing/page-rows.ts'

const SIGNATURE = Buffer.from(PNG_SIGNATURE)

/** A print file as a PNG that a browser shows: a PDF of ours holds the same compressed rows. */
export async function* sheetPicture(path: string, format: string): AsyncGenerator<Buffer> {
  const type = format === 'application/pdf' ? format : 'image/png'
  const { widthPx, heightPx, compressed } = await openPageRows(path, type)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(widthPx, 0)
  head.writeUInt32BE(heightPx, 4)
  head.set([8, 2, 0, 0, 0], 8)
  yield Buffer.concat([SIGNATURE, chunk('IHDR', head)])
  for await (const piece of compressed()) yield chunk('IDAT', piece)
  yield chunk('IEND', Buffer.alloc(0))
}

function chunk(type: string, body: Buffer): Buffer {
  const bytes = Buffer.alloc(body.length + 12)
  bytes.writeUInt32BE(body.length, 0)
  bytes.write(type, 4, 'latin1')
  bytes.set(body, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, body.length + 8)), body.length + 8)
  return bytes
}
