import { defineConfig } from 'playwright/test'
import base from './playwright.config.ts'

const rooms = base.projects?.find((project) => project.name === 'rooms')

/** `npm run gallery`: every tool on the open photographs, for people to look at. */
export default defineConfig({
  ...base,
  testDir: 'tests/gallery',
  timeout: 3_600_000,
  projects: [{ name: 'gallery', testMatch: '**/*.gallery.spec.ts', use: { ...rooms?.use } }],
})
