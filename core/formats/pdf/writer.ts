import type { PrintPage } from '../../print/page.ts'
import { MM_PER_INCH } from '../../units.ts'
import { ImageRows } from '../image-rows.ts'
import type { ByteSink, OpenDeflater, PrintWriter } from '../sink.ts'
import { srgbProfile } from './srgb-profile.ts'

const POINTS_PER_INCH = 72
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

const points = (mm: number): string => ((mm / MM_PER_INCH) * POINTS_PER_INCH).toFixed(4)

function latin1(words: string): Uint8Array {
  return Uint8Array.from(words, (letter) => letter.charCodeAt(0) & 255)
}

/** Writes objects in order and remembers where each begins, for the cross-reference table. */
class ObjectStream {
  readonly #sink: ByteSink
  readonly #offsets = new Map<number, number>()
  #position = 0

  constructor(sink: ByteSink) {
    this.#sink = sink
  }

  get position(): number {
    return this.#position
  }

  async write(piece: string | Uint8Array): Promise<void> {
    const bytes = typeof piece === 'string' ? latin1(piece) : piece
    this.#position += bytes.length
    await this.#sink.write(bytes)
  }

  async begin(id: number): Promise<void> {
    this.#offsets.set(id, this.#position)
    await this.write(`${id} 0 obj\n`)
  }

  async object(id: number, body: string): Promise<void> {
    await this.begin(id)
    await this.write(`${body}\nendobj\n`)
  }

  async stream(id: number, dictionary: string, body: Uint8Array): Promise<void> {
    await this.begin(id)
    await this.write(`<< ${dictionary} /Length ${body.length} >>\nstream\n`)
    await this.write(body)
    await this.write('\nendstream\nendobj\n')
  }

  async end(): Promise<void> {
    const start = this.#position
    const lines = ['0000000000 65535 f \n']
    for (let id = 1; id < OBJECT_COUNT; id++) {
      lines.push(`${String(this.#offsets.get(id) ?? 0).padStart(10, '0')} 00000 n \n`)
    }
    await this.write(`xref\n0 ${OBJECT_COUNT}\n${lines.join('')}`)
    await this.write(
      `trailer\n<< /Size ${OBJECT_COUNT} /Root ${object.catalog} 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    )
  }
}

function pageBoxes(page: PrintPage): string {
  const width = points(page.widthMm)
  const height = points(page.heightMm)
  const sheet = `[0 0 ${width} ${height}]`
  const inset = points(page.bleedMm)
  const right = points(page.widthMm - page.bleedMm)
  const top = points(page.heightMm - page.bleedMm)
  return `/MediaBox ${sheet} /BleedBox ${sheet} /TrimBox [${inset} ${inset} ${right} ${top}]`
}

async function writeDocument(out: ObjectStream, page: PrintPage): Promise<void> {
  // Four bytes above 127 in a comment tell transports that the file is binary (clause 7.5.2).
  await out.write('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')
  const intent =
    `/OutputIntents [<< /Type /OutputIntent /S /GTS_PDFX /OutputConditionIdentifier (sRGB) ` +
    `/Info (sRGB IEC61966-2.1) /DestOutputProfile ${object.profile} 0 R >>]`
  await out.object(object.catalog, `<< /Type /Catalog /Pages ${object.pages} 0 R ${intent} >>`)
  await out.object(object.pages, `<< /Type /Pages /Kids [${object.page} 0 R] /Count 1 >>`)
  await out.object(
    object.page,
    `<< /Type /Page /Parent ${object.pages} 0 R ${pageBoxes(page)} ` +
      `/Resources << /XObject << /Print ${object.image} 0 R >> >> /Contents ${object.content} 0 R >>`,
  )
  const draw = `q ${points(page.widthMm)} 0 0 ${points(page.heightMm)} 0 0 cm /Print Do Q`
  await out.stream(object.content, '', latin1(draw))
  await out.stream(object.profile, '/N 3 /Alternate /DeviceRGB', srgbProfile())
}

async function beginImage(out: ObjectStream, page: PrintPage): Promise<void> {
  await out.begin(object.image)
  await out.write(
    `<< /Type /XObject /Subtype /Image /Width ${page.widthPx} /Height ${page.heightPx} ` +
      `/ColorSpace [/ICCBased ${object.profile} 0 R] /BitsPerComponent 8 /Filter /FlateDecode ` +
      `/DecodeParms << /Predictor 15 /Colors 3 /BitsPerComponent 8 /Columns ${page.widthPx} >> ` +
      `/Length ${object.imageLength} 0 R >>\nstream\n`,
  )
}

/**
 * A PDF print file of one page, streamed: media and bleed box are the sheet, the trim box lies the
 * bleed within; the pixels carry an sRGB profile. The same pixels give the same bytes.
 * @see ISO 32000-1, clauses 7.5 (file structure), 14.11.2 (page boundaries)
 */
export async function createPdfWriter(
  page: PrintPage,
  openDeflater: OpenDeflater,
  sink: ByteSink,
): Promise<PrintWriter> {
  const out = new ObjectStream(sink)
  await writeDocument(out, page)
  await beginImage(out, page)
  const imageStart = out.position
  const rows = new ImageRows(page, openDeflater, out)
  return {
    writeRows: (rgba, count) => rows.write(rgba, count),
    async finish() {
      await rows.finish()
      const imageBytes = out.position - imageStart
      await out.write('\nendstream\nendobj\n')
      await out.object(object.imageLength, String(imageBytes))
      await out.end()
    },
  }
}
