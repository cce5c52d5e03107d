import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { runEmbeddedDatabase } from '#server/database/embedded.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** Starts one PostgreSQL for all contract tests; each shop makes a database of its own in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'stampa-contract-'))
  await chmod(folder, 0o711)
  const before = new Set(process.listeners('beforeExit'))
  const running = await runEmbeddedDatabase(folder, (lost) => {
    throw lost
  })
  await forgetPowerCuts(running.url)
  project.provide('postgresUrl', running.url)
  return async () => {
    await running.stop()
    await rm(folder, { recursive: true, force: true })
    // The package's own waits ten seconds for the end of a PostgreSQL that has already ended.
    for (const listener of process.listeners('beforeExit')) {
      if (!before.has(listener)) process.off('beforeExit', listener)
    }
  }
}

/** These tests kill processes, never the machine: waiting for the disk at each commit keeps nothing. */
async function forgetPowerCuts(postgresUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  await client.query('alter system set fsync = off')
  await client.query('select pg_reload_conf()')
  await client.end()
}
