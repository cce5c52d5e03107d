import { atom } from 'jotai'
import type { ToolId } from '#core/imaging/tools/table.ts'

/** How long it is said that a tool was applied. */
const SAID_MS = 4000

/** The tool that was applied a moment ago. */
export const appliedToolAtom = atom<ToolId | null>(null)
let timer: ReturnType<typeof setTimeout> | undefined

/** Says for a moment that a tool was applied. */
export const sayAppliedAtom = atom(null, (_get, set, tool: ToolId) => {
  clearTimeout(timer)
  set(appliedToolAtom, tool)
  timer = setTimeout(() => set(appliedToolAtom, null), SAID_MS)
})
