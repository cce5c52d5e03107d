import type { Outcome } from '#core/errors.ts'
import type { ToolFiles } from '#core/imaging/tool-files.ts'
import type { Progress } from '#core/jobs.ts'
import type { ImagingRequest } from './run-tool.ts'

/** What a process of the pool is told. */
export type ProcessOrder = ImagingRequest | 'cancel'

/** What it says of the request that it runs; the outcome is the last of it. */
export type ProcessAnswer =
  | { readonly progress: Progress }
  | { readonly outcome: Outcome<ToolFiles> }

/** Node types what comes from another process as anything; both ends are ours. */
export const isOrder = (message: unknown): message is ProcessOrder =>
  message === 'cancel' || (typeof message === 'object' && message !== null && 'tool' in message)

export const isAnswer = (message: unknown): message is ProcessAnswer =>
  typeof message === 'object' && message !== null && ('outcome' in message || 'progress' in message)
