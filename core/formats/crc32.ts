/** CRC-32 as PNG and ZIP use it (ISO 3309), continued from `start`. */
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/**
 * @param bytes what is summed
 * @param start the checksum of what came before, 0 at the beginning
 * @returns unsigned 32-bit checksum
 */
export function crc32(bytes: Uint8Array, start = 0): number {
  let crc = ~start
  for (const byte of bytes) crc = (table[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8)
  return ~crc >>> 0
}
