import type { FastifyBaseLogger } from 'fastify'
import { openMessages } from '../accounts/messages/open-messages.ts'
import { openCallers } from '../accounts/tokens.ts'
import { openFloodGate } from '../calls/flood.ts'
import { createRates } from '../calls/rates.ts'
import type { ServerConfig } from '../config.ts'
import type { Context } from '../context.ts'
import type { Connection } from '../database/connect.ts'
import { createNews } from '../events/news.ts'
import { openBlobStore } from '../files/file-store.ts'
import { keptSecret } from '../operation/kept-secret.ts'
import { checkSecretMark } from '../operation/secret-mark.ts'
import type { Tracing } from '../operation/tracing.ts'
import { openPayments } from '../payments/payments.ts'
import { createClaims } from '../stations/claims.ts'
import { openWaitingOrders } from '../stations/waiting-orders.ts'

interface Opened {
  readonly databaseUrl: string
  readonly connection: Connection
  readonly log: FastifyBaseLogger
  readonly tracing: Tracing
}

/**
 * What every module uses, but the image tools, whose uploads need the rest.
 * @throws Error where the deployment's secret is not the one that the database was opened with
 */
export async function openContext(
  config: ServerConfig,
  { databaseUrl, connection, log, tracing }: Opened,
): Promise<Omit<Context, 'imaging'>> {
  const { database, pool } = connection
  const { previousSecrets } = config
  const secret = await keptSecret(config.secret, config.dataFolder)
  await checkSecretMark({ database, secret, previousSecrets })
  const now = () => new Date()
  return {
    config,
    database,
    files: openBlobStore(config.files),
    news: createNews(databaseUrl, log),
    claims: createClaims(secret, Date.now, previousSecrets),
    secret,
    previousSecrets,
    messages: openMessages(config.messages, log),
    payments: openPayments(config, { database, secret, previousSecrets, now }),
    rates: createRates(pool, config.rateFactor),
    admit: openFloodGate(config.rateFactor),
    callerOf: openCallers({ database, now }),
    waiting: openWaitingOrders({ database, log, now }),
    log,
    tracing,
    now,
  }
}
