import type { FastifyInstance } from 'fastify'
import type { ServerConfig } from './config.ts'
import type { Context } from './context.ts'
import { connect } from './database/connect.ts'
import { seed } from './database/seed.ts'
import { openUploads } from './files/uploads.ts'
import { type ImagingPool, openImagingPool } from './imaging/pool.ts'
import { openImagingQueue } from './imaging/queue.ts'
import { openTracing } from './operation/open-tracing.ts'
import { seedSampleStaff } from './staff/sample-staff.ts'
import { sealAnew } from './staff/seal-anew.ts'
import { createHttpServer } from './start/create-http-server.ts'
import { openContext } from './start/open-context.ts'
import { runInBackground } from './start/run-in-background.ts'
import { serve } from './start/serve.ts'

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
  const { databaseConnections: connections, databaseTimeoutMs: timeoutMs } = config
  const tracing = await openTracing(config.tracesTo)
  const connection = await connect(databaseUrl, { connections, timeoutMs, tracing })
  await seed(connection.database, config)
  const app = await createHttpServer(config, tracing)
  const base = await openContext(config, { databaseUrl, connection, log: app.log, tracing })
  const uploads = await openUploads(app, base)
  const pool = config.imaging ? (parts.imagingPool ?? openImagingPool()) : null
  const queue = pool === null ? null : await openImagingQueue(connection.pool)
  const context: Context = { ...base, imaging: { queue, forgetUploads: uploads.forgetImaging } }
  await seedSampleStaff(context)
  await sealAnew(context)
  const serving = await serve(app, context, connection)
  const background = await runInBackground(app, context, { uploads, pool })
  app.addHook('preClose', async () => {
    serving.endStreams()
    await background.giveUpJobs()
    await context.news.close()
  })
  app.addHook('onClose', async () => {
    await background.stopSweeps()
    await queue?.close()
    await pool?.close()
    await context.waiting.close()
    await background.stopPayments()
    await serving.close()
    await connection.close()
    await tracing.close()
  })
  return { app, context }
}
