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

/** Changes that wait for the one before them to be measured. */
let waiting: readonly TextEdit[] = []
let running: Promise<void> | null = null

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
      waiting = waiting.slice(1)
      if (!get(isOpenAtom)) continue
      const { id, edit, mark } = next
      const apply = (sized: Edit) => set(editAtom, { edit: sized, ...(mark && { mark }) })
      const layer = layerById(edit(get(designAtom)), id)
      if (layer?.kind !== 'text') {
        apply(edit)
        continue
      }
      const box = await compositor.measureText(layer)
      set(faultAtom, box.ok ? null : box.fault)
      if (box.ok) set(glyphsAtom, (all) => ({ ...all, [id]: box.value.missing }))
      apply((design: Design) => (box.ok ? setTextBox(edit(design), id, box.value) : edit(design)))
    }
  }
  running ??= work().finally(() => {
    running = null
  })
  await running
})

function joined(list: readonly TextEdit[], added: TextEdit): readonly TextEdit[] {
  const last = list.at(-1)
  if (!last || last.id !== added.id || last.mark === undefined || last.mark !== added.mark) {
    return [...list, added]
  }
  const both: TextEdit = { ...added, edit: (design) => added.edit(last.edit(design)) }
  return [...list.slice(0, -1), both]
}
