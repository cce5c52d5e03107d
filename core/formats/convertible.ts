/** Pictures that are not stored as they are, but taken where the browser decodes them. */
export type ConvertibleFormat = 'webp' | 'gif' | 'avif' | 'heic'

export interface ConvertibleHeader {
  readonly format: ConvertibleFormat
  /** As coded; a turned picture has its sides swapped. */
  readonly widthPx: number
  readonly heightPx: number
  readonly hasAlpha: boolean
}

/** Shorter than the smallest picture of any of these formats. */
const bytesMin = 26
/** How much of a file is searched for the boxes that come before its pixels. */
const headBytes = 262_144

const avifBrands = ['avif', 'avis']
const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']

/**
 * What a WebP, GIF, AVIF or HEIC file says of itself, whatever its name.
 * @returns null for anything else, and for a file that does not say its size
 */
export function readConvertibleHeader(bytes: Uint8Array): ConvertibleHeader | null {
  if (bytes.length < bytesMin) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headBytes))
  const header = readGif(view) ?? readWebp(view) ?? readHeif(view)
  return header !== null && header.widthPx > 0 && header.heightPx > 0 ? header : null
}

function readGif(view: DataView): ConvertibleHeader | null {
  if (textAt(view, 0, 4) !== 'GIF8') return null
  const [widthPx, heightPx] = [view.getUint16(6, true), view.getUint16(8, true)]
  return { format: 'gif', widthPx, heightPx, hasAlpha: true }
}

function readWebp(view: DataView): ConvertibleHeader | null {
  if (textAt(view, 0, 4) !== 'RIFF' || textAt(view, 8, 4) !== 'WEBP' || view.byteLength < 30)
    return null
  const format = 'webp'
  switch (textAt(view, 12, 4)) {
    case 'VP8 ':
      return {
        format,
        widthPx: view.getUint16(26, true) & 0x3fff,
        heightPx: view.getUint16(28, true) & 0x3fff,
        hasAlpha: false,
      }
    case 'VP8L': {
      const bits = view.getUint32(21, true)
      return {
        format,
        widthPx: (bits & 0x3fff) + 1,
        heightPx: ((bits >>> 14) & 0x3fff) + 1,
        hasAlpha: ((bits >>> 28) & 1) === 1,
      }
    }
    case 'VP8X':
      return {
        format,
        widthPx: (view.getUint32(24, true) & 0xffffff) + 1,
        heightPx: (view.getUint32(26, true) >>> 8) + 1,
        hasAlpha: (view.getUint8(20) & 0x10) !== 0,
      }
    default:
      return null
  }
}

/** AVIF and HEIC are one container; its largest `ispe` box is the whole picture, others its tiles. */
function readHeif(view: DataView): ConvertibleHeader | null {
  if (textAt(view, 4, 4) !== 'ftyp') return null
  const brands = brandsOf(view)
  const isAvif = brands.some((brand) => avifBrands.includes(brand))
  if (!isAvif && !brands.some((brand) => heicBrands.includes(brand))) return null
  const head = textAt(view, 0, view.byteLength)
  let [widthPx, heightPx] = [0, 0]
  for (let at = head.indexOf('ispe'); at >= 0; at = head.indexOf('ispe', at + 4)) {
    if (at + 16 > view.byteLength) break
    const [width, height] = [view.getUint32(at + 8), view.getUint32(at + 12)]
    if (width * height > widthPx * heightPx) [widthPx, heightPx] = [width, height]
  }
  const hasAlpha = head.includes('urn:mpeg:mpegB:cicp:systems:auxiliary:alpha')
  return { format: isAvif ? 'avif' : 'heic', widthPx, heightPx, hasAlpha }
}

/** The major brand and those it is compatible with. */
function brandsOf(view: DataView): readonly string[] {
  const end = Math.min(view.getUint32(0), view.byteLength, 128)
  const compatible: string[] = []
  for (let at = 16; at + 4 <= end; at += 4) compatible.push(textAt(view, at, 4))
  return [textAt(view, 8, 4), ...compatible]
}

function textAt(view: DataView, at: number, length: number): string {
  const codes = new Uint8Array(view.buffer, view.byteOffset + at, length)
  let text = ''
  for (const code of codes) text += String.fromCharCode(code)
  return text
}
