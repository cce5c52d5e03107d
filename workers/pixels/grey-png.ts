import type { Plane } from '#core/pixels/raster.ts'

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
/** PNG's filter 2: each byte less the one above it, which turns a matte into runs of zeros. */
const FILTER_UP = 2

/** A plane as an 8-bit grey PNG, a quarter of what a canvas would write. */
export async function encodeGreyPng(plane: Plane): Promise<Blob> {
  const packed = new Uint8Array(
    await new Response(
      filteredRows(plane).pipeThrough(new CompressionStream('deflate')),
    ).arrayBuffer(),
  )
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, plane.widthPx)
  view.setUint32(4, plane.heightPx)
  header[8] = 8
  const parts = [
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', packed),
    chunk('IEND', new Uint8Array()),
  ]
  return new Blob(parts, { type: 'image/png' })
}

/** Rows with their filter byte, 64 at a time. */
function filteredRows({ widthPx, heightPx, values }: Plane): ReadableStream<BufferSource> {
  let y = 0
  return new ReadableStream({
    pull: (controller) => {
      const rows = Math.min(64, heightPx - y)
      const bytes = new Uint8Array(rows * (widthPx + 1))
      for (let row = 0; row < rows; row++, y++) {
        const to = row * (widthPx + 1)
        bytes[to] = FILTER_UP
        for (let x = 0; x < widthPx; x++) {
          const above = y === 0 ? 0 : (values[(y - 1) * widthPx + x] as number)
          bytes[to + 1 + x] = (values[y * widthPx + x] as number) - above
        }
      }
      controller.enqueue(bytes)
      if (y >= heightPx) controller.close()
    },
  })
}

function chunk(type: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(content.length + 12)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, content.length)
  for (let i = 0; i < 4; i++) bytes[4 + i] = type.charCodeAt(i)
  bytes.set(content, 8)
  view.setUint32(content.length + 8, crc32(bytes.subarray(4, content.length + 8)))
  return bytes
}

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] as number) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}
