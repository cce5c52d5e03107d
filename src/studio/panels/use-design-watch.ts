import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { designAtom } from '#src/state/editor.ts'
import { openPanelAtom } from '#src/state/panel.ts'
import { inspectPrintAtom } from '#src/state/preflight.ts'

/** The print is looked at when nothing changed for so long; at once while preflight is open. */
const QUIET_MS = 1200

/** Keeps preflight's look at the print fresh while the design changes. */
export function useDesignWatch(): void {
  const design = useAtomValue(designAtom)
  const preflightOpen = useAtomValue(openPanelAtom) === 'preflight'
  const inspect = useSetAtom(inspectPrintAtom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the design counts
  useEffect(() => {
    const timer = setTimeout(() => void inspect(), preflightOpen ? 60 : QUIET_MS)
    return () => clearTimeout(timer)
  }, [design, preflightOpen, inspect])
}
