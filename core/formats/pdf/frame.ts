import { srgbProfile } from './srgb-profile.ts'

/** The numbers of a PDF print file: lengths in points as they are written, 4 decimals. */
export interface PdfPage {
  /** Media and bleed box. */
  readonly width: string
  readonly height: string
  /** Trim box: lower left corner, right and upper edge. */
  readonly inset: string
  readonly right: string
  readonly top: string
  readonly widthPx: number
  readonly heightPx: number
}

/** What stands before and behind the compressed pixels. */
export interface PdfFrame {
  readonly head: Uint8Array<ArrayBuffer>
  readonly tail: (imageBytes: number) => Uint8Array<ArrayBuffer>
}

const object = {
  catalog: 1,
  pages: 2,
  page: 3,
  content: 4,
  profile: 5,
  image: 6,
  imageLength: 7,
} as const
const OBJECT_COUNT = 8

const latin1 = (text: string): Uint8Array =>
  Uint8Array.from(text, (letter) => letter.charCodeAt(0) & 255)

/** Writes objects in order and remembers where each begins, for the cross-reference table. */
class ObjectWriter {
  readonly offsets = new Map<number, number>()
  readonly #pieces: Uint8Array[] = []
  #position: number

  constructor(position: number) {
    this.#position = position
  }

  get position(): number {
    return this.#position
  }

  write(piece: string | Uint8Array): void {
    const bytes = typeof piece === 'string' ? latin1(piece) : piece
    this.#position += bytes.length
    this.#pieces.push(bytes)
  }

  begin(id: number): void {
    this.offsets.set(id, this.#position)
    this.write(`${id} 0 obj\n`)
  }

  object(id: number, body: string): void {
    this.begin(id)
    this.write(`${body}\nendobj\n`)
  }

  stream(id: number, dictionary: string, body: Uint8Array): void {
    this.begin(id)
    this.write(`<< ${dictionary} /Length ${body.length} >>\nstream\n`)
    this.write(body)
    this.write('\nendstream\nendobj\n')
  }

  bytes(): Uint8Array<ArrayBuffer> {
    const all = new Uint8Array(this.#pieces.reduce((sum, { length }) => sum + length, 0))
    let at = 0
    for (const piece of this.#pieces) {
      all.set(piece, at)
      at += piece.length
    }
    return all
  }
}

function pageBoxes({ width, height, inset, right, top }: PdfPage): string {
  const sheet = `[0 0 ${width} ${height}]`
  return `/MediaBox ${sheet} /BleedBox ${sheet} /TrimBox [${inset} ${inset} ${right} ${top}]`
}

function writeDocument(out: ObjectWriter, page: PdfPage): void {
  // Four bytes above 127 in a comment tell transports that the file is binary (clause 7.5.2).
  out.write('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')
  const intent =
    `/OutputIntents [<< /Type /OutputIntent /S /GTS_PDFX /OutputConditionIdentifier (sRGB) ` +
    `/Info (sRGB IEC61966-2.1) /DestOutputProfile ${object.profile} 0 R >>]`
  out.object(object.catalog, `<< /Type /Catalog /Pages ${object.pages} 0 R ${intent} >>`)
  out.object(object.pages, `<< /Type /Pages /Kids [${object.page} 0 R] /Count 1 >>`)
  out.object(
    object.page,
    `<< /Type /Page /Parent ${object.pages} 0 R ${pageBoxes(page)} ` +
      `/Resources << /XObject << /Print ${object.image} 0 R >> >> /Contents ${object.content} 0 R >>`,
  )
  const draw = `q ${page.width} 0 0 ${page.height} 0 0 cm /Print Do Q`
  out.stream(object.content, '', latin1(draw))
  out.stream(object.profile, '/N 3 /Alternate /DeviceRGB', srgbProfile())
}

function beginImage(out: ObjectWriter, { widthPx, heightPx }: PdfPage): void {
  out.begin(object.image)
  out.write(
    `<< /Type /XObject /Subtype /Image /Width ${widthPx} /Height ${heightPx} ` +
      `/ColorSpace [/ICCBased ${object.profile} 0 R] /BitsPerComponent 8 /Filter /FlateDecode ` +
      `/DecodeParms << /Predictor 15 /Colors 3 /BitsPerComponent 8 /Columns ${widthPx} >> ` +
      `/Length ${object.imageLength} 0 R >>\nstream\n`,
  )
}

function writeEnd(out: ObjectWriter, offsets: ReadonlyMap<number, number>): void {
  const start = out.position
  const lines = ['0000000000 65535 f \n']
  for (let id = 1; id < OBJECT_COUNT; id++) {
    lines.push(`${String(offsets.get(id) ?? 0).padStart(10, '0')} 00000 n \n`)
  }
  out.write(`xref\n0 ${OBJECT_COUNT}\n${lines.join('')}`)
  out.write(
    `trailer\n<< /Size ${OBJECT_COUNT} /Root ${object.catalog} 0 R >>\nstartxref\n${start}\n%%EOF\n`,
  )
}

/**
 * Everything of a PDF print file but its compressed pixels.
 * @see ISO 32000-1, clauses 7.5 (file structure), 14.11.2 (page boundaries)
 */
export function pdfFrame(page: PdfPage): PdfFrame {
  const document = new ObjectWriter(0)
  writeDocument(document, page)
  beginImage(document, page)
  return {
    head: document.bytes(),
    tail: (imageBytes) => {
      const out = new ObjectWriter(document.position + imageBytes)
      out.write('\nendstream\nendobj\n')
      out.object(object.imageLength, String(imageBytes))
      writeEnd(out, new Map([...document.offsets, ...out.offsets]))
      return out.bytes()
    },
  }
}

const LENGTH = String.raw`\d{1,5}\.\d{4}`
const boxes = new RegExp(
  String.raw`/MediaBox \[0 0 (${LENGTH}) (${LENGTH})\] .{0,60}/TrimBox \[(${LENGTH}) ${LENGTH} (${LENGTH}) (${LENGTH})\]`,
)
const pixels = /\/Width (\d{1,6}) \/Height (\d{1,6}) /
const tailStart = /\nendstream\nendobj\n7 0 obj\n(\d{1,10})\nendobj\nxref\n/

/** Bytes at either end of a print file within which its frame lies. */
export const PDF_FRAME_BYTES_MAX = 4096

/**
 * The page that a print file's first bytes describe; null where another program wrote them.
 * @param start at least the first {@link PDF_FRAME_BYTES_MAX} bytes, fewer where the file has fewer
 */
export function readPdfPage(start: Uint8Array): PdfPage | null {
  const text = String.fromCharCode(...start.subarray(0, PDF_FRAME_BYTES_MAX))
  const [, width, height, inset, right, top] = boxes.exec(text) ?? []
  const [, widthPx, heightPx] = pixels.exec(text) ?? []
  if (!width || !height || !inset || !right || !top || !widthPx || !heightPx) return null
  const page = { width, height, inset, right, top }
  return { ...page, widthPx: Number(widthPx), heightPx: Number(heightPx) }
}

/** How many bytes of compressed pixels a print file says to have, by its last bytes. */
export function readPdfImageBytes(end: Uint8Array): number | null {
  const text = String.fromCharCode(...end.subarray(-PDF_FRAME_BYTES_MAX))
  const bytes = tailStart.exec(text)?.[1]
  return bytes === undefined ? null : Number(bytes)
}
