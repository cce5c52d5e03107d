import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Connection } from '../database/connect.ts'
import { watchBusiness } from './business-metrics.ts'

/** Prometheus metrics: calls by service and code, what waits in the database, the process itself. */
export function createMetrics({ pool, database }: Connection) {
  const registry = new Registry()
  const lookAtBusiness = watchBusiness(registry, database)
  collectDefaultMetrics({ register: registry })
  const calls = new Counter({
    name: 'stampa_calls_total',
    help: 'Calls by service and business code',
    labelNames: ['service', 'code'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'stampa_call_seconds',
    help: 'How long calls took',
    labelNames: ['service'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 30],
    registers: [registry],
  })
  const open = new Gauge({
    name: 'stampa_calls_open',
    help: 'Calls that are not answered yet',
    labelNames: ['service'],
    registers: [registry],
  })
  const largeBodies = new Counter({
    name: 'stampa_large_bodies_total',
    help: 'Bodies that another thread has read',
    registers: [registry],
  })
  new Gauge({
    name: 'stampa_database_waiting',
    help: 'Queries that wait for a connection',
    registers: [registry],
    collect() {
      this.set(pool.waitingCount)
    },
  })
  return {
    /** A call has begun; what is returned ends it. */
    opened: (service: string) => {
      open.inc({ service })
      return () => open.dec({ service })
    },
    counted: (service: string, code: number, ms: number) => {
      calls.inc({ service, code })
      seconds.observe({ service }, ms / 1000)
    },
    largeBodyRead: () => largeBodies.inc(),
    text: async () => {
      await lookAtBusiness()
      return await registry.metrics()
    },
    contentType: registry.contentType,
  }
}

export type Metrics = ReturnType<typeof createMetrics>

/**
 * Metrics for the deployment's own collector, which knows the token; others find nothing here. An
 * address says nothing: a proxy on this machine asks from the same one for anybody.
 */
export function serveMetrics(app: FastifyInstance, metrics: Metrics, token: string | null): void {
  if (token === null) return
  const expected = digest(`Bearer ${token}`)
  app.get('/metrics', async (request, reply) => {
    const given = digest(request.headers.authorization ?? '')
    if (!timingSafeEqual(given, expected)) return reply.callNotFound()
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
