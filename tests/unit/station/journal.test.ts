import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StationJob } from '#core/contract/station/station-job.ts'
import { type Entry, openJournal } from '#station/journal/journal.ts'
import { recoveryOf } from '#station/journal/recovery.ts'
import { readIdentity } from '#station/server/key-file.ts'

const job: StationJob = {
  id: '6a0e2f0e-7f3a-4b52-9a5c-0f3a1f0f8e11',
  token: 3,
  orderNumber: '20261121-7KQ2MX',
  printNumber: 12,
  kind: 'cake',
  file: { sha256: 'a'.repeat(64), bytes: 10, mediaType: 'image/png' },
  page: { widthMm: 56, heightMm: 56, bleedMm: 3, widthPx: 661, heightPx: 661, dpi: 300 },
  quantity: 1,
  size: null,
  sheet: { widthMm: 430, heightMm: 430 },
}
const whole: readonly Entry[] = [
  { step: 'claimed', job },
  { step: 'fetched' },
  { step: 'beginning' },
  { step: 'creating' },
  { step: 'created', printerJob: 7 },
  { step: 'sending' },
  { step: 'sent' },
  { step: 'ended', end: 'printed', note: '' },
  { step: 'told' },
]

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stampa-journal-'))
  path = join(folder, 'journal.jsonl')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const write = async (entries: readonly Entry[]) => {
  const journal = await openJournal(path)
  for (const entry of entries) await journal.write(entry)
  await journal.close()
}
const reopened = async () => {
  const journal = await openJournal(path)
  await journal.close()
  return journal.entries()
}

describe('a journal', () => {
  it('knows after a restart what was written, until the server was told', async () => {
    await write(whole.slice(0, 4))
    expect(await reopened()).toEqual(whole.slice(0, 4))
    await write(whole.slice(4))
    expect(await reopened()).toEqual([])
  })

  it.each(['{"step":"sen', '\0\0\0\0\n', '{"step":"dreaming"}\n'])(
    'drops the last line that a power cut left as %j, and goes on behind it',
    async (torn) => {
      await write(whole.slice(0, 3))
      await appendFile(path, torn)
      expect(await reopened()).toEqual(whole.slice(0, 3))
      await write([{ step: 'creating' }])
      expect(await reopened()).toEqual(whole.slice(0, 4))
    },
  )

  it('is not guessed at where an earlier line is damaged', async () => {
    await write(whole.slice(0, 2))
    await appendFile(path, 'damage\n{"step":"beginning"}\n')
    await expect(openJournal(path)).rejects.toThrow('damaged')
  })

  it('has lines of JSON that anybody can read', async () => {
    await write(whole)
    const lines = (await readFile(path, 'utf8')).trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual(whole)
  })
})

describe('what an agent that starts again does', () => {
  const recovered = (steps: number) => recoveryOf(whole.slice(0, steps))

  it('before it began: it gives the job back', () => {
    for (const steps of [1, 2])
      expect(recovered(steps)).toMatchObject({ kind: 'tell', end: 'release' })
  })

  it('before anything was sent: it is certain that nothing came out', () => {
    for (const steps of [3, 4, 5])
      expect(recovered(steps)).toMatchObject({ kind: 'tell', end: 'failed' })
  })

  it('once something may have been sent: it asks the printer, by its number', () => {
    for (const steps of [6, 7]) {
      expect(recovered(steps)).toEqual({ kind: 'ask-printer', job, printerJob: 7 })
    }
  })

  it('with an end that was not told: it tells it', () => {
    expect(recovered(8)).toMatchObject({ kind: 'tell', end: 'printed' })
    expect(recovered(9)).toEqual({ kind: 'nothing' })
    expect(recovered(0)).toEqual({ kind: 'nothing' })
  })
})

describe('an agent’s key', () => {
  it('is made once, and nobody else may read it', async () => {
    const key = join(folder, 'key.json')
    const first = await readIdentity(key)
    expect((await readIdentity(key)).publicKey).toBe(first.publicKey)
    expect(((await stat(key)).mode & 0o777).toString(8)).toBe('600')
  })
})
