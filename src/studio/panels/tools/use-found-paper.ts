import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import type { FoundSheet } from '#core/imaging/tools/rescue/sheet/find-corners.ts'
import { findPaperAtom, foundPaperAtom } from '#src/state/found-paper.ts'
import type { ToolRequest } from '#workers/imaging/api.ts'

/** The sheet in the photo; undefined until it was looked for. */
export function useFoundPaper({ photo }: ToolRequest): FoundSheet | null | undefined {
  const find = useSetAtom(findPaperAtom)
  const found = useAtomValue(foundPaperAtom)[photo.hash]
  // biome-ignore lint/correctness/useExhaustiveDependencies: a photo is known by its hash
  useEffect(() => {
    const own = new AbortController()
    void find(photo, own.signal)
    return () => own.abort()
  }, [photo.hash, find])
  return found
}
