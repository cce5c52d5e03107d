import { defineConfig } from 'vitest/config'

/** Thousands of bad requests against the server on a real PostgreSQL; `npm test` sends hundreds. */
export default defineConfig({
  test: {
    include: ['tests/hostile/**/*.test.ts'],
    globalSetup: ['tests/contract/postgres.ts', 'tests/contract/server-script.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 60_000,
  },
})
