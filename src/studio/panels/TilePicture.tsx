import { useEffect, useRef } from 'react'
import { showBitmap } from '#src/ui/show-bitmap.ts'
import styles from './TilePicture.module.css'

/** The customer's photo in one of several looks; an empty place until it has come. */
export function TilePicture({ picture }: { picture: ImageBitmap | undefined }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (picture && canvas.current) showBitmap(canvas.current, picture)
  }, [picture])
  return <canvas ref={canvas} className={styles.tile} hidden={!picture} />
}
