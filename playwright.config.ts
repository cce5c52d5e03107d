import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'playwright/test'
import { chromiumArgs, findChromium } from './tests/browser/chromium.ts'
import { phone } from './tests/browser/phone.ts'
import { appPort, appUrl, harnessPort, SECRET } from './tests/browser/server-under-test.ts'

const inCi = process.env['CI'] !== undefined

/** All tests together come after the build, whose server starts in a fifth of the time. */
const startServer = inCi ? 'node dist-server/main.js' : 'npx tsx server/main.ts'

const dataFolder = (port: number) => join(tmpdir(), `stampa-test-${port}`)

/** Every run begins with the sample stations as they are seeded. */
const serve = (port: number, folder: string) => ({
  command: `rm -rf ${dataFolder(port)} && ${startServer}`,
  url: `http://127.0.0.1:${port}/readyz`,
  env: {
    PORT: String(port),
    STAMPA_DIST: folder,
    STAMPA_DATA: dataFolder(port),
    STAMPA_SECRET: SECRET,
    STAMPA_LOG: 'error',
    // All tests call from one network, whose unpaid orders are bounded.
    STAMPA_RATE_FACTOR: '20',
  },
  // What somebody left running would be tested in place of what was built.
  reuseExistingServer: !inCi,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
})

/**
 * The app is tested as a phone and as a PC. What does not depend on the screen or the pointer is
 * tested on the phone alone (`@phone`), what a phone has not got on the PC (`@pc`).
 */
export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  workers: 1,
  timeout: 120_000,
  // A busy machine is no fault of the product: what never comes is told as surely, only later.
  expect: { timeout: 20_000 },
  forbidOnly: inCi,
  // What passes only then is listed as flaky: a bug, but not one that holds up everything else.
  retries: inCi ? 2 : 0,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    // Requests that a worker answers are none of a page's, and could not be watched or spoilt.
    serviceWorkers: 'block',
    launchOptions: { executablePath: findChromium(), args: chromiumArgs },
    screenshot: 'only-on-failure',
    actionTimeout: 20_000,
  },
  projects: [
    {
      name: 'workers',
      testMatch: 'workers/**/*.spec.ts',
      use: { baseURL: `http://127.0.0.1:${harnessPort}` },
    },
    {
      name: 'phone',
      testMatch: ['app/**/*.spec.ts', 'story/**/*.spec.ts'],
      grepInvert: /@pc/,
      use: {
        baseURL: appUrl,
        ...phone,
      },
    },
    {
      name: 'pc',
      testMatch: ['app/**/*.spec.ts', 'story/**/*.spec.ts'],
      grepInvert: /@phone/,
      use: { baseURL: appUrl, viewport: { width: 1440, height: 900 } },
    },
  ],
  webServer: [
    serve(appPort, process.env['STAMPA_DIST'] ?? 'dist'),
    serve(harnessPort, process.env['STAMPA_HARNESS_DIST'] ?? 'dist-harness'),
  ],
})
