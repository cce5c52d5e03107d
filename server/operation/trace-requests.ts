import type { FastifyInstance } from 'fastify'
import type { Tracing } from './tracing.ts'

const FAULT = 500

/** A span for each request, named by its route: an address may hold what is somebody's. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  app.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const attributes = { 'http.request.method': request.method, 'http.route': route }
    tracing.begin(`${request.method} ${route}`, attributes, (span) => {
      // Also where the answer is written past the framework, as of uploads and streams.
      reply.raw.once('close', () => {
        const status = reply.raw.statusCode
        span.note({ 'http.response.status_code': status })
        span.end(status >= FAULT ? 'fault' : undefined)
      })
      done()
    })
  })
}
