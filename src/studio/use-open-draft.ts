import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Design } from '#core/design/document.ts'
import type { History } from '#core/design/history.ts'
import { fail, type Outcome, succeed } from '#core/errors.ts'
import { useLoad } from '#src/shell/jobs/use-load.ts'
import { autosaveAtom, closeDraftAtom, openDraftAtom, tidyPhotosAtom } from '#src/state/drafts.ts'
import { historyAtom, isOpenAtom, openDesignAtom, openedDesignAtom } from '#src/state/editor.ts'
import { openPanelAtom } from '#src/state/panel.ts'
import { settleTextEditsAtom } from '#src/state/text-edit.ts'
import { fitViewAtom, selectSeveralAtom, stageModeAtom } from '#src/state/view.ts'
import { compositor } from '#src/worker-clients/workers.ts'

/** Longest side of the picture in the list of drafts. */
const THUMBNAIL_PX = 360

export type Opening =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open' }
  | { readonly kind: 'refused'; readonly words: string }

/** One opening or closing at a time, in the order they were asked for. */
let turn: Promise<unknown> = Promise.resolve()
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const own = turn.then(work, work)
  turn = own
  return own
}

/** Opens a draft for as long as the page is shown; every change of its design is saved. */
export function useOpenDraft(draftId: string | null): Opening {
  const { t } = useTranslation('errors')
  const isOpen = useAtomValue(isOpenAtom)
  const openDraft = useSetAtom(openDraftAtom)
  const closeDraft = useSetAtom(closeDraftAtom)
  const tidyPhotos = useSetAtom(tidyPhotosAtom)
  const settleEdits = useSetAtom(settleEditsAtom)
  const begin = useBegin()
  useAutosave()
  const open = useCallback(
    (signal: AbortSignal) =>
      inTurn(async (): Promise<Outcome<void>> => {
        if (signal.aborted) return fail('cancelled')
        if (draftId === null) return fail('draft-missing')
        const draft = await openDraft(draftId, (design) =>
          compositor.thumbnail(design, THUMBNAIL_PX),
        )
        if (!draft.ok) return draft
        if (!signal.aborted) begin(draft.value.design, draft.value.history)
        return succeed(undefined)
      }),
    [draftId, openDraft, begin],
  )
  const { fault } = useLoad(open)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was opened is closed before the next
  useEffect(
    () => () => {
      // Not before whatever showed the design has stopped listening to it.
      void inTurn(async () => {
        await settleEdits()
        begin(null)
        await closeDraft({ evenUnsaved: true })
        await tidyPhotos()
      })
    },
    [open, closeDraft, tidyPhotos, settleEdits, begin],
  )
  if (fault !== null) return { kind: 'refused', words: t(fault.code, { ...fault.params }) }
  return { kind: isOpen ? 'open' : 'opening' }
}

/** Nothing shows the design any more by then, so nobody else hands it to be saved. */
const settleEditsAtom = atom(null, async (get, set): Promise<void> => {
  await set(settleTextEditsAtom)
  const design = get(openedDesignAtom)
  if (design !== null) set(autosaveAtom, { design, history: get(historyAtom) })
})

/** Puts a design on the stage as a first visit finds it, or clears the stage. */
function useBegin(): (design: Design | null, history?: History) => void {
  const openDesign = useSetAtom(openDesignAtom)
  const fitView = useSetAtom(fitViewAtom)
  const setPanel = useSetAtom(openPanelAtom)
  const setMode = useSetAtom(stageModeAtom)
  const setSeveral = useSetAtom(selectSeveralAtom)
  const [begin] = useState(() => (design: Design | null, history?: History) => {
    openDesign(design, history)
    fitView()
    setMode('select')
    setSeveral(false)
    setPanel(null)
  })
  return begin
}

function useAutosave(): void {
  const design = useAtomValue(openedDesignAtom)
  const history = useAtomValue(historyAtom)
  const autosave = useSetAtom(autosaveAtom)
  useEffect(() => {
    if (design !== null) autosave({ design, history })
  }, [design, history, autosave])
}
