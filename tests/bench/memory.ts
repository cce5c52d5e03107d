import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright/test'

/** How often a run's memory is looked at: decoding a large photo lasts a third of a second. */
const LOOK_MS = 15

/** Peak resident memory of the browser's pages so far, MB; null where the system does not tell. */
export async function peakMemoryMb(browser: Browser): Promise<number | null> {
  return most(await pagesOf(browser), 'VmHWM')
}

/**
 * What some work answers, and the peak resident memory of the browser's pages until its end, MB. The
 * system's own figure is set back at times and misses what lasts short, so the memory is looked at
 * meanwhile as well.
 */
export async function withPeakMemory<T>(browser: Browser, work: () => Promise<T>) {
  const pages = await pagesOf(browser)
  let seen = 0
  const look = () => {
    seen = Math.max(seen, most(pages, 'VmRSS') ?? 0)
  }
  const looking = setInterval(look, LOOK_MS)
  try {
    const answer = await work()
    const told = await peakMemoryMb(browser)
    return { answer, peakMb: told === null ? null : Math.max(told, seen) }
  } finally {
    clearInterval(looking)
  }
}

async function pagesOf(browser: Browser): Promise<readonly number[]> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
}

function most(processes: readonly number[], figure: 'VmHWM' | 'VmRSS'): number | null {
  const mb = Math.max(0, ...processes.map((id) => figureOf(id, figure)))
  return mb === 0 ? null : Math.round(mb)
}

function figureOf(processId: number, figure: 'VmHWM' | 'VmRSS'): number {
  try {
    const status = readFileSync(`/proc/${processId}/status`, 'utf8')
    return Number(new RegExp(`${figure}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
