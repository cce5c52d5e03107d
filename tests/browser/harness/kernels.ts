import { loadKernels } from '#workers/kernels.ts'
import { runEveryKernel } from '../../fixtures/kernel-runs.ts'

Object.assign(globalThis, { runEveryKernel: async () => runEveryKernel(await loadKernels()) })
document.body.dataset['ready'] = ''
