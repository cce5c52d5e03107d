import { defineConfig } from 'playwright/test'
import base from './playwright.config.ts'

const workers = base.projects?.find((project) => project.name === 'workers')

/** `npm run quality`: the shipped pipelines over the open measuring sets, into `docs/quality.md`. */
export default defineConfig({
  ...base,
  testDir: 'tests/quality',
  timeout: 3_600_000,
  projects: [{ name: 'quality', testMatch: '**/*.quality.spec.ts', use: { ...workers?.use } }],
})
