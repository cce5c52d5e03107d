import { expose, transfer } from 'comlink'
import { type Outcome, outcomeOf, StampaError } from '#core/errors.ts'
import { createPdfWriter } from '#core/formats/pdf/writer.ts'
import { createPngWriter } from '#core/formats/png/writer.ts'
import type { RowWriter } from '#core/formats/sink.ts'
import type { Kernels } from '#core/kernels/kernels.ts'
import { loadKernels } from '../kernels.ts'
import type { PrintEncoderApi } from './print-encoder-api.ts'
import { draftPrintFile, type PrintFileDraft } from './print-file.ts'
import { openPrintTarget } from './print-target.ts'

const formats = {
  png: { mediaType: 'image/png', createWriter: createPngWriter },
  pdf: { mediaType: 'application/pdf', createWriter: createPdfWriter },
} as const

interface OpenPrint {
  readonly draft: PrintFileDraft
  readonly writer: RowWriter
  readonly mediaType: string
}

let print: OpenPrint | null = null

function opened(): OpenPrint {
  if (print === null) throw new StampaError('internal-fault', { cause: 'no print is open' })
  return print
}

/** Rows of about this size, a few times: then the browser has compiled the kernels for good. */
const WARM_UP = { widthPx: 1024, rows: 64, times: 4 }

/** Until the first band comes there is nothing else to do: photos are decoded. */
function warmUp(kernels: Kernels): void {
  const { widthPx, rows, times } = WARM_UP
  const pixels = new Uint8ClampedArray(widthPx * rows * 4)
  for (let at = 0; at < pixels.length; at++) pixels[at] = ((at * at) >> 7) & 255
  for (let time = 0; time < times; time++) {
    const asked = { widthPx, rows, pixels, samples: 3, above: null } as const
    kernels.crc32(kernels.packRows(asked, 1).deflated, 0)
  }
}

let last: Promise<unknown> = Promise.resolve()

/** Runs one call after the other. */
function inTurn<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  const outcome = last.then(() => outcomeOf(work))
  last = outcome
  return outcome
}

const api: PrintEncoderApi = {
  open: (name, format, page) =>
    inTurn(async () => {
      const kernels = await loadKernels()
      const { mediaType, createWriter } = formats[format]
      const draft = draftPrintFile(await openPrintTarget(name), kernels)
      print = { draft, writer: await createWriter(page, kernels, draft), mediaType }
      warmUp(kernels)
    }),
  write: async (pixels, rows, order) => {
    const outcome = await inTurn(async () => {
      await opened().writer.writeRows(pixels, rows, order)
      return pixels
    })
    return transfer(outcome, [pixels.buffer])
  },
  finish: () =>
    inTurn(async () => {
      const { draft, writer, mediaType } = opened()
      await writer.finish()
      return draft.finish(mediaType)
    }),
  discard: () => inTurn(async () => print?.draft.discard()),
}

expose(api)
