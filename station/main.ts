import { startAgent } from './agent.ts'
import { openScreen } from './screen/open-screen.ts'
import { readWords } from './screen/words.ts'
import { readSettings } from './settings.ts'
import { openSimulator } from './simulator/open-simulator.ts'

const SKEW_MS = 3_600_000
/** One press of Ctrl+C may come twice: from the terminal, and from npm. */
const ONE_PRESS_MS = 500
/** The project's folder where this is TypeScript, the build's where it is not. */
const home = new URL(import.meta.url.endsWith('.ts') ? '../' : './', import.meta.url)

/** @throws Error that says what to do */
async function start() {
  const settings = readSettings(process.argv.slice(2))
  const { machine, folder, dist } = settings
  const log = (text: string) => process.stderr.write(`${machine}: ${text}\n`)
  let skewMs = 0
  const simulator =
    settings.printer === null
      ? await openSimulator({
          folder: `${folder}/simulator`,
          sheetMs: settings.sheetMs,
          port: settings.simulatorPort,
          dist,
          words: await readWords(home, 'en-us'),
          skewClock: (isSet) => {
            skewMs = isSet ? SKEW_MS : 0
          },
        })
      : null
  const printer = settings.printer ?? simulator?.printer ?? ''
  const screen = await openScreen({
    ...settings,
    port: settings.screenPort,
    readWords: (language) => readWords(home, language),
    onWords: (words) => simulator?.speak(words),
    log,
  })
  const clock = () => Date.now() + skewMs
  const agent = await startAgent({ ...settings, clock }, printer, screen.news, log)
  screen.serve(agent.server)
  process.stdout.write(`Station ${machine}: its screen is ${screen.url}\n`)
  if (simulator !== null) {
    process.stdout.write(`Station ${machine}: its simulated printer is ${simulator.url}\n`)
  }
  return async () => {
    await agent.stop()
    await screen.close()
    await simulator?.close()
  }
}

function fail(thrown: unknown): never {
  process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`)
  process.exit(1)
}

const close = await start().catch(fail)
let leaving: { readonly why: string; readonly sinceMs: number } | null = null
const leave = (why: string) => {
  const nowMs = performance.now()
  // Asked the same again: at once, as at a power cut, which the journal bears.
  if (leaving?.why === why && nowMs - leaving.sinceMs > ONE_PRESS_MS) process.exit(1)
  if (leaving !== null) return
  leaving = { why, sinceMs: nowMs }
  close().then(() => process.exit(0), fail)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, leave)
// Who started it as its child is gone.
process.on('disconnect', () => leave('disconnect'))
