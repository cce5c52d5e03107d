import { useEffect, useState } from 'react'
import type { PhotoLayer } from '#core/design/document.ts'
import { shownPhoto } from '#core/design/shown-photo.ts'
import { compositor } from '#src/worker-clients/workers.ts'

/** The crop stands still for so long before its pictures are made anew. */
const QUIET_MS = 200
/** A tile is a square that the shorter side fills, on a screen of two pixels to one. */
const SHORT_SIDE_PX = 152
const LONG_SIDE_MAX_PX = 420

/**
 * The layer's photo in each of the looks, made in the worker; empty until they have come. Given up
 * when the panel closes or another part of the photo is shown.
 */
export function useLookPictures(
  layer: PhotoLayer,
  lookIds: readonly string[],
): readonly ImageBitmap[] {
  const [pictures, setPictures] = useState<readonly ImageBitmap[]>([])
  const { crop, widthMm, heightMm } = layer
  const shown = [shownPhoto(layer).hash, ...Object.values(crop), widthMm / heightMm].join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown says which pictures
  useEffect(() => {
    const stop = new AbortController()
    const make = async () => {
      const longer = Math.max(widthMm / heightMm, heightMm / widthMm)
      const longSidePx = Math.min(LONG_SIDE_MAX_PX, Math.round(SHORT_SIDE_PX * longer))
      const request = { layer, lookIds, longSidePx }
      const outcome = await compositor.lookPictures(request, { signal: stop.signal })
      // Without pictures the looks still have their names.
      if (!outcome.ok) return
      if (stop.signal.aborted) for (const picture of outcome.value) picture.close()
      else setPictures(outcome.value)
    }
    const timer = setTimeout(() => void make(), QUIET_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [shown])
  return pictures
}
