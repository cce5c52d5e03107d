import { atom } from 'jotai'
import type { PhotoLayer } from '#core/design/document.ts'
import type { ModelRole } from '#core/imaging/models.ts'
import type { ToolResult } from '#workers/imaging/api.ts'

/** Networks that results lack, by the hash of the result. */
type Lacking = Readonly<Record<string, readonly ModelRole[]>>

const lackingAtom = atom<Lacking>({})

/** Remembers what a result lacks that its customer now has; the same pixels may come of fewer networks or all. */
export const noteLackingAtom = atom(null, (get, set, { result, lacks }: ToolResult) => {
  const { [result.hash]: known, ...others } = get(lackingAtom)
  if (lacks.length > 0) set(lackingAtom, { ...others, [result.hash]: lacks })
  else if (known !== undefined) set(lackingAtom, others)
})

/** Whether the version of a photo that is shown was made without networks that could not be fetched. */
export const isLackingAtom = atom((get) => {
  const lacking = get(lackingAtom)
  return ({ derived }: Pick<PhotoLayer, 'derived'>): boolean =>
    (derived.at(-1)?.result.hash ?? '') in lacking
})
