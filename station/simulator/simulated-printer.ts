import { EventEmitter } from 'node:events'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openPageRows } from '../printing/page-rows.ts'

/** What can be made to go wrong. */
export const simulatedFaults = [
  'media-empty',
  'media-jam',
  'cover-open',
  'power-cut',
  'lost-answer',
] as const
export type SimulatedFault = (typeof simulatedFaults)[number]

export type SimulatedState =
  | 'waiting'
  | 'processing'
  | 'stopped'
  | 'canceled'
  | 'aborted'
  | 'completed'

export interface SimulatedJob {
  readonly id: number
  readonly name: string
  readonly copies: number
  readonly widthMm: number
  readonly heightMm: number
  state: SimulatedState
  impressions: number
  /** How much of the sheet that is printed now is out, 0 to 1. */
  progress: number
  /** Where its document lies; null until it came. */
  path: string | null
  format: string
  endedAt: number | null
}

/** A printer that prints on the screen: what it was sent comes out row by row. */
export interface SimulatedPrinter {
  readonly jobs: () => readonly SimulatedJob[]
  readonly reasons: () => readonly string[]
  /** Without power it answers nobody, and forgets what it had. */
  readonly isOn: () => boolean
  readonly faults: () => readonly SimulatedFault[]
  readonly setFault: (fault: SimulatedFault, isSet: boolean) => void
  /** Whether the next answer to a document is lost; asked once. */
  readonly losesAnswer: () => boolean
  readonly create: (
    job: Pick<SimulatedJob, 'name' | 'copies' | 'widthMm' | 'heightMm'>,
  ) => SimulatedJob
  readonly receive: (id: number, format: string, document: AsyncIterable<Buffer>) => Promise<void>
  readonly cancel: (id: number) => boolean
  readonly onChange: (changed: () => void) => () => void
  readonly stop: () => void
}

interface Options {
  readonly folder: string
  readonly sheetMs: number
}

const TICK_MS = 50
const KEPT = 12
/** Finished jobs are forgotten after some minutes, as printers do. */
const REMEMBERED_MS = 300_000

export async function createSimulatedPrinter({
  folder,
  sheetMs,
}: Options): Promise<SimulatedPrinter> {
  await mkdir(folder, { recursive: true })
  const changes = new EventEmitter().setMaxListeners(0)
  const faults = new Set<SimulatedFault>()
  let jobs: SimulatedJob[] = []
  let nextId = 1
  const changed = () => changes.emit('change')
  const stopping = () => ['media-empty', 'media-jam', 'cover-open'].some((fault) => isSet(fault))
  const isSet = (name: string) => [...faults].some((fault) => fault === name)

  const tick = () => {
    const job = jobs.find(({ state, path }) => isOpen(state) && path !== null)
    jobs = jobs.filter(({ endedAt }) => endedAt === null || Date.now() - endedAt < REMEMBERED_MS)
    if (job === undefined || faults.has('power-cut')) return
    const before = JSON.stringify(job)
    job.state = stopping() ? 'stopped' : 'processing'
    if (job.state === 'processing') advance(job, sheetMs)
    if (JSON.stringify(job) !== before) changed()
  }
  const timer = setInterval(tick, TICK_MS)

  return {
    jobs: () => jobs,
    reasons: () => [...faults].filter((fault) => fault !== 'power-cut' && fault !== 'lost-answer'),
    isOn: () => !faults.has('power-cut'),
    faults: () => [...faults],
    setFault: (fault, set) => {
      if (set) faults.add(fault)
      else faults.delete(fault)
      if (fault === 'power-cut' && set) jobs = []
      changed()
    },
    losesAnswer: () => faults.delete('lost-answer'),
    create: (given) => {
      const job: SimulatedJob = {
        ...given,
        id: nextId++,
        state: 'waiting',
        impressions: 0,
        progress: 0,
        path: null,
        format: '',
        endedAt: null,
      }
      jobs = [...jobs, job].slice(-KEPT)
      return job
    },
    receive: async (id, format, document) => {
      const path = join(folder, `job-${id}`)
      await rm(path, { force: true })
      const file = await open(path, 'w')
      try {
        for await (const piece of document) await file.write(piece)
      } finally {
        await file.close()
      }
      const job = jobs.find((each) => each.id === id)
      if (job === undefined) return
      job.format = format
      // What is no page comes out as nothing.
      const type = format === 'application/pdf' ? format : 'image/png'
      const isPage = await openPageRows(path, type).then(
        () => true,
        () => false,
      )
      if (isPage) job.path = path
      else end(job, 'aborted')
      changed()
    },
    cancel: (id) => {
      const job = jobs.find((each) => each.id === id)
      if (job === undefined || !isOpen(job.state)) return false
      end(job, 'canceled')
      changed()
      return true
    },
    onChange: (listener) => {
      changes.on('change', listener)
      return () => changes.off('change', listener)
    },
    stop: () => clearInterval(timer),
  }
}

const isOpen = (state: SimulatedState): boolean =>
  state === 'waiting' || state === 'processing' || state === 'stopped'

function end(job: SimulatedJob, state: SimulatedState): void {
  job.state = state
  job.endedAt = Date.now()
}

function advance(job: SimulatedJob, sheetMs: number): void {
  job.progress = sheetMs === 0 ? 1 : Math.min(1, job.progress + TICK_MS / sheetMs)
  if (job.progress < 1) return
  job.impressions += 1
  if (job.impressions >= job.copies) end(job, 'completed')
  else job.progress = 0
}
