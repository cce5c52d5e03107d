import type { ReactNode } from 'react'
import type { BrushStroke } from '#core/imaging/brush-strokes.ts'

/** What the next stroke is painted with. */
export type Brush = Pick<BrushStroke, 'mode' | 'radius'>

export interface BrushSurfaceProps {
  /** Names what is painted on. */
  readonly label: string
  /** Width by height of the picture. */
  readonly aspect: number
  readonly brush: Brush
  /** 1 shows the whole picture. */
  readonly zoom: number
  /** Two fingers that spread; without it they only move the view. */
  readonly onZoom?: (zoom: number) => void
  /** Strokes that are shown over the picture: those whose work is not to be seen yet. */
  readonly shown: readonly BrushStroke[]
  readonly onStroke: (stroke: BrushStroke) => void
  readonly onUndo: () => void
  readonly onRedo?: () => void
  /** The picture, layer over layer; each fills the surface. */
  readonly children: ReactNode
}

/** How far a view may be zoomed. */
export const ZOOM = { min: 1, max: 6 } as const
