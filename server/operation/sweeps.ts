import type { FastifyBaseLogger } from 'fastify'

/** True once the server leaves: what a sweep has not begun yet is another turn's. */
export type IsLeaving = () => boolean

/** Runs `work` every `everyMs`, never twice at once; a failure is logged and the next turn tries again. */
export function repeat(
  name: string,
  everyMs: number,
  work: (isLeaving: IsLeaving) => Promise<unknown>,
  log: FastifyBaseLogger,
): { stop: () => Promise<void> } {
  let running: Promise<unknown> = Promise.resolve()
  let busy = false
  let leaving = false
  const turn = async () => {
    busy = true
    try {
      await work(() => leaving)
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
