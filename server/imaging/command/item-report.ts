import type { ErrorCode } from '#core/errors.ts'
import type { Progress } from '#core/jobs.ts'

/** What became of one photo or design. */
export interface ItemReport {
  readonly from: string
  /** Null where none was made. */
  readonly to: string | null
  readonly widthPx: number
  readonly heightPx: number
  /** From reading it to its written result. */
  readonly ms: number
  readonly fault: ErrorCode | 'not-written' | null
}

/** Told whenever something is done of an item, 0 the first. */
export type Watch = (item: number, progress: Progress | 'done') => void
