import type { ReactNode } from 'react'
import type { BrushPoint } from '#core/imaging/brush-strokes.ts'
import styles from './BrushSurface.module.css'

export interface LoupeProps {
  /** The place that it shows, in shares of the picture. */
  readonly at: BrushPoint
  /** The picture's size on the screen. */
  readonly widthPx: number
  readonly heightPx: number
  /** The side of the view it stands at: not the finger's. */
  readonly side: 'left' | 'right'
}

const LENS_PX = 116
const ENLARGED = 2

/** What lies under a finger, enlarged, in an upper corner of the view. */
export function Loupe(props: LoupeProps & { readonly children: ReactNode }) {
  const { at, widthPx, heightPx, side, children } = props
  const [width, height] = [widthPx * ENLARGED, heightPx * ENLARGED]
  return (
    <div
      className={styles.loupe}
      style={{ inlineSize: LENS_PX, blockSize: LENS_PX, boxSizing: 'content-box' }}
      data-side={side}
      data-loupe=""
      aria-hidden="true"
    >
      <div
        className={styles.enlarged}
        style={{
          width,
          height,
          left: LENS_PX / 2 - at.x * width,
          top: LENS_PX / 2 - at.y * height,
        }}
      >
        {children}
      </div>
    </div>
  )
}

/** The side of a view that a pointer is not on. */
export const sideAwayFrom = (clientX: number, view: DOMRect): LoupeProps['side'] =>
  clientX < view.left + view.width / 2 ? 'right' : 'left'
