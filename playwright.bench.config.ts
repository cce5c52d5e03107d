import { defineConfig } from 'playwright/test'
import base from './playwright.config.ts'
import { findWholeChromium } from './tests/browser/chromium.ts'

const workers = base.projects?.find((project) => project.name === 'workers')

/** `npm run bench`: prints tables with ratios and writes them to `docs/benchmarks.md`. */
export default defineConfig({
  ...base,
  testDir: 'tests/bench',
  timeout: 900_000,
  use: {
    ...base.use,
    launchOptions: { ...base.use?.launchOptions, executablePath: findWholeChromium() },
  },
  projects: [{ name: 'bench', testMatch: '**/*.bench.spec.ts', use: { ...workers?.use } }],
})
