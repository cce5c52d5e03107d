import { existsSync } from 'node:fs'

const whole = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * The Chromium that the browser tests drive: without a window around the page, where there is such
 * a one, which saves a quarter of their time.
 * @throws Error that says in one line how to get it
 */
export const findChromium = (): string => firstOf(['/usr/bin/chromium-headless-shell', ...whole])

/**
 * The browser as customers have it, for measuring: the shell keeps several pages in one process,
 * and counts the memory of all.
 * @throws Error that says in one line how to get it
 */
export const findWholeChromium = (): string => firstOf(whole)

function firstOf(paths: readonly string[]): string {
  const found = [process.env['CHROMIUM_PATH'], ...paths].find(
    (path) => path !== undefined && existsSync(path),
  )
  if (found === undefined) {
    const name = paths[0]?.split('/').at(-1)
    throw new Error(`No Chromium: "apt-get install ${name}", or set CHROMIUM_PATH to one.`)
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
