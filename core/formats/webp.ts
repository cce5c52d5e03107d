import { standsAt } from './byte-range.ts'

const FRAME_BYTES = 8

const uint32 = (bytes: Uint8Array, at: number): number =>
  new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0, true)

/**
 * Whether a file is a WebP picture with both sides above 0, whole by the sizes it tells (RFC 9649);
 * nothing is decoded.
 */
export function isWholeWebp(bytes: Uint8Array): boolean {
  const form = FRAME_BYTES + 4
  if (bytes.length < form || !standsAt(bytes, 0, 'RIFF') || !standsAt(bytes, 8, 'WEBP')) {
    return false
  }
  if (uint32(bytes, 4) + FRAME_BYTES !== bytes.length) return false
  let hasPicture = false
  for (let at = form; at < bytes.length; ) {
    if (at + FRAME_BYTES > bytes.length) return false
    const length = uint32(bytes, at + 4)
    const body = bytes.subarray(at + FRAME_BYTES, at + FRAME_BYTES + length)
    if (body.length !== length) return false
    hasPicture ||= isPicture(bytes, at, body)
    at += FRAME_BYTES + length + (length % 2)
  }
  return hasPicture
}

/** A lossy or lossless bitstream by its start code, with a size. */
function isPicture(bytes: Uint8Array, at: number, body: Uint8Array): boolean {
  if (standsAt(bytes, at, 'VP8L')) return body.length > 5 && body[0] === 0x2f
  if (!standsAt(bytes, at, 'VP8 ') || body.length <= 10) return false
  const [width, height] = [6, 8].map((side) => ((body[side + 1] ?? 0) << 8) | (body[side] ?? 0))
  const isStart = body[3] === 0x9d && body[4] === 0x01 && body[5] === 0x2a
  return isStart && ((width ?? 0) & 0x3fff) > 0 && ((height ?? 0) & 0x3fff) > 0
}
