import { crc32 } from 'node:zlib'
import { readPngHead } from '#core/formats/png/header.ts'
import { PNG_SIGNATURE } from '#core/formats/sniff.ts'
import { limits } from '#core/limits.ts'
import { PictureRows, type RowsOfLength } from './picture-rows.ts'
import { refusedFile } from './refuse-file.ts'

/** What the chunks of a whole PNG say. */
export interface ScannedPng {
  readonly widthPx: number
  readonly heightPx: number
  readonly bitDepth: number
  /** 2 is RGB without alpha (table 11.1). */
  readonly colourType: number
  /** Null where the file does not tell its resolution in metres, or tells two. */
  readonly pxPerMetre: number | null
}

type Pieces = AsyncIterable<Uint8Array>

const SIGNATURE = Buffer.from(PNG_SIGNATURE)
/** A chunk's length is 31 bits (clause 5.3). */
const CHUNK_BYTES_MAX = 2 ** 31 - 1
const CRITICAL = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND'])
/** Bodies that are read; of others only the sum is checked. */
const READ: Readonly<Record<string, number>> = { IHDR: 13, pHYs: 9 }
const METRE = 1
/** A file of empty chunks costs more time than bytes: so many, and one for every so many bytes. */
const CHUNKS_FREE = 64
const BYTES_A_CHUNK = 256

/**
 * Reads a PNG once, in pieces: every chunk's sum, the end, and that its pixels unpack to the rows it
 * says. Nothing but the piece at hand is kept.
 * @param kind a print, or a photo as the studio takes one: longer sides, and interlaced too
 * @throws StampaError `file-refused`, or `photo-damaged` for a head that no PNG may have
 */
export async function scanPng(
  pieces: Pieces,
  kind: 'print' | 'photo' = 'print',
): Promise<ScannedPng> {
  const bytes = new ByteQueue(pieces)
  const scan = new ChunkScan(kind === 'photo')
  try {
    if (!SIGNATURE.equals(await bytes.exactly(8))) throw refusedFile('no PNG signature')
    while (!scan.isOver) await scan.chunk(bytes)
    if (!(await bytes.isAtEnd())) throw refusedFile('bytes behind IEND')
    return scan.found()
  } finally {
    scan.close()
  }
}

/** Hands out exactly as many bytes as are asked for. */
class ByteQueue {
  readonly #pieces: AsyncIterator<Uint8Array>
  #held: Uint8Array = new Uint8Array(0)

  constructor(pieces: Pieces) {
    this.#pieces = pieces[Symbol.asyncIterator]()
  }

  /** At most `most` bytes, at least one. */
  async some(most: number): Promise<Uint8Array> {
    if (await this.isAtEnd()) throw refusedFile('cut short')
    const taken = this.#held.subarray(0, most)
    this.#held = this.#held.subarray(taken.length)
    return taken
  }

  /** For small numbers of bytes. */
  async exactly(count: number): Promise<Buffer> {
    const bytes = Buffer.alloc(count)
    for (let at = 0; at < count; ) {
      const piece = await this.some(count - at)
      bytes.set(piece, at)
      at += piece.length
    }
    return bytes
  }

  async isAtEnd(): Promise<boolean> {
    while (this.#held.length === 0) {
      const next = await this.#pieces.next()
      if (next.done) return true
      this.#held = next.value
    }
    return false
  }
}

/** Columns and rows at which each pass of an interlaced picture begins, and how far they are apart (clause 8.2). */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** The passes of an interlaced picture that have pixels. */
function interlacedRows({
  widthPx,
  heightPx,
  bitsPerPixel,
}: ReturnType<typeof readPngHead>): readonly RowsOfLength[] {
  return ADAM7.flatMap(([x, y, stepX, stepY]) => {
    const columns = Math.ceil((widthPx - x) / stepX)
    const rows = Math.ceil((heightPx - y) / stepY)
    if (columns <= 0 || rows <= 0) return []
    return [{ rowBytes: Math.ceil((columns * bitsPerPixel) / 8) + 1, rows }]
  })
}

class ChunkScan {
  readonly #isPhoto: boolean
  #head: ScannedPng | null = null
  #rows: PictureRows | null = null
  #pixels: 'none' | 'running' | 'over' = 'none'
  #hasPalette = false
  #chunks = 0
  #bytes = 0
  isOver = false

  constructor(isPhoto: boolean) {
    this.#isPhoto = isPhoto
  }

  async chunk(bytes: ByteQueue): Promise<void> {
    const frame = await bytes.exactly(8)
    const length = frame.readUInt32BE(0)
    const type = frame.toString('latin1', 4)
    this.#expect(type, length)
    this.#countChunk(length)
    const body = Buffer.alloc(type in READ ? length : 0)
    let sum = crc32(frame.subarray(4))
    for (let at = 0; at < length; ) {
      const piece = await bytes.some(length - at)
      sum = crc32(piece, sum)
      if (type in READ) body.set(piece, at)
      if (type === 'IDAT') await this.#rows?.write(piece)
      at += piece.length
    }
    if (sum !== (await bytes.exactly(4)).readUInt32BE(0)) throw refusedFile(`wrong sum of ${type}`)
    await this.#take(type, body)
  }

  found(): ScannedPng {
    if (this.#head === null) throw refusedFile('no IHDR')
    return this.#head
  }

  close(): void {
    this.#rows?.close()
  }

  #expect(type: string, length: number): void {
    if (!/^[A-Za-z]{4}$/.test(type)) throw refusedFile('no chunk where one must be')
    if (length > CHUNK_BYTES_MAX || length !== (READ[type] ?? length)) {
      throw refusedFile(`wrong length of ${type}`)
    }
    const isCritical = type.charCodeAt(0) < 0x60
    if (isCritical && !CRITICAL.has(type)) throw refusedFile(`unknown critical chunk ${type}`)
    if ((type === 'IHDR') !== (this.#head === null)) throw refusedFile('not one IHDR at the start')
    if (type === 'IDAT' && this.#pixels === 'over') throw refusedFile('pixels in two places')
    if (type === 'IDAT' && this.#head?.colourType === 3 && !this.#hasPalette) {
      throw refusedFile('no palette')
    }
  }

  #countChunk(length: number): void {
    this.#chunks += 1
    if (this.#chunks > CHUNKS_FREE + this.#bytes / BYTES_A_CHUNK) throw refusedFile('tiny chunks')
    this.#bytes += length
  }

  async #take(type: string, body: Buffer): Promise<void> {
    if (type === 'IHDR') this.#begin(body)
    else if (type === 'pHYs') this.#resolution(body)
    else if (type === 'PLTE') this.#hasPalette = true
    if (type === 'IDAT') this.#pixels = 'running'
    else if (this.#pixels === 'running') {
      this.#pixels = 'over'
      await this.#rows?.finish()
    }
    if (type !== 'IEND') return
    if (this.#pixels === 'none') throw refusedFile('no pixels')
    this.isOver = true
  }

  #begin(body: Buffer): void {
    const picture = readPngHead(body)
    const { widthPx, heightPx, bitDepth, unpackedBytes } = picture
    const sideMax = this.#isPhoto ? limits.intakeSidePxMax : limits.printSidePxMax
    if (Math.max(widthPx, heightPx) > sideMax) throw refusedFile('more pixels than any print')
    if (this.#isPhoto && widthPx * heightPx > limits.intakePxMax)
      throw refusedFile('more pixels than any photo')
    const isInterlaced = body[12] !== 0
    if (isInterlaced && !this.#isPhoto) throw refusedFile('interlaced')
    this.#head = { widthPx, heightPx, bitDepth, colourType: body.readUInt8(9), pxPerMetre: null }
    this.#rows = new PictureRows(
      isInterlaced
        ? interlacedRows(picture)
        : [{ rowBytes: unpackedBytes / heightPx, rows: heightPx }],
    )
  }

  #resolution(body: Buffer): void {
    const [x, y] = [body.readUInt32BE(0), body.readUInt32BE(4)]
    if (this.#head === null || x !== y || body[8] !== METRE || x === 0) return
    this.#head = { ...this.#head, pxPerMetre: x }
  }
}
