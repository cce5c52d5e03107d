import { useEffect, useState } from 'react'
import type { Design } from '#core/design/document.ts'
import { compositor } from '#src/worker-clients/workers.ts'

const PICTURE_PX = 480

/** The address of a design's picture as our own renderer draws it; null while it is drawn. */
export function useDesignPicture(design: Design | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (design === null) return
    let made: string | null = null
    let left = false
    void compositor.thumbnail(design, PICTURE_PX).then((picture) => {
      if (left || !picture.ok) return
      made = URL.createObjectURL(picture.value)
      setUrl(made)
    })
    return () => {
      left = true
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [design])
  return url
}
