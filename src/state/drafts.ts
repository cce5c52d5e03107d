import { atom } from 'jotai'
import type { Design } from '#core/design/document.ts'
import type { History } from '#core/design/history.ts'
import { type Fault, type Outcome, succeed } from '#core/errors.ts'
import { type Autosave, createAutosave, type SaveState } from '../storage/autosave.ts'
import { onDraftNews, tellDraftNews } from '../storage/draft-news.ts'
import {
  type DraftSummary,
  deleteDraft,
  dropHistory,
  listDrafts,
  readDraft,
  readHistory,
  writeDraft,
  writeThumbnail,
} from '../storage/draft-store.ts'
import { askToPersist, holdPhotos, prunePhotos } from '../storage/photo-upkeep.ts'
import { library } from '../worker-clients/library.ts'

export type { SaveState } from '../storage/autosave.ts'
export type { DraftSummary } from '../storage/draft-store.ts'

/** Draws a design small for the list of drafts; the compositor's work. */
export type DrawThumbnail = (design: Design) => Promise<Outcome<Blob>>

/** A design and what can be undone of it. */
export interface EditedDesign {
  readonly design: Design
  readonly history: History
}

/** The draft that is open in this tab, and what keeps it saved. */
interface OpenDraft {
  readonly id: string
  readonly autosave: Autosave<EditedDesign>
  readonly release: () => void
  readonly drawThumbnail: DrawThumbnail | null
  latest: Design
  /** Whether a history lies stored beside the design. */
  hasHistory: boolean
  drawnOf: Design | null
}

/** A list shows the design of at most so long ago. */
const thumbnailEveryMs = 4000

const listAtom = atom<readonly DraftSummary[] | null>(null)
listAtom.onMount = (set) => {
  const refresh = async () => {
    const drafts = await listDrafts()
    if (drafts.ok) set(drafts.value)
  }
  void refresh()
  return onDraftNews(() => void refresh())
}

/** All drafts, latest first; null until they are read. */
export const draftsAtom = atom((get) => get(listAtom))

/** Reads the list again. */
export const refreshDraftsAtom = atom(null, async (_get, set): Promise<Outcome<void>> => {
  const drafts = await listDrafts()
  if (!drafts.ok) return drafts
  set(listAtom, drafts.value)
  return succeed(undefined)
})

const openAtom = atom<OpenDraft | null>(null)
const stateAtom = atom<SaveState>({ kind: 'saved' })

/** Whether the open draft is saved. */
export const saveStateAtom = atom((get) => get(stateAtom))

/** Why the open draft could not be saved, or null. */
export const saveFaultAtom = atom((get): Fault | null => {
  const state = get(stateAtom)
  return state.kind === 'failed' ? state.fault : null
})

const elsewhereAtom = atom<'changed' | 'deleted' | null>(null)

/** What another tab did to the draft that is open here since it was opened or last saved. */
export const changedElsewhereAtom = atom((get) => get(elsewhereAtom))

/** Stores a new design as a draft, under the design's own id. */
export const createDraftAtom = atom(
  null,
  async (_get, set, design: Design): Promise<Outcome<string>> => {
    const written = await writeDraft(design)
    if (!written.ok) return written
    tellDraftNews({ kind: 'saved', id: design.id })
    void askToPersist()
    await set(refreshDraftsAtom)
    return succeed(design.id)
  },
)

/** Opens a draft for editing: from now on {@link autosaveAtom} saves it. */
export const openDraftAtom = atom(
  null,
  async (get, set, id: string, drawThumbnail?: DrawThumbnail): Promise<Outcome<EditedDesign>> => {
    // Held before the draft is read, so that its photos cannot be pruned in between.
    const releasePhotos = await holdPhotos()
    const design = await readDraft(id)
    if (!design.ok) {
      releasePhotos()
      return design
    }
    const history = await readHistory(design.value)
    if (get(openAtom) !== null) await set(closeDraftAtom, { evenUnsaved: true })
    const stopNews = onDraftNews((news) => {
      if (news.id === id) set(elsewhereAtom, news.kind === 'saved' ? 'changed' : 'deleted')
    })
    const thumbnails = createThumbnails()
    const open: OpenDraft = {
      id,
      latest: design.value,
      hasHistory: history.past.length + history.future.length > 0,
      drawnOf: null,
      drawThumbnail: drawThumbnail ?? null,
      autosave: createAutosave({
        save: async (latest) => {
          const written = await writeDraft(latest.design, latest.history)
          if (!written.ok) return written
          set(elsewhereAtom, null)
          tellDraftNews({ kind: 'saved', id })
          thumbnails.later(open)
          return written
        },
        onState: (state) => set(stateAtom, state),
      }),
      release: () => {
        thumbnails.stop()
        stopNews()
        releasePhotos()
      },
    }
    set(elsewhereAtom, null)
    set(stateAtom, { kind: 'saved' })
    set(openAtom, open)
    return succeed({ design: design.value, history })
  },
)

/** Takes every change of the open design; saves soon, and when the page is hidden or left. */
export const autosaveAtom = atom(null, (get, _set, edited: EditedDesign) => {
  const open = get(openAtom)
  const { design } = edited
  if (open === null || design.id !== open.id || design === open.latest) return
  open.latest = design
  open.hasHistory = true
  open.autosave.changed(edited)
})

/** Saves at once what is not saved yet, for instance before an order is placed. */
export const flushDraftAtom = atom(null, async (get): Promise<void> => {
  await get(openAtom)?.autosave.flush()
})

/**
 * Ends editing: what is unsaved is saved, the picture in the list is made new. A draft that cannot
 * be saved stays open and its fault is answered, unless `evenUnsaved`.
 */
export const closeDraftAtom = atom(null, async (get, set, options?: { evenUnsaved: boolean }) => {
  const open = get(openAtom)
  if (open === null) return succeed(undefined)
  await open.autosave.flush()
  const fault = get(saveFaultAtom)
  if (fault !== null && options?.evenUnsaved !== true) return { ok: false, fault } as const
  if (get(openAtom) === open) set(openAtom, null)
  await open.autosave.close()
  // Undo survives a reload, not leaving: the photos that only it needs can go then.
  if (open.hasHistory) await dropHistory(open.id)
  await drawAndStore(open)
  open.release()
  return await set(refreshDraftsAtom)
})

/** Copies a draft; the copy's title is the caller's to word. */
export const duplicateDraftAtom = atom(
  null,
  async (get, set, id: string, title: string): Promise<Outcome<string>> => {
    const design = await readDraft(id)
    if (!design.ok) return design
    const copy = { ...design.value, id: crypto.randomUUID(), title }
    const thumbnail = get(listAtom)?.find((draft) => draft.id === id)?.thumbnail ?? null
    const written = await writeDraft(copy)
    if (!written.ok) return written
    if (thumbnail !== null) await writeThumbnail(copy.id, thumbnail)
    tellDraftNews({ kind: 'saved', id: copy.id })
    await set(refreshDraftsAtom)
    return succeed(copy.id)
  },
)

/** Renames a draft that is not open; the open one is renamed by an edit of its design. */
export const renameDraftAtom = atom(
  null,
  async (_get, set, id: string, title: string): Promise<Outcome<void>> => {
    const design = await readDraft(id)
    if (!design.ok) return design
    const written = await writeDraft({ ...design.value, title })
    if (!written.ok) return written
    tellDraftNews({ kind: 'saved', id })
    await set(refreshDraftsAtom)
    return succeed(undefined)
  },
)

/** Deletes a draft, and the photos that nothing else uses. */
export const deleteDraftAtom = atom(null, async (_get, set, id: string): Promise<Outcome<void>> => {
  const deleted = await deleteDraft(id)
  if (!deleted.ok) return deleted
  tellDraftNews({ kind: 'deleted', id })
  await set(refreshDraftsAtom)
  await prunePhotos()
  return succeed(undefined)
})

/** Takes in a design file as a new draft. */
export const importDraftAtom = atom(
  null,
  async (_get, set, file: Blob, signal?: AbortSignal): Promise<Outcome<string>> => {
    const releasePhotos = await holdPhotos()
    try {
      const design = await library.importDesign(file, signal === undefined ? {} : { signal })
      if (!design.ok) return design
      return await set(createDraftAtom, { ...design.value, id: crypto.randomUUID() })
    } finally {
      releasePhotos()
    }
  },
)

/** Once when the app starts, before an editor opens: photos that no draft uses are deleted. */
export const tidyPhotosAtom = atom(null, async (): Promise<Outcome<number>> => await prunePhotos())

/** Draws the list's picture now and then, never more than one at a time. */
function createThumbnails() {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    later: (open: OpenDraft) => {
      timer ??= setTimeout(() => {
        timer = undefined
        void drawAndStore(open)
      }, thumbnailEveryMs)
    },
    stop: () => clearTimeout(timer),
  }
}

/** A picture that cannot be drawn or stored leaves the one there was. */
async function drawAndStore(open: OpenDraft): Promise<void> {
  const design = open.latest
  if (open.drawThumbnail === null || open.drawnOf === design) return
  const thumbnail = await open.drawThumbnail(design)
  if (!thumbnail.ok) return
  open.drawnOf = design
  await writeThumbnail(open.id, thumbnail.value)
}
