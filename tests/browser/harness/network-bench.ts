import type { NetworkTimes } from './network-bench/networks.worker.ts'

const run = () =>
  new Promise<NetworkTimes>((resolve, reject) => {
    const worker = new Worker(new URL('./network-bench/networks.worker.ts', import.meta.url), {
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

Object.assign(globalThis, { benchNetworks: run })
document.body.dataset['ready'] = ''
