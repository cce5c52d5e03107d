import formBody from '@fastify/formbody'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Settings } from '#core/contract/settings.ts'
import { SETTINGS_PATH } from '#core/contract/settings-path.ts'
import { limits } from '#core/limits.ts'
import { openMessages } from './accounts/messages/open-messages.ts'
import { phoneNumberOf } from './accounts/phone-numbers.ts'
import { sweepAccounts } from './accounts/sweep.ts'
import { openCallers } from './accounts/tokens.ts'
import { createAtOnce } from './calls/at-once.ts'
import { openEndpoints } from './calls/endpoints.ts'
import { answerErrors } from './calls/errors.ts'
import { openFloodGate } from './calls/flood.ts'
import { readJsonBodies } from './calls/json-bodies.ts'
import { openLargeBodies } from './calls/large-bodies.ts'
import { openApiDocument } from './calls/openapi.ts'
import { createRates } from './calls/rates.ts'
import type { ServerConfig } from './config.ts'
import type { Context } from './context.ts'
import { connect } from './database/connect.ts'
import { seed } from './database/seed.ts'
import { createNews } from './events/news.ts'
import { serveQueueEvents } from './events/queue-events.ts'
import { createQueueHub } from './events/queue-hub.ts'
import { openBlobStore } from './files/file-store.ts'
import { serveFiles } from './files/serve-files.ts'
import { openUploads } from './files/uploads.ts'
import { handlersOf } from './handlers.ts'
import { headersFor } from './headers.ts'
import { sweepImaging } from './imaging/forget.ts'
import { serveJobEvents } from './imaging/job-events.ts'
import { sweepPictures } from './imaging/keep-picture.ts'
import { type ImagingPool, openImagingPool } from './imaging/pool.ts'
import { openImagingQueue } from './imaging/queue.ts'
import { runImagingJobs } from './imaging/run-jobs.ts'
import { limitConnections } from './operation/accept-more.ts'
import { serveHealth } from './operation/health.ts'
import { keptSecret } from './operation/kept-secret.ts'
import { logOptions } from './operation/log.ts'
import { createMetrics, serveMetrics } from './operation/metrics.ts'
import { openTracing } from './operation/open-tracing.ts'
import { limitWaiting } from './operation/patience.ts'
import { checkSecretMark } from './operation/secret-mark.ts'
import { repeat } from './operation/sweeps.ts'
import { traceRequests } from './operation/trace-requests.ts'
import { noTracing } from './operation/tracing.ts'
import { moveDueOrders } from './orders/clock.ts'
import { openArrivals } from './orders/placing/arrivals.ts'
import { issueBills } from './partners/issue-bills.ts'
import { openPayments } from './payments/payments.ts'
import { runPayments } from './payments/run-payments.ts'
import { serveServiceWorker } from './service-worker.ts'
import { seedSampleStaff } from './staff/sample-staff.ts'
import { sealAnew } from './staff/seal-anew.ts'
import { staffOfToken, sweepStaff } from './staff/tokens.ts'
import { serveSite } from './static-site.ts'
import { sweepNonces } from './stations/agents/authenticate.ts'
import { serveStations } from './stations/agents/serve-stations.ts'
import { createClaims } from './stations/claims.ts'
import { sweepStations } from './stations/sweep-stations.ts'
import { openWaitingOrders } from './stations/waiting-orders.ts'

/** Unpaid orders are closed at most so long after their time. */
const CLOCK_MS = 5_000
const TIDY_MS = 3_600_000
/** Photos that were sent for a tool are deleted at most so long after their time. */
const FORGET_MS = 10_000

/** What a server may be given instead of its own. */
interface Parts {
  readonly imagingPool?: ImagingPool
}

/**
 * The whole server on a database: calls, files, health, the built app.
 * @param databaseUrl of a PostgreSQL that this server may migrate
 */
export async function buildApp(
  config: ServerConfig,
  databaseUrl: string,
  parts: Parts = {},
): Promise<{ app: FastifyInstance; context: Context }> {
  const { databaseConnections: connections, databaseTimeoutMs: timeoutMs, patience } = config
  const tracing = await openTracing(config.tracesTo)
  const connection = await connect(databaseUrl, { connections, timeoutMs, tracing })
  await seed(connection.database, config)
  const app = Fastify({
    logger: logOptions(config),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    // Node has one time for a whole request, and an upload may take long.
    requestTimeout: limits.callTimeoutMs,
    http: { headersTimeout: patience.headMs, connectionsCheckingInterval: patience.headMs / 2 },
  })
  app.decorateRequest('network', null)
  limitConnections(app, config.connections)
  limitWaiting(app, patience)
  const secret = await keptSecret(config.secret, config.dataFolder)
  const { previousSecrets } = config
  const { database } = connection
  await checkSecretMark({ database, secret, previousSecrets })
  const now = () => new Date()
  const payments = openPayments(config, { database, secret, previousSecrets, now })
  const base: Omit<Context, 'imaging'> = {
    config,
    database,
    files: openBlobStore(config.files),
    news: createNews(databaseUrl, app.log),
    claims: createClaims(secret, Date.now, previousSecrets),
    secret,
    previousSecrets,
    messages: openMessages(config.messages, app.log),
    payments,
    rates: createRates(connection.pool, config.rateFactor),
    admit: openFloodGate(config.rateFactor),
    callerOf: openCallers({ database, now }),
    waiting: openWaitingOrders({ database, log: app.log, now }),
    log: app.log,
    tracing,
    now,
  }

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
  const uploads = await openUploads(app, base)
  const pool = config.imaging ? (parts.imagingPool ?? openImagingPool()) : null
  const queue = pool === null ? null : await openImagingQueue(connection.pool)
  const context: Context = { ...base, imaging: { queue, forgetUploads: uploads.forgetImaging } }
  await seedSampleStaff(context)
  await sealAnew(context)
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
  app.get(SETTINGS_PATH, async (): Promise<Settings> => {
    const { language, currency, phones, tiles } = config
    return { language, currency, phones, tiles, cards: payments.cards !== null }
  })
  app.get('/openapi.json', async () => openApiDocument())
  serveHealth(app, connection.pool)
  serveMetrics(app, metrics, config.metricsToken)
  await serveServiceWorker(app, {
    distFolder: config.distFolder,
    enabled: config.serviceWorker,
    tilesUrl: config.tiles?.url,
  })
  await serveSite(app, config.distFolder)

  const openSince = context.now()
  const paymentWork = runPayments(app, context)
  const forgetImaging = async () => {
    await uploads.sweepImaging()
    await sweepImaging(context, queue)
    await sweepPictures(context)
    await queue?.tidy()
  }
  // What a server that was killed has left is deleted before anything new is taken in.
  await forgetImaging()
  const imagingWork =
    queue === null || pool === null ? null : await runImagingJobs(context, queue, pool)
  const sweeps = [
    repeat('photos of imaging', FORGET_MS, forgetImaging, context),
    repeat('due orders', CLOCK_MS, (isLeaving) => moveDueOrders(context, isLeaving), context),
    repeat('stations', CLOCK_MS, () => sweepStations(context, openSince), context),
    repeat('old nonces of stations', TIDY_MS, () => sweepNonces(context), context),
    repeat('old counts', TIDY_MS, context.rates.sweep, context),
    repeat('abandoned files', TIDY_MS, uploads.sweep, context),
    repeat('old tokens and codes', TIDY_MS, () => sweepAccounts(context), context),
    repeat('bills of partners', TIDY_MS, () => issueBills(context), context),
    repeat('old shifts', TIDY_MS, () => sweepStaff(context), context),
    repeat('old seals', TIDY_MS, () => sealAnew(context), context),
  ]
  app.addHook('preClose', async () => {
    hub.close()
    // Its jobs are for another server from now on.
    await imagingWork?.stop()
    await context.news.close()
  })
  app.addHook('onClose', async () => {
    for (const sweep of sweeps) await sweep.stop()
    await queue?.close()
    await pool?.close()
    await context.waiting.close()
    await paymentWork.stop()
    await largeBodies.close()
    await connection.close()
    await tracing.close()
  })
  return { app, context }
}
