import { defineConfig } from 'vitest/config'

/** The trainings in their short forms, on the open photographs: minutes, so not in `npm test`. */
export default defineConfig({
  test: {
    include: ['tests/trainings/**/*.test.ts'],
    testTimeout: 1_800_000,
  },
})
