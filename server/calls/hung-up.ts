import type { FastifyReply } from 'fastify'

/** Aborts when who waits for an answer hangs up before it is written. */
export function hungUp({ raw }: FastifyReply): AbortSignal {
  const hangUp = new AbortController()
  if (raw.destroyed) hangUp.abort()
  // The request's own close has happened by now: its body is read.
  raw.once('close', () => {
    if (!raw.writableFinished) hangUp.abort()
  })
  return hangUp.signal
}
