import { defineConfig } from 'vitest/config'

/** Two servers under load, one of them killed; rewrites the figures of docs/scale.md. */
export default defineConfig({
  test: {
    include: ['tests/load/**/*.test.ts'],
    globalSetup: ['tests/contract/postgres.ts', 'tests/contract/server-script.ts'],
    testTimeout: 3_600_000,
    hookTimeout: 300_000,
  },
})
