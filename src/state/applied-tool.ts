import { atom } from 'jotai'
import type { ToolId } from '#core/imaging/tools/table.ts'

/** How long it is said that a tool was applied. */
const SAID_MS = 4000

const appliedState = atom<ToolId | null>(null)
let timer: ReturnType<typeof setTimeout> | undefined

/** The tool that was applied a moment ago. */
export const appliedToolAtom = atom((get) => get(appliedState))

/** Says for a moment that a tool was applied. */
export const sayAppliedAtom = atom(null, (_get, set, tool: ToolId) => {
  clearTimeout(timer)
  set(appliedState, tool)
  timer = setTimeout(() => set(appliedState, null), SAID_MS)
})
