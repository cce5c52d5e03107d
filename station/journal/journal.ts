import { constants } from 'node:fs'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { stationJobSchema } from '#core/contract/station/station-job.ts'

/** How an attempt ended, as the server is told. */
export const ends = ['printed', 'failed', 'unknown', 'release'] as const
export type End = (typeof ends)[number]

const line = z.discriminatedUnion('step', [
  /** The server gave us a job. */
  z.object({ step: z.literal('claimed'), job: stationJobSchema }),
  /** Its file lies here whole, and is the one that was ordered. */
  z.object({ step: z.literal('fetched') }),
  /** The server is about to hear that printing begins. */
  z.object({ step: z.literal('beginning') }),
  /** Create-Job is about to be called. */
  z.object({ step: z.literal('creating') }),
  /** The printer knows the job by that number; it has no page of it yet. */
  z.object({ step: z.literal('created'), printerJob: z.number().int() }),
  /** Send-Document is about to be called: from here something may come out. */
  z.object({ step: z.literal('sending') }),
  z.object({ step: z.literal('sent') }),
  z.object({ step: z.literal('ended'), end: z.enum(ends), note: z.string() }),
  /** The server knows the end: nothing is left to do. */
  z.object({ step: z.literal('told') }),
])
export type Entry = z.infer<typeof line>
/** What an agent did, each step on disk before the next is taken. */
export interface Journal {
  /** What is written of the job at hand; empty where there is none. */
  readonly entries: () => readonly Entry[]
  /** Is on disk when it resolves. */
  readonly write: (entry: Entry) => Promise<void>
  readonly close: () => Promise<void>
}

/** Begun anew when it is longer. */
const BYTES_MAX = 256 * 1024

/**
 * Opens an agent's journal: one JSON object a line, only ever added to. A last line that a power cut
 * tore was not acted on, and is dropped.
 * @throws Error for a damaged line elsewhere: only a person can say what was printed
 */
export async function openJournal(path: string): Promise<Journal> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const text = await readFile(path, 'utf8').catch(() => '')
  const { entries: all, wholeBytes } = readEntries(text)
  let current = lastJob(all)
  if (current.length === 0 && wholeBytes > BYTES_MAX) await rename(path, `${path}.old`)
  const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600)
  let at = current.length === 0 && wholeBytes > BYTES_MAX ? 0 : wholeBytes
  await file.truncate(at)
  await file.sync()
  await syncFolder(dirname(path))
  return {
    entries: () => current,
    write: async (entry) => {
      const bytes = Buffer.from(`${JSON.stringify(entry)}\n`)
      await file.write(bytes, 0, bytes.length, at)
      await file.datasync()
      at += bytes.length
      current = lastJob([...current, entry])
    },
    close: () => file.close(),
  }
}

/** The lines of a journal, and how many bytes of it are whole lines. */
function readEntries(text: string): {
  readonly entries: readonly Entry[]
  readonly wholeBytes: number
} {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  const lines = whole.split('\n').filter((each) => each !== '')
  const entries: Entry[] = []
  for (const [index, each] of lines.entries()) {
    const parsed = parseLine(each)
    if (parsed !== null) entries.push(parsed)
    // Blocks of a file may reach the disk out of order: a last line may have its end and no beginning.
    else if (index === lines.length - 1) {
      return { entries, wholeBytes: Buffer.byteLength(whole) - Buffer.byteLength(`${each}\n`) }
    } else
      throw new Error(`line ${index + 1} of the journal is damaged: ask staff what was printed`)
  }
  return { entries, wholeBytes: Buffer.byteLength(whole) }
}

function parseLine(text: string): Entry | null {
  try {
    return line.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** From the newest claim on; nothing where the server knows its end. */
function lastJob(entries: readonly Entry[]): readonly Entry[] {
  const from = entries.findLastIndex(({ step }) => step === 'claimed')
  if (from < 0 || entries.at(-1)?.step === 'told') return []
  return entries.slice(from)
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
