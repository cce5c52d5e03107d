/**
 * A printer as a process of its own, to be killed: IPP, sheets within milliseconds, faults by chance,
 * and a record on disk of every sheet that came out. What it was told it forgets when it dies, and
 * it numbers its jobs from one again, as printers do.
 */
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type Attribute,
  attribute,
  decodeMessage,
  encodeMessage,
  type Group,
  operations,
  statuses,
  tags,
  valuesOf,
} from '../../station/ipp/ipp-message.ts'

const [port = '0', recordPath = '', sheetMs = '5', faults = '0.02'] = process.argv.slice(2)
const FAULTY = Number(faults)

/** `job-state` of RFC 8011, 5.3.7. */
const states = { waiting: 3, processing: 5, canceled: 7, aborted: 8, completed: 9 } as const

interface Job {
  readonly id: number
  readonly name: string
  state: keyof typeof states
  impressions: number
}

const jobs = new Map<number, Job>()
const record = await open(recordPath, 'a')
let printing: Promise<void> = Promise.resolve()
const chance = (of: number): boolean => Math.random() < of

async function printSheet(job: Job, document: Buffer): Promise<void> {
  if (job.state === 'canceled') return
  job.state = 'processing'
  await pause(Number(sheetMs))
  if (chance(FAULTY)) {
    job.state = 'aborted'
    return
  }
  const sha256 = createHash('sha256').update(document).digest('hex')
  // The sheet is out from here on, whatever becomes of this process.
  await record.appendFile(`${JSON.stringify({ name: job.name, sha256 })}\n`)
  await record.datasync()
  job.impressions = 1
  if (chance(FAULTY)) await pause(200)
  job.state = 'completed'
}

const describe = ({ id, name, state, impressions }: Job): Group => ({
  tag: tags.job,
  attributes: [
    attribute('job-id', tags.integer, id),
    attribute('job-name', tags.name, name),
    attribute('job-state', tags.enum, states[state]),
    attribute('job-impressions-completed', tags.integer, impressions),
  ],
})

const printerAttributes: readonly Attribute[] = [
  attribute('printer-state', tags.enum, 3),
  attribute('printer-state-reasons', tags.keyword, 'none'),
  attribute('document-format-supported', tags.mimeType, 'image/png', 'application/pdf'),
]

function answer(bytes: Buffer): Buffer {
  const message = decodeMessage(bytes)
  const say = (code: number, ...groups: Group[]): Buffer =>
    encodeMessage({ code, requestId: message.requestId, groups: [greeting, ...groups] })
  const [id] = valuesOf(message, tags.operation, 'job-id')
  const job = jobs.get(Number(id))
  if (message.code === operations.getPrinterAttributes) {
    return say(statuses.ok, { tag: tags.printer, attributes: printerAttributes })
  }
  if (message.code === operations.getJobs) {
    const [which] = valuesOf(message, tags.operation, 'which-jobs')
    const isOver = ({ state }: Job) => states[state] >= states.canceled
    const named = [...jobs.values()].filter((each) => isOver(each) === (which === 'completed'))
    return say(statuses.ok, ...named.map(describe))
  }
  if (message.code === operations.createJob) {
    const [name] = valuesOf(message, tags.operation, 'job-name')
    const made: Job = {
      id: jobs.size + 1,
      name: typeof name === 'string' ? name : '',
      state: 'waiting',
      impressions: 0,
    }
    jobs.set(made.id, made)
    return say(statuses.ok, describe(made))
  }
  if (job === undefined) return say(statuses.notFound)
  if (message.code === operations.sendDocument) {
    if (job.state !== 'waiting') return say(statuses.notPossible)
    job.state = 'processing'
    const document = bytes.subarray(message.end)
    printing = printing.then(() => printSheet(job, document))
  }
  if (message.code === operations.cancelJob) {
    if (job.state !== 'waiting') return say(statuses.notPossible)
    job.state = 'canceled'
  }
  return say(statuses.ok, describe(job))
}

const greeting: Group = {
  tag: tags.operation,
  attributes: [
    attribute('attributes-charset', tags.charset, 'utf-8'),
    attribute('attributes-natural-language', tags.language, 'en'),
  ],
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  // Lost on the way there, or on the way back.
  if (chance(FAULTY / 2)) return void request.socket.destroy()
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(Buffer.from(piece))
  const said = answer(Buffer.concat(pieces))
  if (chance(FAULTY / 2)) return void request.socket.destroy()
  response.writeHead(200, { 'Content-Type': 'application/ipp' }).end(said)
}

createServer((request, response) => {
  serve(request, response).catch(() => request.socket.destroy())
}).listen(Number(port), '127.0.0.1', () => console.log('ready'))
