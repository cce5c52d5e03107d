import { useEffect, useRef } from 'react'
import { showBitmap } from '#src/ui/show-bitmap.ts'

/** What a tool would make, as it was made last. */
export function PreviewPicture({ picture }: { picture: ImageBitmap }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (picture.width === 0) return
    let left = false
    // The screen keeps what it is handed; the picture itself stays the tool's.
    void createImageBitmap(picture).then((handed) => {
      if (left || canvas.current === null) handed.close()
      else showBitmap(canvas.current, handed)
    })
    return () => {
      left = true
    }
  }, [picture])
  return <canvas ref={canvas} />
}
