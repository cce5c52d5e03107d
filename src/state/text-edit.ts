import { atom } from 'jotai'
import type { Design } from '#core/design/document.ts'
import { type Edit, layerById } from '#core/design/edits/layers.ts'
import { setTextBox } from '#core/design/edits/text.ts'
import type { Fault } from '#core/errors.ts'
import { compositor } from '#src/worker-clients/workers.ts'
import { designAtom, editAtom, isOpenAtom } from './editor.ts'

/** A change of a text whose box must follow. */
export interface TextEdit {
  readonly id: string
  readonly edit: Edit
  readonly mark?: string
}

/** Changes that are not in the design yet: the first is being measured, the others wait for it. */
let waiting: readonly TextEdit[] = []
let running: Promise<void> | null = null
/** How long the studio waits for a text to be measured before it closes. */
const CLOSE_WITHIN_MS = 2000

const glyphsAtom = atom<Readonly<Record<string, readonly string[]>>>({})

/** Text layer id -> characters that no font of ours draws, as last measured. */
export const missingGlyphsAtom = atom((get) => get(glyphsAtom))

const faultAtom = atom<Fault | null>(null)

/** Why a text could not be measured (its font did not come), or null. */
export const textFaultAtom = atom((get) => get(faultAtom))

/**
 * Changes a text and writes the box that it then fills, as the compositor measures it, in one
 * step. Changes that come faster than they are measured are joined. A text that cannot be measured
 * is changed all the same.
 */
export const editTextAtom = atom(null, async (get, set, given: TextEdit): Promise<void> => {
  waiting = joined(waiting, given)
  const work = async () => {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      const { id, edit } = next
      const layer = get(isOpenAtom) ? layerById(edit(get(designAtom)), id) : undefined
      const box = layer?.kind === 'text' ? await compositor.measureText(layer) : null
      // It may have been applied meanwhile, as it stood: the studio does not wait for ever.
      if (waiting[0] !== next) continue
      waiting = waiting.slice(1)
      if (box !== null) set(faultAtom, box.ok ? null : box.fault)
      if (box?.ok) set(glyphsAtom, (all) => ({ ...all, [id]: box.value.missing }))
      const sized = (design: Design) =>
        box?.ok ? setTextBox(edit(design), id, box.value) : edit(design)
      set(editAtom, editOf({ ...next, edit: sized }))
    }
  }
  running ??= work().finally(() => {
    running = null
    waiting = []
  })
  await running
})

const editOf = ({ edit, mark }: TextEdit) => ({ edit, ...(mark !== undefined && { mark }) })

/**
 * Settles when every change of a text is in the design, before the studio closes. What cannot be
 * measured in time is written as it stands: words count for more than their box.
 */
export const settleTextEditsAtom = atom(
  null,
  async (_get, set, withinMs: number = CLOSE_WITHIN_MS): Promise<void> => {
    if (running === null) return
    await Promise.race([running, new Promise((late) => setTimeout(late, withinMs))])
    const left = waiting
    waiting = []
    for (const edit of left) set(editAtom, editOf(edit))
  },
)

function joined(list: readonly TextEdit[], added: TextEdit): readonly TextEdit[] {
  // The first is being measured as it is.
  const last = list.length > 1 ? list.at(-1) : undefined
  if (!last || last.id !== added.id || last.mark === undefined || last.mark !== added.mark) {
    return [...list, added]
  }
  const both: TextEdit = { ...added, edit: (design) => added.edit(last.edit(design)) }
  return [...list.slice(0, -1), both]
}
