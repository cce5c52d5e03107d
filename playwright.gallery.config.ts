import { defineConfig } from 'playwright/test'
import base from './playwright.config.ts'

const workers = base.projects?.find((project) => project.name === 'workers')

/** `npm run gallery`: every tool on the open photographs, for people to look at. */
export default defineConfig({
  ...base,
  testDir: 'tests/gallery',
  timeout: 4 * 3_600_000,
  projects: [{ name: 'gallery', testMatch: '**/*.gallery.spec.ts', use: { ...workers?.use } }],
})
