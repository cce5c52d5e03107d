import { chmod, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { bundleServer } from '../../build/bundle-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    serverScript: string
  }
}

/** Builds the server once for all tests that start it as a process. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'stampa-server-'))
  // PostgreSQL's user, too, must come to the programs that the server starts.
  await chmod(folder, 0o711)
  project.provide('serverScript', await bundleServer(join(folder, 'server')))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n')
  await symlink(resolve('node_modules'), join(folder, 'node_modules'), 'junction')
  return () => rm(folder, { recursive: true, force: true })
}
