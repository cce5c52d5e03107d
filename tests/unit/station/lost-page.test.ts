import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import type { StationJob } from '#core/contract/station/station-job.ts'
import type { PrinterJobState } from '../../../station/ipp/ipp-printer.ts'
import { openJournal } from '../../../station/journal/journal.ts'
import { recover } from '../../../station/printing/print-job.ts'

afterEach(() => vi.restoreAllMocks())

const job: StationJob = {
  id: randomUUID(),
  token: 1,
  orderNumber: '20261122-ABCDEF',
  printNumber: 1,
  kind: 'phone-case',
  file: { sha256: '0'.repeat(64), bytes: 1, mediaType: 'image/png' },
  page: { widthMm: 1, heightMm: 1, bleedMm: 0, widthPx: 12, heightPx: 12, dpi: 300 },
  quantity: 1,
  size: null,
  sheet: { widthMm: 10, heightMm: 10 },
}

it('a page that was lost on its way to the printer is called off there, and has surely failed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stampa-lost-page-'))
  const journal = await openJournal(join(folder, 'journal.jsonl'))
  await journal.write({ step: 'claimed', job })
  await journal.write({ step: 'created', printerJob: 7 })
  await journal.write({ step: 'sending' })
  let state: PrinterJobState = 'waiting'
  let clock = 0
  vi.spyOn(Date, 'now').mockImplementation(() => (clock += 1000))
  const paths: string[] = []
  await recover({
    journal,
    folder,
    server: {
      call: async (call) => {
        paths.push(call.path)
        return call.answer.parse({ leaseMs: 1 })
      },
      download: () => Promise.reject(new Error('nothing is fetched')),
    },
    printer: {
      look: async () => ({ state: 'idle', reasons: [], formats: [] }),
      createJob: () => Promise.reject(new Error('it is not sent again')),
      sendDocument: () => Promise.reject(new Error('it is not sent again')),
      job: async (id) => ({ id, state, impressions: 0 }),
      jobNamed: async () => null,
      cancel: async () => {
        state = 'canceled'
      },
    },
    news: () => {},
    look: () => {},
    log: () => {},
    signal: new AbortController().signal,
  })
  expect(state).toBe('canceled')
  expect(paths.at(-1)).toBe('/v1/station/failed')
  await journal.close()
  await rm(folder, { recursive: true })
})
