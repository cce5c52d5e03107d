import { defineConfig } from 'playwright/test'
import base from './playwright.config.ts'

const workers = base.projects?.find((project) => project.name === 'workers')

/** `npm run parity`: browser and server on the same photographs, into `docs/parity.md`. */
export default defineConfig({
  ...base,
  testDir: 'tests/parity',
  timeout: 3_600_000,
  projects: [{ name: 'parity', testMatch: '**/*.spec.ts', use: { ...workers?.use } }],
})
