import { createModelRegistry, type ModelCard } from '#core/imaging/models.ts'
import type { Tensor } from '#core/imaging/tool.ts'
import type { Job } from '#workers/job-registry.ts'
import shipped from '../../../../models/super-resolution-x2/model.json' with { type: 'json' }

const [found] = createModelRegistry([shipped]).cards
if (found === undefined) throw new Error('no card')

/** A network that an accelerator may run, a job that nobody cancels, and the least that it is given. */
export const card: ModelCard = found
export const job: Job = {
  signal: new AbortController().signal,
  report: () => undefined,
  checkpoint: async () => undefined,
}
export const input: Tensor = { shape: [1, 1, 1, 1], values: new Float32Array([0.5]) }
