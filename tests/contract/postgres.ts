import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
