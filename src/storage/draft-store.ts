import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { z } from 'zod'
import { loadOnce } from '#core/cache/load-once.ts'
import { photosOf } from '#core/design/design-photos.ts'
import type { Design } from '#core/design/document.ts'
import { emptyHistory, type History } from '#core/design/history.ts'
import { parseDesign } from '#core/design/migrations/migrate.ts'
import { historyPhotoHashes, parseHistory, storedHistory } from '#core/design/stored-history.ts'
import { type Outcome, outcomeOf, StampaError, unwrap } from '#core/errors.ts'
import { limits } from '#core/limits.ts'

const summarySchema = z.object({
  id: z.string().min(1).max(64),
  title: z.string().max(limits.designTitleMax),
  updatedAtMs: z.number(),
  photoHashes: z.array(z.string()),
})

type StoredSummary = z.infer<typeof summarySchema>

/** What a list of drafts shows; the design itself is read when it is opened. */
export interface DraftSummary extends StoredSummary {
  readonly thumbnail: Blob | null
}

/**
 * Summary and design are written in one transaction: a list never shows half a draft. Thumbnails
 * lie apart, so that a save needs to read nothing first: a page that closes has no time for it.
 */
interface DraftTables extends DBSchema {
  summaries: { key: string; value: StoredSummary }
  designs: { key: string; value: Design }
  /** What can be undone, beside the design that it leads to. */
  histories: { key: string; value: History }
  thumbnails: { key: string; value: Blob }
}

const databaseName = 'stampa-drafts'

const database = loadOnce(() =>
  openDB<DraftTables>(databaseName, 2, {
    upgrade: (tables, from) => {
      if (from < 1) {
        tables.createObjectStore('summaries', { keyPath: 'id' })
        tables.createObjectStore('designs')
        tables.createObjectStore('thumbnails')
      }
      tables.createObjectStore('histories')
    },
    terminated: () => database.forget(),
    blocking: (_from, _to, event) => {
      // Another tab runs a newer version of the app: let it through.
      ;(event.target as IDBDatabase).close()
      database.forget()
    },
  }),
)

/** Runs `work` over the database; what the browser throws becomes one of our faults. */
const stored = <T>(work: (tables: IDBPDatabase<DraftTables>) => Promise<T>): Promise<Outcome<T>> =>
  outcomeOf(async () => {
    try {
      return await work(await database())
    } catch (thrown) {
      if (thrown instanceof StampaError) throw thrown
      const full = thrown instanceof DOMException && thrown.name === 'QuotaExceededError'
      throw new StampaError(full ? 'storage-full' : 'storage-unavailable', { cause: thrown })
    }
  })

/** Every draft whose summary can be read, latest first; a broken one is left out, not deleted. */
export const listDrafts = (): Promise<Outcome<readonly DraftSummary[]>> =>
  stored(async (tables) => {
    const work = tables.transaction(['summaries', 'thumbnails'])
    const records: readonly unknown[] = await work.objectStore('summaries').getAll()
    const summaries = records.flatMap((record) => summarySchema.safeParse(record).data ?? [])
    const drafts = await Promise.all(
      summaries.map(async (summary) => {
        const thumbnail: unknown = await work.objectStore('thumbnails').get(summary.id)
        return { ...summary, thumbnail: thumbnail instanceof Blob ? thumbnail : null }
      }),
    )
    return drafts.sort((one, two) => two.updatedAtMs - one.updatedAtMs)
  })

/**
 * One draft's design, checked in full.
 * @returns faults `draft-missing`, `design-unreadable`, `design-newer`, `storage-unavailable`
 */
export const readDraft = (id: string): Promise<Outcome<Design>> =>
  stored(async (tables) => {
    const record: unknown = await tables.get('designs', id)
    if (record === undefined) throw new StampaError('draft-missing', { cause: id })
    return unwrap(parseDesign(record))
  })

/** What can be undone of a draft that was just read; nothing where it does not fit to it. */
export async function readHistory(design: Design): Promise<History> {
  const record = await stored((tables) => tables.get('histories', design.id))
  return record.ok ? parseHistory(record.value, design) : emptyHistory
}

/**
 * Writes a draft under its design's id; the last writer wins.
 * @param history what can be undone; as much of it as is cheap to keep goes with the design
 * @returns faults `storage-full` (what was saved before stays), `storage-unavailable`
 */
export const writeDraft = (
  design: Design,
  history: History = emptyHistory,
): Promise<Outcome<void>> =>
  stored(async (tables) => {
    const kept = storedHistory(history)
    const work = tables.transaction(['summaries', 'designs', 'histories'], 'readwrite')
    const summary: StoredSummary = {
      id: design.id,
      title: design.title,
      updatedAtMs: Date.now(),
      photoHashes: [...photosOf(design).map(({ hash }) => hash), ...historyPhotoHashes(kept)],
    }
    await together(work, () => [
      work.objectStore('summaries').put(summary),
      work.objectStore('designs').put(design, design.id),
      work.objectStore('histories').put(kept, design.id),
    ])
  })

/** Forgets what can be undone of a draft; photos that only undo needed can be pruned then. */
export const dropHistory = (id: string): Promise<Outcome<void>> =>
  stored(async (tables) => {
    const work = tables.transaction(['summaries', 'designs', 'histories'], 'readwrite')
    const summary = await work.objectStore('summaries').get(id)
    const design = parseDesign(await work.objectStore('designs').get(id))
    if (summary !== undefined && design.ok) {
      const photoHashes = photosOf(design.value).map(({ hash }) => hash)
      await work.objectStore('summaries').put({ ...summary, photoHashes })
    }
    await work.objectStore('histories').delete(id)
    await work.done
  })

/** Changes a draft's picture in lists. */
export const writeThumbnail = (id: string, thumbnail: Blob): Promise<Outcome<void>> =>
  stored(async (tables) => {
    await tables.put('thumbnails', thumbnail, id)
  })

export const deleteDraft = (id: string): Promise<Outcome<void>> =>
  stored(async (tables) => {
    const work = tables.transaction(
      ['summaries', 'designs', 'histories', 'thumbnails'],
      'readwrite',
    )
    await together(work, () => [
      work.objectStore('summaries').delete(id),
      work.objectStore('designs').delete(id),
      work.objectStore('histories').delete(id),
      work.objectStore('thumbnails').delete(id),
    ])
  })

/** Deletes every draft, those too whose summary cannot be read; answers which there were. */
export const deleteAllDrafts = (): Promise<Outcome<readonly string[]>> =>
  stored(async (tables) => {
    const ids = await tables.getAllKeys('designs')
    const work = tables.transaction(
      ['summaries', 'designs', 'histories', 'thumbnails'],
      'readwrite',
    )
    await together(work, () => [
      work.objectStore('summaries').clear(),
      work.objectStore('designs').clear(),
      work.objectStore('histories').clear(),
      work.objectStore('thumbnails').clear(),
    ])
    return ids
  })

interface Writing {
  readonly done: Promise<void>
  commit(): void
  abort(): void
}

/** All of it or nothing, and at once: a page that is closing hears of no request's end. */
async function together(work: Writing, write: () => Promise<unknown>[]): Promise<void> {
  const done = work.done
  try {
    const requests = write()
    work.commit()
    await Promise.all([...requests, done])
  } catch (thrown) {
    await Promise.allSettled([Promise.resolve().then(() => work.abort()), done])
    throw thrown
  }
}

/**
 * Hashes of all photos that stored drafts need, or null when a draft cannot be read and so its
 * photos are not known.
 */
export const photosInDrafts = (): Promise<Outcome<readonly string[] | null>> =>
  stored(async (tables) => {
    const records: readonly unknown[] = await tables.getAll('summaries')
    const drafts = await tables.getAllKeys('designs')
    const summaries = records.map((record) => summarySchema.safeParse(record).data)
    const known = new Set(summaries.map((summary) => summary?.id))
    if (!drafts.every((id) => known.has(id))) return null
    return summaries.flatMap((summary) => summary?.photoHashes ?? [])
  })
