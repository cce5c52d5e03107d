import { defineConfig } from 'vitest/config'

/** The server as it is, on a real PostgreSQL that is started once for the whole run. */
export default defineConfig({
  test: {
    include: ['tests/contract/**/*.test.ts'],
    globalSetup: ['tests/contract/postgres.ts', 'tests/contract/server-script.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // The server's libraries are loaded once a worker, not for each of fifty files.
    isolate: false,
    expect: { poll: { timeout: 40_000 } },
    // As the browser's tests: what passes only then is a bug, but holds up nothing else.
    retry: process.env['CI'] === undefined ? 0 : 2,
  },
})
