import { useSetAtom } from 'jotai'
import type { Outcome } from '#core/errors.ts'
import { useFaultToast } from '#src/shell/fault-toast.ts'
import { deleteDraftAtom, duplicateDraftAtom, renameDraftAtom } from '#src/state/drafts.ts'
import { showToast } from '#src/ui/toasts.ts'

/** What can be done to a saved draft; what fails is said. */
export function useDraftEdits(id: string) {
  const tell = useFaultToast()
  const rename = useSetAtom(renameDraftAtom)
  const duplicate = useSetAtom(duplicateDraftAtom)
  const remove = useSetAtom(deleteDraftAtom)
  const run = async (work: Promise<Outcome<unknown>>, done?: string) => {
    const outcome = await work
    if (!outcome.ok) tell(outcome.fault)
    else if (done) showToast({ text: done, tone: 'good' })
  }
  return {
    rename: (title: string) => void run(rename(id, title)),
    duplicate: (title: string) => void run(duplicate(id, title)),
    remove: (done: string) => void run(remove(id), done),
  }
}
