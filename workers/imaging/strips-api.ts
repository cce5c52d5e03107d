import type { Outcome } from '#core/errors.ts'
import type { StripWork } from '#core/imaging/strip-work.ts'

/** A worker that does strips of other workers' pictures. */
export type StripsApi = {
  readonly [Name in keyof StripWork]: (
    ...given: Parameters<StripWork[Name]>
  ) => Promise<Outcome<ReturnType<StripWork[Name]>>>
} & {
  /** Loads the kernels. */
  readonly open: () => Promise<Outcome<void>>
}
