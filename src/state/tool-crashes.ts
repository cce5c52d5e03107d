import { z } from 'zod'
import { toolById } from '#core/imaging/tools/table.ts'
import { forgetStored, readStored, storedKeys, writeStored } from '#src/storage/local-storage.ts'

/** Tools that run in a tab, by a name of its own: what is left behind of a tab that is gone. */
const RUNNING = 'HL_tool_running_'
const CRASHES = 'HL_tool_crashes'
/** Held by a tab for as long as it lives; the browser lets go of it whatever ends the tab. */
const lockOf = (tab: string): string => `stampa-tools-${tab}`

const tab = crypto.randomUUID()
let locked = false
/** What runs here now: work that was stopped ends after what took its place has begun. */
let running = 0

/** How often each tool, or the page with it, has ended on this device, in this browser's version. */
type Crashes = Readonly<Record<string, number>>
const storedSchema = z.object({ agent: z.string(), crashes: z.record(z.string(), z.number()) })

/** Says that a tool begins, before it does: a page that is killed meanwhile has said so. */
export function markToolRunning(tool: string): void {
  holdLock()
  running++
  writeStored(RUNNING + tab, tool)
}

/** Says that it has ended, however it did. */
export function unmarkTool(): void {
  running--
  if (running === 0) forgetMark()
}

const forgetMark = (): void => forgetStored(RUNNING + tab)

/** How often a tool has ended this way here. */
export const crashesOf = (tool: string): number => readCrashes()[tool] ?? 0

export function countCrash(tool: string): void {
  const crashes = { ...readCrashes(), [tool]: crashesOf(tool) + 1 }
  writeStored(CRASHES, JSON.stringify({ agent: navigator.userAgent, crashes }))
}

/** Counts what tabs left that were killed with a tool running; ask once, when the studio opens. */
export async function countKilledTabs(): Promise<void> {
  for (const key of storedKeys().filter((each) => each.startsWith(RUNNING))) {
    const other = key.slice(RUNNING.length)
    if (other === tab || (await isAlive(other))) continue
    const tool = toolById(readStored(key) ?? '')
    forgetStored(key)
    if (tool !== undefined) countCrash(tool.id)
  }
}

/** Without locks nobody knows; a tab that lives loses its mark at most. */
async function isAlive(other: string): Promise<boolean> {
  if (navigator.locks === undefined) return false
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name }) => name === lockOf(other))
}

function holdLock(): void {
  if (locked) return
  locked = true
  // Whoever leaves the page or loads it anew has not crashed.
  addEventListener('pagehide', forgetMark)
  void navigator.locks?.request(lockOf(tab), () => new Promise(() => undefined))
}

function readCrashes(): Crashes {
  try {
    const { agent, crashes } = storedSchema.parse(JSON.parse(readStored(CRASHES) ?? ''))
    return agent === navigator.userAgent ? crashes : {}
  } catch {
    return {}
  }
}
