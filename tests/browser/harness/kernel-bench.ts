import type { KernelTime } from './kernel-bench/opencv.worker.ts'

const run = () =>
  new Promise<readonly KernelTime[]>((resolve, reject) => {
    const worker = new Worker(new URL('./kernel-bench/opencv.worker.ts', import.meta.url), {
      type: 'module',
    })
    worker.onerror = (event) => reject(new Error(event.message))
    worker.onmessage = ({ data }) => {
      worker.terminate()
      if ('times' in data) resolve(data.times)
      else reject(new Error(data.error))
    }
    worker.postMessage('run')
  })

Object.assign(globalThis, { benchKernels: run })
document.body.dataset['ready'] = ''
