import type { ServerConfig } from '../config.ts'
import { type Connection, connect } from './connect.ts'
import { reachEmbeddedDatabase } from './embedded.ts'

/**
 * Does a command's work on the database of a server's settings: beside a server that runs on the data
 * folder its own is used, without one it is run as long as the work takes.
 * @throws Error what the work throws, and where PostgreSQL says why it does not start
 */
export async function withConnection<Result>(
  config: ServerConfig,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const embedded =
    config.databaseUrl === null
      ? await reachEmbeddedDatabase(config.dataFolder, endOfCommand)
      : null
  try {
    const url = config.databaseUrl ?? embedded?.url ?? ''
    const connection = await connect(url, { connections: 1, timeoutMs: config.databaseTimeoutMs })
    try {
      return await work(connection)
    } finally {
      await connection.close()
    }
  } finally {
    await embedded?.stop()
  }
}

/** Ends a command with what went wrong. */
export function endOfCommand(thrown: unknown): never {
  console.error(thrown instanceof Error ? thrown.message : thrown)
  process.exit(1)
}
