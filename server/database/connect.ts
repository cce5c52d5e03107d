import { fileURLToPath } from 'node:url'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import * as schema from './schema.ts'

export type Database = NodePgDatabase<typeof schema>
/** A database or a transaction on it. */
export type Queries = Pick<Database, 'select' | 'insert' | 'update' | 'delete' | 'execute'>

export interface Connection {
  readonly database: Database
  readonly pool: pg.Pool
  readonly close: () => Promise<void>
}

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))
/** Two servers that start at once migrate one after the other. */
const MIGRATION_LOCK = 7_823_101

/** Opens a pool and brings the database to the newest schema. */
export async function connect(url: string, connections: number): Promise<Connection> {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    application_name: 'stampa',
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
  })
  // A connection that breaks while idle is replaced by the pool; queries report their own faults.
  pool.on('error', () => {})
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle(client), { migrationsFolder: MIGRATIONS })
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
    client.release()
  }
  return { database: drizzle(pool, { schema }), pool, close: () => pool.end() }
}
