import { imaging } from '#src/worker-clients/workers.ts'
import type { ToolRequest } from '#workers/imaging/api.ts'
import { answered, LatestJob } from './long-job.ts'

/** Width of a tile on a screen of two pixels to one. */
const TILE_PX = 240

interface Asked {
  /** Of the preview that the tile is made of. */
  readonly longSidePx: number
  /** Whether the stage shows the same: what was seen for it is used again. */
  readonly isOnStage: boolean
  readonly signal: AbortSignal
}

const making = new LatestJob()

/**
 * The photo as a request would make it, as small as an option's tile.
 * @returns null where there is none, or where it was stopped: the option still has its name
 */
export async function makeOptionPicture(
  request: ToolRequest,
  { longSidePx, isOnStage, signal }: Asked,
): Promise<ImageBitmap | null> {
  const own = making.begin()
  const options = { signal: AbortSignal.any([own, signal]), report: () => undefined }
  const care = isOnStage ? 'quick' : 'aside'
  const outcome = await answered(imaging.preview(request, longSidePx, care, options))
  if (!outcome.ok) return null
  const { picture } = outcome.value
  const tile = await createImageBitmap(picture, { resizeWidth: TILE_PX, resizeQuality: 'medium' })
  picture.close()
  return tile
}

/**
 * Makes way at once: the worker does one thing after the other, and the tile's own screen would
 * learn a frame later that the customer has asked for something.
 */
export const stopOptionPicture = (): void => making.stop()
