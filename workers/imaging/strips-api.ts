import type { Outcome } from '#core/errors.ts'
import type { StripWork } from '#core/imaging/strip-work.ts'

/** What was made of a strip, and the memory in which it came, for the next one. */
export interface Done<Made> {
  readonly made: Made
  readonly spent: readonly ArrayBuffer[]
}

/** A worker that does strips of other workers' pictures. */
export type StripsApi = {
  readonly [Name in keyof StripWork]: (
    ...given: Parameters<StripWork[Name]>
  ) => Promise<Outcome<Done<ReturnType<StripWork[Name]>>>>
} & {
  /** Loads the kernels. */
  readonly open: () => Promise<Outcome<void>>
}
