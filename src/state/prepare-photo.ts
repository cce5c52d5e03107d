import { atom } from 'jotai'
import type { PhotoRef } from '#core/design/document.ts'
import { PREVIEW_PX } from '#core/imaging/preview-sizes.ts'
import { type ToolId, toolById } from '#core/imaging/tools/table.ts'
import { imaging } from '#src/worker-clients/workers.ts'
import { answered, LatestJob } from './long-job.ts'
import { toolPlaceAtom } from './tool-place.ts'

const preparing = new LatestJob()

/**
 * Looks at a photo while its customer looks at the tools, so that the first preview has less to do.
 * Once in a while is enough: what was seen is kept by the worker.
 */
export const preparePhotoAtom = atom(null, async (get, _set, photo: PhotoRef): Promise<void> => {
  const signal = preparing.begin()
  if (get(toolPlaceAtom) !== 'device') return
  await answered(imaging.prepare(photo, PREVIEW_PX, { signal }))
})

/** Makes way for a tool, unless that begins with the same look. */
export function leavePreparing(tool: ToolId): void {
  if (toolById(tool)?.isSlow) return
  stopPreparing()
}

/** Another photo is meant, or none. */
export const stopPreparing = (): void => preparing.stop()
