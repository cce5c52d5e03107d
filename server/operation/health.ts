import type { FastifyInstance } from 'fastify'
import type pg from 'pg'

/** Whoever asks decides within seconds where to send customers. */
const READY_WITHIN_MS = 2000

/** `/healthz`: the process answers. `/readyz`: it can serve, database included, and is not leaving. */
export function serveHealth(app: FastifyInstance, pool: pg.Pool): void {
  let leaving = false
  app.addHook('preClose', async () => {
    leaving = true
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const ready = !leaving && (await answers(pool))
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' })
  })
}

async function answers(pool: pg.Pool): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), READY_WITHIN_MS)
  })
  const asked = pool.query('select 1').then(
    () => true,
    () => false,
  )
  return await Promise.race([asked, late]).finally(() => clearTimeout(timer))
}
