import { atom } from 'jotai'
import type { Outcome } from '#core/errors.ts'
import { type ToolId, tools } from '#core/imaging/tools/table.ts'
import { imaging } from '#src/worker-clients/workers.ts'
import type { ToolReadiness } from '#workers/imaging/api.ts'
import { answered } from './long-job.ts'

const readinessAtom = atom<Readonly<Partial<Record<ToolId, Outcome<ToolReadiness>>>>>({})

/** What each tool still has to fetch, or why that is not known; absent until asked. */
export const toolReadinessAtom = atom((get) => get(readinessAtom))

/** Asks what the tools still have to fetch. */
export const checkReadinessAtom = atom(null, async (_get, set): Promise<void> => {
  const ask = async (tool: ToolId) => {
    const readiness = await answered(imaging.readiness(tool))
    set(readinessAtom, (all) => ({ ...all, [tool]: readiness }))
  }
  await Promise.all(tools.map(({ id }) => ask(id)))
})
