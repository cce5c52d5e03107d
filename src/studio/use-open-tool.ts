import { useSetAtom } from 'jotai'
import { startTransition } from 'react'
import type { ToolId } from '#core/imaging/tools/table.ts'
import { openToolAtom } from '#src/state/tool-jobs.ts'

/**
 * Opens a tool of a photo layer. In one piece the bench that appears would be a long task of the
 * page's thread; jotai tells its listeners after the whole write, so the transition begins here.
 */
export function useOpenTool(): (layerId: string, tool: ToolId) => void {
  const open = useSetAtom(openToolAtom)
  return (layerId, tool) => startTransition(() => void open({ layerId, tool }))
}
