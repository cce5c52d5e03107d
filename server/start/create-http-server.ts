import formBody from '@fastify/formbody'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { limits } from '#core/limits.ts'
import { answerErrors } from '../calls/errors.ts'
import { readJsonBodies } from '../calls/json-bodies.ts'
import type { ServerConfig } from '../config.ts'
import { headersFor } from '../headers.ts'
import { limitConnections } from '../operation/accept-more.ts'
import { logOptions } from '../operation/log.ts'
import { limitWaiting } from '../operation/patience.ts'
import { traceRequests } from '../operation/trace-requests.ts'
import { noTracing, type Tracing } from '../operation/tracing.ts'

/** What holds for every request, whatever it asks for: times, bounds, headers, bodies, errors. */
export async function createHttpServer(
  config: ServerConfig,
  tracing: Tracing,
): Promise<FastifyInstance> {
  const { patience, trustedProxies } = config
  const app = Fastify({
    logger: logOptions(config),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    // Node has one time for a whole request, and an upload may take long.
    requestTimeout: limits.callTimeoutMs,
    http: { headersTimeout: patience.headMs, connectionsCheckingInterval: patience.headMs / 2 },
  })
  app.decorateRequest('network', null)
  limitConnections(app, config.connections)
  limitWaiting(app, patience)
  app.addHook('onSend', (request, reply, _payload, done) => {
    // Not parsed as an address: `//` is none, and has headers like any other.
    const [pathname = '/'] = request.url.split('?')
    const isCall = reply.hasHeader('Content-Security-Policy')
    if (!isCall) reply.headers(headersFor(pathname, config.tiles?.url))
    done()
  })
  if (tracing !== noTracing) traceRequests(app, tracing)
  answerErrors(app)
  await app.register(formBody, { bodyLimit: limits.callBytesMax })
  readJsonBodies(app)
  return app
}
