import type { IncomingMessage, ServerResponse } from 'node:http'
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
} from '../ipp/ipp-message.ts'
import type { SimulatedJob, SimulatedPrinter, SimulatedState } from './simulated-printer.ts'

const jobStates: Readonly<Record<SimulatedState, number>> = {
  waiting: 3,
  processing: 5,
  stopped: 6,
  canceled: 7,
  aborted: 8,
  completed: 9,
}

/** Answers one IPP request of the simulated printer, as any printer would. */
export async function serveIpp(
  printer: SimulatedPrinter,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const reading = readMessage(request)
  const message = await reading.message
  const answer = await answerOf(printer, message, reading.rest)
  // A power cut takes the line with it.
  const isDocument = message.code === operations.sendDocument
  if (!printer.isOn() || (isDocument && printer.losesAnswer())) {
    request.socket.destroy()
    return
  }
  response.writeHead(200, { 'Content-Type': 'application/ipp' })
  response.end(encodeMessage(answer))
}

type Rest = () => AsyncIterable<Buffer>

async function answerOf(printer: SimulatedPrinter, message: Message, rest: Rest): Promise<Message> {
  const { requestId } = message
  const say = (code: number, ...groups: Group[]): Message => ({
    code,
    requestId,
    groups: [{ tag: tags.operation, attributes: greeting }, ...groups],
  })
  const [id] = valuesOf(message, tags.operation, 'job-id')
  const job = printer.jobs().find((each) => each.id === id)
  const describe = (each: SimulatedJob): Group => ({ tag: tags.job, attributes: describeJob(each) })
  switch (message.code) {
    case operations.getPrinterAttributes:
      return say(statuses.ok, { tag: tags.printer, attributes: describePrinter(printer) })
    case operations.createJob:
      return say(statuses.ok, describe(printer.create(ticketOf(message))))
    case operations.sendDocument: {
      if (job === undefined) return say(statuses.notFound)
      const [format] = valuesOf(message, tags.operation, 'document-format')
      await printer.receive(job.id, typeof format === 'string' ? format : '', rest())
      return say(statuses.ok, describe(job))
    }
    case operations.getJobAttributes:
      return job === undefined ? say(statuses.notFound) : say(statuses.ok, describe(job))
    case operations.getJobs: {
      const [which] = valuesOf(message, tags.operation, 'which-jobs')
      const isOver = (each: SimulatedJob) => each.endedAt !== null
      const named = printer.jobs().filter((each) => isOver(each) === (which === 'completed'))
      return say(statuses.ok, ...named.map(describe))
    }
    case operations.cancelJob:
      if (job === undefined) return say(statuses.notFound)
      return say(printer.cancel(job.id) ? statuses.ok : statuses.notPossible)
    default:
      return say(message.code === 0 ? statuses.badRequest : statuses.operationNotSupported)
  }
}

const greeting: readonly Attribute[] = [
  attribute('attributes-charset', tags.charset, 'utf-8'),
  attribute('attributes-natural-language', tags.language, 'en'),
]

function ticketOf(message: Message) {
  const [name] = valuesOf(message, tags.operation, 'job-name')
  const [copies] = valuesOf(message, tags.job, 'copies')
  const media = message.groups
    .filter(({ tag }) => tag === tags.job)
    .flatMap(({ attributes }) => attributes)
    .find((each) => each.name === 'media-col')
  const size = membersOf(membersOf(media), 'media-size')
  const mm = (name: string) => Number(numberOf(size, name)) / 100
  return {
    name: typeof name === 'string' ? name : '',
    copies: Number(copies ?? 1),
    widthMm: mm('x-dimension'),
    heightMm: mm('y-dimension'),
  }
}

function membersOf(from: Attribute | readonly Attribute[] | undefined, name?: string) {
  const attributes = Array.isArray(from) ? from : []
  const found = name === undefined ? from : attributes.find((each) => each.name === name)
  const value = found !== undefined && 'values' in found ? found.values[0]?.value : undefined
  return typeof value === 'object' ? value : []
}

const numberOf = (members: readonly Attribute[], name: string): number =>
  Number(members.find((each) => each.name === name)?.values[0]?.value ?? 0)

function describePrinter(printer: SimulatedPrinter): readonly Attribute[] {
  const reasons = printer.reasons()
  const isBusy = printer.jobs().some(({ state }) => state === 'processing')
  return [
    attribute('printer-name', tags.name, 'Stampa simulator'),
    attribute('printer-state', tags.enum, reasons.length > 0 ? 5 : isBusy ? 4 : 3),
    attribute('printer-state-reasons', tags.keyword, ...(reasons.length > 0 ? reasons : ['none'])),
    attribute('printer-is-accepting-jobs', tags.boolean, true),
    attribute('document-format-supported', tags.mimeType, 'image/png', 'application/pdf'),
    attribute('ipp-versions-supported', tags.keyword, '1.1', '2.0'),
    attribute('operations-supported', tags.enum, ...Object.values(operations)),
  ]
}

const describeJob = (job: SimulatedJob): readonly Attribute[] => [
  attribute('job-id', tags.integer, job.id),
  attribute('job-name', tags.name, job.name),
  attribute('job-state', tags.enum, jobStates[job.state]),
  attribute('job-impressions-completed', tags.integer, job.impressions),
]

/** The message at the head of a request, and the document behind it as it comes. */
function readMessage(request: IncomingMessage): { message: Promise<Message>; rest: Rest } {
  const pieces = request[Symbol.asyncIterator]()
  let held = Buffer.alloc(0)
  const message = (async () => {
    for (;;) {
      const next = await pieces.next()
      if (next.done !== true) held = Buffer.concat([held, next.value])
      try {
        const decoded = decodeMessage(held)
        held = held.subarray(decoded.end)
        return decoded
      } catch (thrown) {
        if (next.done === true) throw thrown
      }
    }
  })()
  const rest: Rest = async function* () {
    if (held.length > 0) yield held
    for (;;) {
      const next = await pieces.next()
      if (next.done === true) return
      yield next.value
    }
  }
  return { message, rest }
}
