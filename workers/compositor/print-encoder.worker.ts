import { expose } from 'comlink'
import { type Outcome, outcomeOf, StampaError } from '#core/errors.ts'
import { createPdfWriter } from '#core/formats/pdf/writer.ts'
import { createPngWriter } from '#core/formats/png/writer.ts'
import type { RowWriter } from '#core/formats/sink.ts'
import { loadKernels } from '../kernels.ts'
import type { PrintEncoderApi } from './print-encoder-api.ts'
import { openPrintFile, type PrintFileDraft } from './print-file.ts'

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
      const draft = await openPrintFile(name, kernels)
      print = { draft, writer: await createWriter(page, kernels, draft), mediaType }
    }),
  write: (rgba, rows) => inTurn(() => opened().writer.writeRows(rgba, rows)),
  finish: () =>
    inTurn(async () => {
      const { draft, writer, mediaType } = opened()
      await writer.finish()
      return draft.finish(mediaType)
    }),
  discard: () => inTurn(async () => print?.draft.discard()),
}

expose(api)
