import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright/test'

const LOOK_MS = 200

/** A step, and the most private memory of the page while it ran. */
export interface StepPeak {
  readonly step: string
  readonly peakMb: number
}

/**
 * Looks at the memory that the largest page of a browser shares with nobody, until stopped or closed. The
 * others are the browser's own: its address bar is a page as well.
 */
export interface MemoryWatch {
  /** What is looked at from now on belongs to this step. */
  readonly begin: (step: string) => void
  readonly stop: () => Promise<readonly StepPeak[]>
}

/** Where the system does not tell, every peak is 0. */
export async function watchPrivateMemory(browser: Browser): Promise<MemoryWatch> {
  const session = await browser.newBrowserCDPSession()
  const peaks = new Map<string, number>()
  let step = ''
  let isOver = false
  browser.once('disconnected', () => {
    isOver = true
  })
  const looking = (async () => {
    while (!isOver) {
      const told = await session.send('SystemInfo.getProcessInfo').catch(() => null)
      if (told === null) return
      const { processInfo } = told
      const pages = processInfo.filter(({ type }) => type === 'renderer')
      const mb = Math.max(0, ...pages.map(({ id }) => privateMb(id)))
      if (step !== '') peaks.set(step, Math.max(peaks.get(step) ?? 0, mb))
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
  })()
  return {
    begin: (next) => {
      if (step !== '') console.log(`${step}: ${Math.round(peaks.get(step) ?? 0)} MB`)
      step = next
    },
    stop: async () => {
      isOver = true
      await looking
      await session.detach()
      return [...peaks].map(([name, mb]) => ({ step: name, peakMb: Math.round(mb) }))
    },
  }
}

function privateMb(processId: number): number {
  try {
    const rollup = readFileSync(`/proc/${processId}/smaps_rollup`, 'utf8')
    const kilobytes = [...rollup.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB$/gm)]
    return kilobytes.reduce((sum, [, each]) => sum + Number(each), 0) / 1024
  } catch {
    return 0
  }
}
