import Fastify from 'fastify'
import { connect } from '#server/database/connect.ts'
import { createClaims } from '#server/stations/claims.ts'
import { startServer } from '../contract/server-process.ts'
import { callAt, type Shop } from '../contract/shop.ts'

const SECRET = 'a secret for hostile tests alone'
/** What the collector of the server's own measures shows. */
export const METRICS_TOKEN = 'a collector of hostile tests, and nobody else'

/** A server process on a database, without limits on calls, as far as an attack needs a shop. */
export async function startTarget(databaseUrl: string, dataFolder: string) {
  const server = await startServer({
    databaseUrl,
    dataFolder,
    env: {
      STAMPA_SECRET: SECRET,
      STAMPA_RATE_FACTOR: '1000000',
      STAMPA_METRICS_TOKEN: METRICS_TOKEN,
    },
  })
  const connection = await connect(databaseUrl, { connections: 2, timeoutMs: 10_000 })
  const { database } = connection
  const context = {
    claims: createClaims(SECRET),
    database,
    secret: SECRET,
    previousSecrets: [],
    now: () => new Date(),
    log: Fastify().log,
  } as Partial<Shop['context']> as Shop['context']
  return {
    url: server.url,
    context,
    call: ((...call) => callAt(server.url, ...call)) as Shop['call'],
    output: server.output,
    stop: async () => {
      await connection.close()
      return await server.kill('SIGTERM')
    },
  }
}
