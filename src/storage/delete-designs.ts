import { type Outcome, succeed } from '#core/errors.ts'
import { tellDraftNews } from './draft-news.ts'
import { deleteAllDrafts } from './draft-store.ts'
import { forgetStored, storedKeys } from './local-storage.ts'
import { prunePhotos } from './photo-upkeep.ts'

/** Deletes every design of this device, and the photos that only they used. */
export async function deleteDesigns(): Promise<Outcome<void>> {
  const deleted = await deleteAllDrafts()
  if (!deleted.ok) return deleted
  for (const id of deleted.value) tellDraftNews({ kind: 'deleted', id })
  for (const key of storedKeys()) {
    if (key === 'HL_drafts' || key.startsWith('HL_size_')) forgetStored(key)
  }
  const pruned = await prunePhotos()
  return pruned.ok ? succeed(undefined) : pruned
}
