import { existsSync } from 'node:fs'

const candidates = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * The Chromium that the browser tests drive.
 * @throws Error that says in one line how to get it
 */
export function findChromium(): string {
  const found = candidates.find((path) => path !== undefined && existsSync(path))
  if (found === undefined) {
    throw new Error('No Chromium: "apt-get install chromium", or set CHROMIUM_PATH to one.')
  }
  return found
}

export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
