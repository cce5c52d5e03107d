import type { FastifyInstance } from 'fastify'
import type pg from 'pg'

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
  try {
    await pool.query('select 1')
    return true
  } catch {
    return false
  }
}
