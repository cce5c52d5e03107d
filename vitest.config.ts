import { defineConfig } from 'vitest/config'

const pictures = ['adjustments', 'formats', 'imaging', 'kernels', 'pixels', 'render'].map(
  (folder) => `tests/unit/${folder}/**/*.test.ts`,
)

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        // What has no state of its own: kernels and pipelines are loaded once a worker, not for each of 230 files.
        test: { name: 'pictures', include: pictures, isolate: false },
      },
      {
        extends: true,
        test: { name: 'all else', include: ['tests/unit/**/*.test.ts'], exclude: pictures },
      },
    ],
  },
})
