import { defineConfig } from 'vitest/config'

/** Thousands of orders while everything is killed; `npm test` has a short run of it. */
export default defineConfig({
  test: {
    include: ['tests/crash/**/*.test.ts'],
    globalSetup: ['tests/contract/server-script.ts'],
    testTimeout: 14_400_000,
    hookTimeout: 120_000,
  },
})
