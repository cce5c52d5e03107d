/** A part of a file: from `start` up to, not including, `end`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** Unsigned 16-bit big-endian number; 0 beyond the end. */
export const uint16 = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)

/** Unsigned 32-bit big-endian number; 0 beyond the end. */
export const uint32 = (bytes: Uint8Array, at: number): number =>
  uint16(bytes, at) * 0x10000 + uint16(bytes, at + 2)

/** Whether the ASCII `text` stands at `at`. */
export function standsAt(bytes: Uint8Array, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (bytes[at + index] !== text.charCodeAt(index)) return false
  }
  return true
}

/** Joins ranges that touch, so that few pieces are left. */
export function joinTouching(ranges: readonly ByteRange[]): readonly ByteRange[] {
  const joined: ByteRange[] = []
  for (const range of ranges) {
    const last = joined.at(-1)
    if (last !== undefined && last.end === range.start)
      joined[joined.length - 1] = { start: last.start, end: range.end }
    else joined.push(range)
  }
  return joined
}

/**
 * More parts than this no writer makes of a file: one that is nothing but empty parts would take seconds
 * and a gigabyte to list.
 */
export const PARTS_MAX = 32_768
