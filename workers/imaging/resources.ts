import type { Kernels } from '#core/kernels/kernels.ts'
import type { Job } from '../job-registry.ts'
import { loadKernels } from '../kernels.ts'
import type { PhotoStore } from '../photo-store/photo-store.ts'
import type { ModelCache } from './inference/model-cache.ts'
import type { PreviewCopies } from './preview-copies.ts'
import type { JobStrips, StripWorkers } from './strip-threads.ts'

/** What all jobs of this worker share. */
export interface Resources {
  readonly store: PhotoStore
  readonly copies: PreviewCopies
  readonly models: ModelCache
  readonly strips: StripWorkers
}

/** One job's share of them. */
export interface JobResources {
  readonly job: Job
  readonly kernels: Kernels
  readonly strips: JobStrips
  readonly models: ModelCache
}

export async function resourcesFor(
  job: Job,
  { models, strips }: Pick<Resources, 'models' | 'strips'>,
): Promise<JobResources> {
  const kernels = await loadKernels()
  return { job, kernels, strips: strips.forJob(kernels, job.signal), models }
}
