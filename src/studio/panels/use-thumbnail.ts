import { useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import type { PhotoRef } from '#core/design/document.ts'
import { THUMBNAIL_PX } from '#src/state/photos.ts'
import { missingPhotosAtom } from '#src/state/preflight.ts'
import { thumbnailOf } from '#src/state/thumbnails.ts'

/** Address of a small picture of a photo; null until it has come, or where there is none. */
export function useThumbnail(photo: PhotoRef | null, sidePx = THUMBNAIL_PX): string | null {
  const [shown, setShown] = useState<{ hash: string; url: string } | null>(null)
  const sayMissing = useSetAtom(missingPhotosAtom)
  const hash = photo?.hash
  // biome-ignore lint/correctness/useExhaustiveDependencies: a photo is known by its hash
  useEffect(() => {
    if (photo === null) return
    let left = false
    void thumbnailOf(photo, sidePx).then((outcome) => {
      if (left) return
      if (outcome.ok) setShown({ hash: photo.hash, url: outcome.value })
      else if (outcome.fault.code === 'photo-missing') sayMissing(photo.hash)
    })
    return () => {
      left = true
    }
  }, [hash, sidePx, sayMissing])
  return shown !== null && shown.hash === hash ? shown.url : null
}
