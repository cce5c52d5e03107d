import { StampaError } from '../../errors.ts'
import { uint16 } from '../byte-range.ts'
import { type HuffmanTable, huffmanTable, JpegBits } from './bits.ts'
import { jpegCode, jpegSegments } from './segments.ts'

/**
 * Reads the codes of a JPEG's scans without making pixels of them, to know what browsers hide:
 * rows that are missing and painted grey, and a stretch of wrong bytes after which the colours are
 * lost. Sequential files and all first passes of progressive ones are read; refining passes, which
 * need the whole picture in memory, are not.
 */
interface Component {
  readonly id: number
  readonly h: number
  readonly v: number
  readonly quantId: number
  /** Blocks that a scan of this component alone has. */
  readonly blocks: number
}

interface Decoder {
  components: readonly Component[]
  mcus: number
  progressive: boolean
  restartEvery: number
  readonly quantDc: number[]
  readonly huffman: Map<number, HuffmanTable>
}

/** One component's part in a scan. */
interface Part {
  readonly component: Component
  readonly dc: HuffmanTable | undefined
  readonly ac: HuffmanTable | undefined
  /** Largest magnitude that a right DC value has, quantised. */
  readonly dcMax: number
  dcBefore: number
}

interface Scan {
  readonly parts: readonly Part[]
  readonly first: number
  readonly last: number
  readonly refines: boolean
  readonly shift: number
  /** Blocks for which an earlier code already said that they end here. */
  endRun: number
}

const mcusBetweenYields = 1 << 14
/** The mean of 8-bit samples about their middle, times 8, with room for any rounding. */
const dcCoefficientMax = 2048

/**
 * @param bytes a JPEG file whose header was read without fault
 * @yields now and then, so that the host can handle messages
 * @throws StampaError `photo-damaged`
 */
export function* checkScans(bytes: Uint8Array): Generator<void, void> {
  const decoder: Decoder = {
    components: [],
    mcus: 0,
    progressive: false,
    restartEvery: 0,
    quantDc: [],
    huffman: new Map(),
  }
  for (const { code, bodyAt, end, dataEnd } of jpegSegments(bytes)) {
    const body = bytes.subarray(bodyAt, end)
    if (code === jpegCode.sos) yield* readScan(decoder, body, new JpegBits(bytes, end, dataEnd))
    else readTable(decoder, code, body)
  }
}

function readTable(decoder: Decoder, code: number, body: Uint8Array): void {
  if (code === jpegCode.dqt) readQuantisation(decoder, body)
  else if (code === jpegCode.dht) readHuffman(decoder, body)
  else if (code === jpegCode.dri) decoder.restartEvery = uint16(body, 0)
  else if (code >= 0xc0 && code <= 0xc2) readFrame(decoder, code, body)
}

function readQuantisation(decoder: Decoder, body: Uint8Array): void {
  for (let at = 0; at < body.length; ) {
    const head = body[at] ?? 0
    const wide = head >> 4 !== 0
    decoder.quantDc[head & 15] = wide ? uint16(body, at + 1) : (body[at + 1] ?? 0)
    at += wide ? 129 : 65
  }
}

function readHuffman(decoder: Decoder, body: Uint8Array): void {
  for (let at = 0; at + 17 <= body.length; ) {
    const counts = body.subarray(at + 1, at + 17)
    const total = counts.reduce((sum, count) => sum + count, 0)
    const symbols = body.subarray(at + 17, at + 17 + total)
    decoder.huffman.set(body[at] ?? 0, huffmanTable(counts, symbols))
    at += 17 + total
  }
}

function readFrame(decoder: Decoder, code: number, body: Uint8Array): void {
  const heightPx = uint16(body, 1)
  const widthPx = uint16(body, 3)
  const parts = Array.from({ length: body[5] ?? 0 }, (_, nth) => {
    const at = 6 + nth * 3
    const sampling = body[at + 1] ?? 0
    return { id: body[at] ?? 0, h: sampling >> 4, v: sampling & 15, quantId: body[at + 2] ?? 0 }
  })
  if (parts.some(({ h, v }) => h < 1 || h > 4 || v < 1 || v > 4)) throw damaged('sampling factors')
  const hMax = Math.max(...parts.map(({ h }) => h))
  const vMax = Math.max(...parts.map(({ v }) => v))
  const blocksOf = (px: number, factor: number, max: number) =>
    Math.ceil(Math.ceil((px * factor) / max) / 8)
  decoder.progressive = code === 0xc2
  decoder.mcus = Math.ceil(widthPx / (8 * hMax)) * Math.ceil(heightPx / (8 * vMax))
  decoder.components = parts.map((part) => ({
    ...part,
    blocks: blocksOf(widthPx, part.h, hMax) * blocksOf(heightPx, part.v, vMax),
  }))
}

function* readScan(decoder: Decoder, body: Uint8Array, bits: JpegBits): Generator<void, void> {
  const scan = scanOf(decoder, body)
  const [only] = scan.parts
  if (only === undefined) throw damaged('a scan of nothing')
  if (scan.refines && scan.first > 0) return
  const single = scan.parts.length === 1
  const mcus = single ? only.component.blocks : decoder.mcus
  for (let mcu = 0; mcu < mcus; mcu++) {
    if (decoder.restartEvery > 0 && mcu > 0 && mcu % decoder.restartEvery === 0)
      restart(scan, bits, mcu / decoder.restartEvery - 1)
    for (const part of scan.parts) {
      const blocks = single ? 1 : part.component.h * part.component.v
      for (let block = 0; block < blocks; block++) readBlock(decoder, scan, part, bits)
    }
    // Some encoders forget the last bits of the last unit, and nobody sees it.
    if (bits.exhausted && mcu < mcus - 1) throw damaged(`a scan ends after ${mcu} of ${mcus} units`)
    if (mcu % mcusBetweenYields === mcusBetweenYields - 1) yield
  }
}

function scanOf(decoder: Decoder, body: Uint8Array): Scan {
  const count = body[0] ?? 0
  const tail = 1 + count * 2
  const parts = Array.from({ length: count }, (_, nth): Part => {
    const component = decoder.components.find(({ id }) => id === body[1 + nth * 2])
    if (component === undefined) throw damaged('a scan of an unknown component')
    const tables = body[2 + nth * 2] ?? 0
    const quant = Math.max(1, decoder.quantDc[component.quantId] ?? 1)
    return {
      component,
      dc: decoder.huffman.get(tables >> 4),
      ac: decoder.huffman.get(0x10 | (tables & 15)),
      dcMax: dcCoefficientMax / quant + 1,
      dcBefore: 0,
    }
  })
  const approximation = body[tail + 2] ?? 0
  return {
    parts,
    first: decoder.progressive ? (body[tail] ?? 0) : 0,
    last: decoder.progressive ? Math.min(63, body[tail + 1] ?? 63) : 63,
    refines: decoder.progressive && approximation >> 4 > 0,
    shift: decoder.progressive ? approximation & 15 : 0,
    endRun: 0,
  }
}

function restart(scan: Scan, bits: JpegBits, nth: number): void {
  if (bits.restart() !== nth % 8) throw damaged('restart markers out of order')
  scan.endRun = 0
  for (const part of scan.parts) part.dcBefore = 0
}

function readBlock(decoder: Decoder, scan: Scan, part: Part, bits: JpegBits): void {
  if (scan.first === 0) {
    if (scan.refines) bits.take(1)
    else readDc(scan, part, bits)
    if (decoder.progressive) return
  }
  readAc(scan, part, bits, decoder.progressive)
}

function readDc(scan: Scan, part: Part, bits: JpegBits): void {
  const size = part.dc === undefined ? -1 : bits.symbol(part.dc)
  if (size < 0 || size > 11) throw damaged('no such code')
  const value = bits.take(size)
  // Values of the lower half stand for negative differences (table F.1).
  part.dcBefore += size > 0 && value < 1 << (size - 1) ? value - (1 << size) + 1 : value
  if (Math.abs(part.dcBefore << scan.shift) > part.dcMax) throw damaged('brightness out of range')
}

function readAc(scan: Scan, part: Part, bits: JpegBits, progressive: boolean): void {
  if (scan.endRun > 0) {
    scan.endRun--
    return
  }
  if (part.ac === undefined) throw damaged('no table')
  for (let index = Math.max(1, scan.first); index <= scan.last; ) {
    const symbol = bits.symbol(part.ac)
    if (symbol < 0) throw damaged('no such code')
    const run = symbol >> 4
    const size = symbol & 15
    if (size === 0 && run < 15) {
      if (progressive) scan.endRun = (1 << run) - 1 + bits.take(run)
      return
    }
    index += run
    if (index > 63) throw damaged('a block of more than 64 values')
    bits.take(size)
    index++
  }
}

const damaged = (cause: string) => new StampaError('photo-damaged', { cause: `JPEG: ${cause}` })
