/** How a look draws faces. */
export interface FacePen {
  /** Width of strokes against the usual. */
  readonly width: number
  /** Lightness of the darkest stroke. */
  readonly dark: number
  /** How far eyes are opened beyond the face's own, 0..1. */
  readonly opened: number
  /** How strong the colours of irises and lips are against the face's own. */
  readonly vivid: number
  /** Whether a face is so small that it has fewer strokes. */
  readonly isPlain?: boolean
  /** How far off it is, 0..1: what is drawn of it is bolder and simpler, or nobody could read it on a print. */
  readonly far?: number
}
