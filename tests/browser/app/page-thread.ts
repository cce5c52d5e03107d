import type { Page } from 'playwright/test'
import { z } from 'zod'

/** Longer than this and the page does not answer a finger at once (W3C Long Tasks). */
const LONG_TASK_MS = 50

const traceSchema = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      tdur: z.number().optional(),
      args: z.object({ name: z.string().optional() }),
    }),
  ),
})

/**
 * What the page's own thread worked on for too long while something was done, in ms of its own
 * processor time: what the rest of a busy machine takes in between is no work of the page.
 * @throws Error where the trace holds no page at work: an empty one would prove nothing
 */
export async function longTasksDuring(page: Page, act: () => Promise<void>): Promise<number[]> {
  const browser = page.context().browser()
  if (browser === null) throw new Error('no browser to trace')
  await browser.startTracing(page, { categories: ['toplevel'] })
  await act()
  const { traceEvents } = traceSchema.parse(JSON.parse((await browser.stopTracing()).toString()))
  const ofThread = ({ pid, tid }: { pid: number; tid: number }) =>
    traceEvents.flatMap((event) =>
      event.pid === pid && event.tid === tid && event.name.endsWith('::RunTask')
        ? [(event.tdur ?? 0) / 1000]
        : [],
    )
  const pages = traceEvents.filter(({ args }) => args.name === 'CrRendererMain').map(ofThread)
  const tasks = pages.flat()
  if (Math.max(...tasks) < 1) throw new Error('the trace holds no page at work')
  return tasks.filter((ms) => ms > LONG_TASK_MS).map(Math.round)
}

/**
 * Waits until something stands on the page. Unlike an expectation it does not ask again and again:
 * the asking is itself work of the page's thread.
 */
export const present = (page: Page, selector: string): Promise<void> =>
  page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (document.querySelector(wanted) === null) return
          watch.disconnect()
          resolve()
        }
        const watch = new MutationObserver(look)
        watch.observe(document.body, { childList: true, subtree: true })
        look()
      }),
    selector,
  )
