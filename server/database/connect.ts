import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { StartFault } from '../operation/start-fault.ts'
import { noTracing, type Tracing } from '../operation/tracing.ts'
import { traceStatements } from './trace-statements.ts'

export type Database = NodePgDatabase
/** A database or a transaction on it. */
export type Queries = Pick<Database, 'select' | 'insert' | 'update' | 'delete' | 'execute'>

export interface Connection {
  readonly database: Database
  readonly pool: pg.Pool
  readonly close: () => Promise<void>
}

interface Options {
  readonly connections: number
  /** Longest wait for a connection, and for the answer to one query. */
  readonly timeoutMs: number
  readonly tracing?: Tracing
}

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))
/** Two servers that start at once migrate one after the other. */
const MIGRATION_LOCK = 7_823_101
const MIGRATION_WAITS_MS = 10_000
/** PostgreSQL ends a query by itself first, where it still answers. */
const LATER_MS = 1000
const IDLE_TRANSACTION_MS = 30_000

/**
 * Opens a pool and brings the database to the newest schema.
 * @throws StartFault where a newer server has migrated the database
 */
export async function connect(
  url: string,
  { connections, timeoutMs, tracing = noTracing }: Options,
): Promise<Connection> {
  await migrateDatabase(url, timeoutMs)
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    application_name: 'stampa',
    connectionTimeoutMillis: timeoutMs,
    statement_timeout: timeoutMs,
    query_timeout: timeoutMs + LATER_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    keepAlive: true,
  })
  // A connection that breaks while idle is replaced by the pool; queries report their own faults.
  pool.on('error', () => {})
  // One that breaks between two queries of a transaction would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  if (tracing !== noTracing) traceStatements(pool, tracing)
  const database = Object.assign(drizzle(pool), { transaction: transactionOf(pool) })
  return { database, pool, close: () => pool.end() }
}

/**
 * Drizzle never releases a connection whose `begin` fails, and releases one whose `rollback` failed as
 * if it were whole (drizzle-team/drizzle-orm#6114): each would be lost until the process ends.
 */
function transactionOf(pool: pg.Pool): Database['transaction'] {
  return async (work, config) => {
    const client = await pool.connect()
    try {
      return await drizzle(client).transaction(work, config)
    } finally {
      const isIdle = client.getTransactionStatus() === 'I'
      client.release(!isIdle)
    }
  }
}

/**
 * A migration may take its time, on a connection without limits, but not wait long for a lock of
 * its own: everybody else would queue behind it.
 */
async function migrateDatabase(url: string, timeoutMs: number): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeoutMs })
  // One that breaks between two queries would end the process; the next query says so as well.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(`set lock_timeout = '${MIGRATION_WAITS_MS}ms'`)
    await checkNotNewer(client)
    await migrate(drizzle(client), { migrationsFolder: MIGRATIONS })
  } finally {
    await client.end()
  }
}

async function checkNotNewer(client: pg.Client): Promise<void> {
  const table = await client.query(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
  )
  if (!table.rows[0]?.there) return
  const known = readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ hash }) => hash)
  const { rowCount } = await client.query(
    'select 1 from drizzle.__drizzle_migrations where not hash = any($1)',
    [known],
  )
  if (rowCount === 0) return
  throw new StartFault(
    'The database was migrated by another version of Stampa, which knows more than this one. Start that version, or give this one a database of its own.',
  )
}
