import { inject } from 'vitest'
import { runServer, type ServerOptions, type ServerProcess } from './run-server.ts'

export type { ServerProcess } from './run-server.ts'

/**
 * Starts the server that was built once for this run of the tests, and waits until it is ready.
 * @throws Error with what it wrote, where it ends before it is ready
 */
export const startServer = (options: ServerOptions): Promise<ServerProcess> =>
  runServer(inject('serverScript'), options)
