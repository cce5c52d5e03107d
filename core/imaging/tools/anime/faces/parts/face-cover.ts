import type { OkLab } from '../../../../../pixels/oklab.ts'
import type { Point } from '../../../../face-points/face-points.ts'

/** What lies over a face's skin. */
export interface FaceCover {
  /** Whether a place of the face is behind something, a beard too. */
  readonly isHidden: (place: Point) => boolean
  readonly isBearded: (place: Point) => boolean
  /** The tone of the skin at a place, as it is painted. */
  readonly toneAt: (place: Point) => OkLab
  /** Of the beard's shade; of no use without one. */
  readonly beard: OkLab
}
