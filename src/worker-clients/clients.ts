import type { ReportProgress } from '#core/jobs.ts'
import type { CompositorApi } from '#workers/compositor/api.ts'
import type { ImagingApi } from '#workers/imaging/api.ts'
import type { LibraryApi } from '#workers/library/api.ts'
import type { OpenCvApi } from '#workers/opencv/api.ts'

/** What the page adds to any long call: it can be cancelled, and tells how far it is. */
export interface JobOptions {
  readonly signal?: AbortSignal
  readonly report?: ReportProgress
}

/** `(jobId, ...rest, report)` of a worker's face becomes `(...rest, options)` on the page. */
type PageCall<Call> = Call extends (jobId: string, ...rest: infer Rest) => infer Answer
  ? Rest extends [...infer Given, ReportProgress]
    ? (...args: [...Given, options?: JobOptions]) => Answer
    : never
  : never

/** Names of the calls that take a job id and report progress. */
export type LongCalls<Api> = {
  [Name in keyof Api]: PageCall<Api[Name]> extends never ? never : Name
}[keyof Api]

/** A worker's face as the page sees it: long calls take options, `cancel` is the signal's work. */
export type PageClient<Api> = {
  [Name in Exclude<keyof Api, 'cancel' | LongCalls<Api>>]: Api[Name]
} & { [Name in LongCalls<Api>]: PageCall<Api[Name]> }

/** What is left to say of the worker behind a client. */
export interface WorkerLife {
  /**
   * Calls back whenever the worker was ended or died and what it held is gone (the compositor's
   * stage canvas); the next call starts a fresh one. Answers the way to stop listening.
   */
  onRestart(callback: () => void): () => void
  /** Ends the worker; what it still owed is answered `worker-died`. A later call starts another. */
  end(): void
}

export type WorkerClient<Api> = PageClient<Api> & WorkerLife

export type LibraryClient = PageClient<LibraryApi>
export type CompositorClient = PageClient<CompositorApi> & WorkerLife
export type ImagingClient = PageClient<ImagingApi>
export type OpenCvClient = PageClient<OpenCvApi>
