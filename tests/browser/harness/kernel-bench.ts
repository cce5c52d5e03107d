import { benchIn } from './bench-worker.ts'
import type { KernelTime } from './kernel-bench/opencv.worker.ts'

const run = () =>
  benchIn<readonly KernelTime[]>(
    new Worker(new URL('./kernel-bench/opencv.worker.ts', import.meta.url), { type: 'module' }),
  )

Object.assign(globalThis, { benchKernels: run })
document.body.dataset['ready'] = ''
