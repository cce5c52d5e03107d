import { useEffect, useRef } from 'react'
import { showBitmap } from '#src/ui/show-bitmap.ts'
import styles from './OptionPicture.module.css'

/** The customer's photo as one option of a tool would draw it; an empty place until it has come. */
export function OptionPicture({ picture }: { picture: ImageBitmap | null }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (picture !== null && canvas.current !== null) showBitmap(canvas.current, picture)
  }, [picture])
  return <canvas ref={canvas} className={styles.picture} data-drawn={picture !== null} />
}
