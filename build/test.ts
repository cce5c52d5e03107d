/** `npm test`: every check of the product, one command each, stopping at the first that fails. */
import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { findChromium } from '../tests/browser/chromium.ts'

interface Step {
  readonly script: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

const step = (script: string): Step => ({ script })
const screens: Step = { script: 'test:browser', args: ['--', '--project=phone', '--project=pc'] }
/** Beside the screens' tests, whose servers and results have the usual places. */
const workers: Step = {
  script: 'test:browser',
  args: ['--', '--project=workers', '--output=test-results/workers'],
  env: { STAMPA_PORT: '4183', STAMPA_HARNESS_PORT: '4184' },
}

/** One after the other; the lanes of one stage at the same time, for each leaves a processor idle. */
const stages: readonly (readonly (readonly Step[])[])[] = [
  [[step('build:assets')]],
  [['lint', 'types', 'build', 'build:harness'].map(step), [step('test:unit')]],
  [[screens], [step('test:contract'), workers]],
]

// Said before ten minutes of other checks, not after them.
try {
  findChromium()
} catch (missing) {
  console.error(missing instanceof Error ? missing.message : missing)
  process.exit(1)
}

interface Failure {
  readonly name: string
  readonly said: string
}

/**
 * Runs one command. The first lane speaks as it goes, what another says is shown when it ends.
 * @returns what it said if it failed
 */
function run({ script, args = [], env }: Step, speaks: boolean): Promise<Failure | undefined> {
  const began = Date.now()
  const name = [script, ...args].join(' ')
  if (speaks) console.log(`\n> ${name}`)
  const child = spawn('npm', ['run', '--silent', script, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const pieces: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece: Buffer) => {
      pieces.push(piece)
      if (speaks) process.stdout.write(piece)
    })
  }
  return new Promise((resolve) => {
    child.on('close', (status) => {
      const said = Buffer.concat(pieces).toString('utf8')
      if (!speaks) console.log(`\n> ${name}\n${said}`)
      const seconds = Math.round((Date.now() - began) / 1000)
      console.log(`${name}: ${seconds} s${status === 0 ? '' : ', failed'}`)
      resolve(status === 0 ? undefined : { name, said })
    })
  })
}

/** @returns the first that failed */
async function runLane(lane: readonly Step[], speaks: boolean): Promise<Failure | undefined> {
  for (const each of lane) {
    const failure = await run(each, speaks)
    if (failure !== undefined) return failure
  }
  return undefined
}

const LAST_LINES = 40

/** Says at the end what failed: the lanes beside it have said a thousand lines since. */
function repeat({ name, said }: Failure): void {
  const lines = stripVTControlCharacters(said).split('\n')
  const marked = lines.filter((line) => /FAIL|✘|×|Error:|\bflaky\b/.test(line))
  const shown = [...new Set([...marked.slice(0, LAST_LINES), ...lines.slice(-LAST_LINES)])]
  console.log(`\n${name} failed:\n${shown.join('\n')}`)
}

for (const lanes of stages) {
  const ended = await Promise.all(lanes.map((lane, index) => runLane(lane, index === 0)))
  const failures = ended.filter((failure) => failure !== undefined)
  for (const failure of failures) repeat(failure)
  if (failures.length > 0) process.exit(1)
}
console.log(`\n${stages.flat(2).length} passed, 0 failed`)
