import { Buffer } from 'node:buffer'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type PrinterState, plainReason } from '#core/commerce/stations/printer-faults.ts'
import {
  type Attribute,
  attribute,
  decodeMessage,
  encodeMessage,
  type Group,
  type Message,
  operations,
  statuses,
  tags,
  valuesOf,
} from './ipp-message.ts'

export interface PrinterLook {
  readonly state: PrinterState
  readonly reasons: readonly string[]
  readonly formats: readonly string[]
}

/** `job-state` of RFC 8011, 5.3.7, as far as it matters here. */
export type PrinterJobState =
  | 'waiting'
  | 'processing'
  | 'stopped'
  | 'canceled'
  | 'aborted'
  | 'completed'

export interface PrinterJob {
  readonly id: number
  readonly state: PrinterJobState
  /** Sides that came out; null where the printer does not count them. */
  readonly impressions: number | null
}

/** A page and how often it is printed. */
export interface Ticket {
  readonly name: string
  readonly copies: number
  readonly widthMm: number
  readonly heightMm: number
}

/** A printer that speaks IPP. Everything throws where it does not answer, or says no. */
export interface IppPrinter {
  readonly look: () => Promise<PrinterLook>
  readonly createJob: (ticket: Ticket) => Promise<number>
  readonly sendDocument: (id: number, format: string, document: Readable) => Promise<void>
  /** Null where the printer does not know it (any more). */
  readonly job: (id: number) => Promise<PrinterJob | null>
  /** The job of that name, whether it is over or not. */
  readonly jobNamed: (name: string) => Promise<PrinterJob | null>
  readonly cancel: (id: number) => Promise<void>
}

/** The printer said no: a status of RFC 8011, 4.1.6. */
class IppRefused extends Error {
  constructor(readonly status: number) {
    super(`the printer answered 0x${status.toString(16).padStart(4, '0')}`)
    this.name = 'IppRefused'
  }
}

const ANSWER_MS = 15_000
const states: Readonly<Record<number, PrinterState>> = { 3: 'idle', 4: 'processing', 5: 'stopped' }
const jobStates: Readonly<Record<number, PrinterJobState>> = {
  3: 'waiting',
  4: 'waiting',
  5: 'processing',
  6: 'stopped',
  7: 'canceled',
  8: 'aborted',
  9: 'completed',
}

/** @param uri `ipp://host:631/ipp/print`, or `ipps:` */
export function createIppPrinter(uri: string): IppPrinter {
  let requestId = 0
  const target = (id?: number) => [
    attribute('attributes-charset', tags.charset, 'utf-8'),
    attribute('attributes-natural-language', tags.language, 'en'),
    attribute('printer-uri', tags.uri, uri),
    ...(id === undefined ? [] : [attribute('job-id', tags.integer, id)]),
    attribute('requesting-user-name', tags.name, 'stampa'),
  ]
  const ask = async (
    code: number,
    operation: readonly Attribute[],
    { job, document }: { job?: readonly Attribute[]; document?: Readable } = {},
  ): Promise<Message> => {
    requestId += 1
    const groups: Group[] = [{ tag: tags.operation, attributes: operation }]
    if (job !== undefined) groups.push({ tag: tags.job, attributes: job })
    const answer = await post(uri, encodeMessage({ code, requestId, groups }), document)
    if (answer.code >= 0x0100) throw new IppRefused(answer.code)
    return answer
  }
  return {
    look: async () => lookOf(await ask(operations.getPrinterAttributes, target())),
    createJob: async ({ name, copies, widthMm, heightMm }) => {
      const job = [
        attribute('copies', tags.integer, copies),
        attribute('media-col', tags.collection, mediaOf(widthMm, heightMm)),
        attribute('print-scaling', tags.keyword, 'none'),
      ]
      const named = [...target(), attribute('job-name', tags.name, name)]
      // No job was made where a printer refuses a size that it has no tray for: the page has its own.
      const answer = await ask(operations.createJob, named, { job }).catch((thrown: unknown) => {
        if (!(thrown instanceof IppRefused && thrown.status === statuses.attributesNotSupported))
          throw thrown
        return ask(operations.createJob, named, { job: job.slice(0, 1) })
      })
      const [id] = valuesOf(answer, tags.job, 'job-id')
      if (typeof id !== 'number') throw new Error('the printer gave the job no number')
      return id
    },
    sendDocument: async (id, format, document) => {
      const operation = [
        ...target(id),
        attribute('document-format', tags.mimeType, format),
        attribute('last-document', tags.boolean, true),
      ]
      await ask(operations.sendDocument, operation, { document })
    },
    job: async (id) => {
      try {
        return jobsOf(await ask(operations.getJobAttributes, target(id)))[0]?.job ?? null
      } catch (thrown) {
        if (isUnknown(thrown)) return null
        throw thrown
      }
    },
    jobNamed: async (name) => {
      for (const which of ['not-completed', 'completed']) {
        const operation = [
          ...target(),
          attribute('which-jobs', tags.keyword, which),
          attribute(
            'requested-attributes',
            tags.keyword,
            'job-id',
            'job-name',
            'job-state',
            'job-impressions-completed',
          ),
        ]
        const found = jobsOf(await ask(operations.getJobs, operation)).find(
          (each) => each.name === name,
        )
        if (found !== undefined) return found.job
      }
      return null
    },
    cancel: async (id) => {
      await ask(operations.cancelJob, target(id)).catch((thrown: unknown) => {
        if (
          !isUnknown(thrown) &&
          !(thrown instanceof IppRefused && thrown.status === statuses.notPossible)
        ) {
          throw thrown
        }
      })
    },
  }
}

const isUnknown = (thrown: unknown): boolean =>
  thrown instanceof IppRefused &&
  (thrown.status === statuses.notFound || thrown.status === statuses.gone)

/** Sizes are in hundredths of a millimetre (PWG 5100.7). */
const mediaOf = (widthMm: number, heightMm: number): readonly Attribute[] => [
  attribute('media-size', tags.collection, [
    attribute('x-dimension', tags.integer, Math.round(widthMm * 100)),
    attribute('y-dimension', tags.integer, Math.round(heightMm * 100)),
  ]),
  ...['bottom', 'left', 'right', 'top'].map((side) =>
    attribute(`media-${side}-margin`, tags.integer, 0),
  ),
]

function lookOf(answer: Message): PrinterLook {
  const of = (name: string) => valuesOf(answer, tags.printer, name)
  const texts = (name: string) => of(name).filter((value) => typeof value === 'string')
  const [state] = of('printer-state')
  const reasons = texts('printer-state-reasons').map(plainReason)
  return {
    state: states[Number(state)] ?? 'stopped',
    reasons: [...new Set(reasons)].filter((reason) => reason !== 'none').sort(),
    formats: texts('document-format-supported'),
  }
}

function jobsOf({ groups }: Message): readonly { name: string; job: PrinterJob }[] {
  return groups
    .filter(({ tag }) => tag === tags.job)
    .map((group) => {
      const of = (name: string) =>
        group.attributes.find((each) => each.name === name)?.values[0]?.value
      const impressions = of('job-impressions-completed')
      const jobName = of('job-name')
      return {
        name: typeof jobName === 'string' ? jobName : '',
        job: {
          id: Number(of('job-id')),
          state: jobStates[Number(of('job-state'))] ?? 'waiting',
          impressions: typeof impressions === 'number' ? impressions : null,
        },
      }
    })
}

/** One exchange over HTTP: the message, the document behind it, the answer. */
async function post(uri: string, message: Buffer, document?: Readable): Promise<Message> {
  const url = new URL(uri.replace(/^ipp/, 'http'))
  if (url.port === '') url.port = uri.startsWith('ipps') ? '443' : '631'
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  return await new Promise<Message>((resolve, reject) => {
    const request = send(
      url,
      {
        method: 'POST',
        headers: {
          'Content-Type': 'application/ipp',
          ...(document === undefined && { 'Content-Length': message.length }),
        },
      },
      (response) => {
        const pieces: Buffer[] = []
        response.on('data', (piece: Buffer) => pieces.push(piece))
        response.on('error', reject)
        response.on('end', () => {
          try {
            if (response.statusCode !== 200) throw new Error(`HTTP ${response.statusCode}`)
            resolve(decodeMessage(Buffer.concat(pieces)))
          } catch (thrown) {
            reject(thrown)
          }
        })
      },
    )
    request.setTimeout(ANSWER_MS, () => request.destroy(new Error('the printer does not answer')))
    request.on('error', reject)
    if (document === undefined) request.end(message)
    else void pipeline(withHead(message, document), request).catch(reject)
  })
}

const withHead = (message: Buffer, document: Readable): Readable =>
  Readable.from(
    (async function* () {
      yield message
      yield* document
    })(),
    { objectMode: false },
  )
