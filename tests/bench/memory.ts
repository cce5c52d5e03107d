import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright/test'

/** Peak resident memory of the browser's pages so far, MB; null where the system does not tell. */
export async function peakMemoryMb(browser: Browser): Promise<number | null> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const peaks = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => peakOf(id))
  const most = Math.max(0, ...peaks)
  return most === 0 ? null : Math.round(most)
}

function peakOf(processId: number): number {
  try {
    const status = readFileSync(`/proc/${processId}/status`, 'utf8')
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
