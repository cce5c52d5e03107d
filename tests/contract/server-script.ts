import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { bundledServer } from '../fixtures/bundled-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    serverScript: string
  }
}

/** Builds the server once for all tests that start it as a process. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { folder, remove } = await bundledServer()
  project.provide('serverScript', join(folder, 'main.js'))
  return remove
}
