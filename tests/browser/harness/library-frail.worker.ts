import { expose } from 'comlink'
import { succeed } from '#core/errors.ts'

// Modules that import WebAssembly start like this: what is posted meanwhile is lost.
await new Promise((resolve) => setTimeout(resolve, 300))

expose({
  work: (_jobId: string, what: 'answer' | 'hang' | 'die') => {
    if (what === 'hang') for (;;);
    if (what === 'die')
      setTimeout(() => {
        void Promise.reject(new Error('rejections do not kill'))
      })
    if (what === 'die')
      setTimeout(() => {
        throw new Error('throws do')
      }, 20)
    return what === 'die' ? new Promise(() => undefined) : succeed(what)
  },
  cancel: () => undefined,
})
