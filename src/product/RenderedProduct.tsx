import { useAtomValue } from 'jotai'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Product } from '#core/design/document.ts'
import { shownTheme, themeAtom } from '#src/state/theme.ts'
import { showBitmap } from '#src/ui/show-bitmap.ts'
import { compositor } from '#src/worker-clients/workers.ts'
import styles from './RenderedProduct.module.css'
import { sampleDesign } from './sample-design.ts'

/** Sharp on a phone's screen, and not more. */
const RATIO_MAX = 2

interface RenderedProductProps {
  readonly product: Product
  /** Which of the sample prints it carries. */
  readonly look: number
  readonly label: string
}

/** A product as our own renderer draws it, in its worker, once it comes into sight. */
export function RenderedProduct({ product, look, label }: RenderedProductProps) {
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const inSight = useInSight(frame)
  const theme = useAtomValue(themeAtom)
  const [drawn, setDrawn] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme draws again
  useEffect(() => {
    const box = frame.current?.getBoundingClientRect()
    if (!inSight || box === undefined || box.width === 0) return
    let left = false
    const ratio = Math.min(devicePixelRatio, RATIO_MAX)
    const size = {
      widthPx: Math.round(box.width * ratio),
      heightPx: Math.round(box.height * ratio),
    }
    const view = { ...size, theme: shownTheme() }
    void compositor.productPicture(sampleDesign(product, look), view).then((picture) => {
      if (!picture.ok) return
      if (left || canvas.current === null) return picture.value.close()
      showBitmap(canvas.current, picture.value)
      setDrawn(true)
    })
    return () => {
      left = true
    }
  }, [inSight, product, look, theme])
  return (
    <div ref={frame} className={styles.frame} data-drawn={drawn}>
      <canvas ref={canvas} className={styles.picture} role="img" aria-label={label} />
    </div>
  )
}

function useInSight(frame: RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (frame.current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
      },
      { rootMargin: '200px' },
    )
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [frame])
  return seen
}
