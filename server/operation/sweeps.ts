import type { FastifyBaseLogger } from 'fastify'

/** Runs `work` every `everyMs`, never twice at once; a failure is logged and the next turn tries again. */
export function repeat(
  name: string,
  everyMs: number,
  work: () => Promise<unknown>,
  log: FastifyBaseLogger,
): { stop: () => Promise<void> } {
  let running: Promise<unknown> = Promise.resolve()
  let busy = false
  const turn = async () => {
    busy = true
    try {
      await work()
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
      clearInterval(timer)
      await running
    },
  }
}
