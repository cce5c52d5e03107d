import type { Outcome } from '#core/errors.ts'
import type { ToolFiles } from '#core/imaging/tool-files.ts'
import type { Progress } from '#core/jobs.ts'
import type { ImagingRequest } from './run-tool.ts'

/** What a thread is told. */
export type ThreadOrder = ImagingRequest | 'cancel'

/** What a thread says of the request that it runs; the outcome is the last of it. */
export type ThreadAnswer =
  | { readonly progress: Progress }
  | { readonly outcome: Outcome<ToolFiles> }
