import type { FastifyInstance } from 'fastify'
import type { Settings } from '#core/contract/settings.ts'
import { SETTINGS_PATH } from '#core/contract/settings-path.ts'
import { phoneNumberOf } from '../accounts/phone-numbers.ts'
import { createAtOnce } from '../calls/at-once.ts'
import { openEndpoints } from '../calls/endpoints.ts'
import { openLargeBodies } from '../calls/large-bodies.ts'
import { openApiDocument } from '../calls/openapi.ts'
import type { Context } from '../context.ts'
import type { Connection } from '../database/connect.ts'
import { serveQueueEvents } from '../events/queue-events.ts'
import { createQueueHub } from '../events/queue-hub.ts'
import { serveFiles } from '../files/serve-files.ts'
import { handlersOf } from '../handlers.ts'
import { serveJobEvents } from '../imaging/job-events.ts'
import { serveHealth } from '../operation/health.ts'
import { createMetrics, serveMetrics } from '../operation/metrics.ts'
import { openArrivals } from '../orders/placing/arrivals.ts'
import { serveServiceWorker } from '../service-worker.ts'
import { staffOfToken } from '../staff/tokens.ts'
import { serveSite } from '../static-site.ts'
import { serveStations } from '../stations/agents/serve-stations.ts'

/** What serving holds open. */
export interface Serving {
  /** Lets go of who only listens: they come back to another server. */
  readonly endStreams: () => void
  readonly close: () => Promise<unknown>
}

/** Opens every address but those of uploads and payments, which run by themselves as well. */
export async function serve(
  app: FastifyInstance,
  context: Context,
  connection: Connection,
): Promise<Serving> {
  const { config, tracing } = context
  const metrics = createMetrics(connection)
  const largeBodies = openLargeBodies(metrics.largeBodyRead)
  const atOnce = createAtOnce(config.rateFactor)
  openEndpoints(app, {
    handlers: handlersOf(context),
    rates: context.rates,
    admit: context.admit,
    atOnce,
    largeBodies,
    phoneNumberOf: (typed) => phoneNumberOf(typed, config),
    callerOf: context.callerOf,
    arrivals: { placeOrder: openArrivals(context) },
    staffOf: (token) => staffOfToken(context, token),
    opened: metrics.opened,
    counted: (service, code, ms) => {
      metrics.counted(service, code, ms)
      tracing.note({ 'stampa.service': service, 'stampa.code': code })
    },
  })
  serveFiles(app, context)
  serveStations(app, context)
  const hub = createQueueHub(context)
  serveQueueEvents(app, context, { hub, atOnce, opened: metrics.opened })
  serveJobEvents(app, context, { atOnce, opened: metrics.opened })
  serveSettings(app, context)
  app.get('/openapi.json', async () => openApiDocument())
  serveHealth(app, connection.pool)
  serveMetrics(app, metrics, config.metricsToken)
  await serveApp(app, context)
  return { endStreams: hub.close, close: largeBodies.close }
}

/** What of the deployment the app must know before anybody is signed in. */
function serveSettings(app: FastifyInstance, { config, payments }: Context): void {
  const { language, currency, phones, tiles } = config
  const cards = payments.cards !== null
  app.get(
    SETTINGS_PATH,
    async (): Promise<Settings> => ({
      language,
      currency,
      phones,
      tiles,
      cards,
    }),
  )
}

async function serveApp(app: FastifyInstance, { config }: Context): Promise<void> {
  await serveServiceWorker(app, {
    distFolder: config.distFolder,
    enabled: config.serviceWorker,
    tilesUrl: config.tiles?.url,
  })
  await serveSite(app, config.distFolder)
}
