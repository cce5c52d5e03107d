import type { OkLabPicture } from '../study.ts'

/** A picture as cloth is looked at in it. */
export interface ClothSeen {
  /** In which garments and their light are found. */
  readonly smooth: OkLabPicture
  /** With its print. */
  readonly fine: OkLabPicture
  /** With all that is fine of patterns. */
  readonly unsmoothed: OkLabPicture
}
