import { defineConfig } from 'playwright/test'
import base from './playwright.config.ts'

const rooms = base.projects?.find((project) => project.name === 'rooms')

/** What training needs from the shipped networks, run where they are shipped to. */
export default defineConfig({
  ...base,
  testDir: 'training',
  timeout: 3_600_000,
  projects: [{ name: 'training', testMatch: '**/*.spec.ts', use: { ...rooms?.use } }],
})
