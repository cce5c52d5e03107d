/** Tables of ITU-T T.81, annex K: what encoders use that make none of their own. */

const bytes = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/[0-9a-f]{2}/g) ?? [], (pair) => Number.parseInt(pair, 16))

/** Table K.1 and K.2, row by row. */
const lumaSteps = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56,
  14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113,
  92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
]
const chromaSteps = [
  17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99,
  47, 66, 99, 99, 99, 99, 99, 99,
]

/**
 * Quantisation steps, row by row.
 * @param quality 1 to 100, scaled as the Independent JPEG Group does
 */
export function quantisationSteps(kind: 'luma' | 'chroma', quality: number): Uint8Array {
  const scale = quality < 50 ? 5000 / quality : 200 - quality * 2
  const steps = kind === 'luma' ? lumaSteps : chromaSteps
  return Uint8Array.from({ length: 64 }, (_, at) =>
    Math.min(255, Math.max(1, Math.floor(((steps[at] ?? 99) * scale + 50) / 100))),
  )
}

/** Places of a block in the order in which they are written. */
export const zigzag: Uint8Array = Uint8Array.from([
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20,
  13, 6, 7, 14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52,
  45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
])

/** A Huffman table as a file says it: how many codes of each length, and their symbols. */
export interface StatedTable {
  readonly counts: Uint8Array
  readonly symbols: Uint8Array
}

const dcSymbols = Uint8Array.from({ length: 12 }, (_, size) => size)

export const standardHuffman = {
  lumaDc: { counts: bytes('00010501010101010100000000000000'), symbols: dcSymbols },
  chromaDc: { counts: bytes('00030101010101010101010000000000'), symbols: dcSymbols },
  lumaAc: {
    counts: bytes('0002010303020403050504040000017d'),
    symbols: bytes(
      '01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa',
    ),
  },
  chromaAc: {
    counts: bytes('00020102040403040705040400010277'),
    symbols: bytes(
      '000102031104052131061241510761711322328108144291a1b1c109233352f0156272d10a162434e125f11718191a262728292a35363738393a434445464748494a535455565758595a636465666768696a737475767778797a82838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae2e3e4e5e6e7e8e9eaf2f3f4f5f6f7f8f9fa',
    ),
  },
} as const satisfies Readonly<Record<string, StatedTable>>
