import { benchIn } from './bench-worker.ts'
import type { NetworkTimes } from './network-bench/networks.worker.ts'

const run = () =>
  benchIn<NetworkTimes>(
    new Worker(new URL('./network-bench/networks.worker.ts', import.meta.url), { type: 'module' }),
  )

Object.assign(globalThis, { benchNetworks: run })
document.body.dataset['ready'] = ''
