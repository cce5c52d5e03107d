import type { BrowserContext } from 'playwright/test'

/** A device on which our kernels take a hundred times longer, as its probe has once found. */
export const makeSlow = (context: BrowserContext) => keepProbe(context, 600)
/** One that is quick, however busy the machine of these tests is. */
export const makeQuick = (context: BrowserContext) => keepProbe(context, 6)

const keepProbe = (context: BrowserContext, kernelMs: number) =>
  context.addInitScript((found) => {
    const facts = {
      memoryGb: 4,
      processors: 2,
      isolated: true,
      webgpu: false,
      savesData: false,
      ios: false,
    }
    const figures = { kernelMs: found, networkMs: found, atMs: Date.now() }
    const probe = { agent: navigator.userAgent, ...figures, facts }
    localStorage.setItem('HL_probe', JSON.stringify(probe))
  }, kernelMs)
