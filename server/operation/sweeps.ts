import type { FastifyBaseLogger } from 'fastify'
import type { Tracing } from './tracing.ts'

/** True once the server leaves: what a sweep has not begun yet is another turn's. */
export type IsLeaving = () => boolean

/** Runs `work` every `everyMs`, never twice at once; a failure is logged and the next turn tries again. */
export function repeat(
  name: string,
  everyMs: number,
  work: (isLeaving: IsLeaving) => Promise<unknown>,
  { log, tracing }: { readonly log: FastifyBaseLogger; readonly tracing: Tracing },
): { stop: () => Promise<void> } {
  let running: Promise<unknown> = Promise.resolve()
  let busy = false
  let leaving = false
  const turn = async () => {
    busy = true
    try {
      await tracing.span(`job ${name}`, {}, async () => await work(() => leaving))
    } catch (thrown) {
      log.error({ err: thrown, sweep: name }, 'a sweep failed')
    } finally {
      busy = false
    }
  }
  const timer = setInterval(() => {
    if (!busy) running = turn()
  }, everyMs)
  timer.unref()
  return {
    stop: async () => {
      leaving = true
      clearInterval(timer)
      await running
    },
  }
}
