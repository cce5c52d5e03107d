/** `npm test`: every check of the product, one command each, stopping at the first that fails. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { findChromium } from '../tests/browser/chromium.ts'

interface Step {
  readonly label: string
  readonly script: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

const step = (script: string): Step => ({ label: script, script })
/** Of the browser's tests one project or a part of it, whose servers and results have places of their own. */
function browser(project: string, port: number, part?: string): Step {
  const label = part === undefined ? project : `${project} ${part}`
  const shard = part === undefined ? [] : [`--shard=${part}`]
  return {
    label,
    script: 'test:browser',
    args: ['--', `--project=${project}`, `--output=test-results/${port}`, ...shard],
    env: { STAMPA_PORT: String(port), STAMPA_HARNESS_PORT: String(port + 1) },
  }
}

interface Stage {
  /** Taken one after the other by lanes that run at the same time: each leaves a processor idle. */
  readonly steps: readonly Step[]
  readonly lanes: number
}

/** The longest first, so that both lanes of a stage end at about the same time. */
const stages: readonly Stage[] = [
  { steps: [step('build:assets')], lanes: 1 },
  { steps: ['test:unit', 'lint', 'types', 'build', 'build:harness'].map(step), lanes: 2 },
  {
    steps: [
      browser('phone', 4173, '2/2'),
      step('test:contract'),
      browser('phone', 4203, '1/2'),
      browser('pc', 4183),
      browser('workers', 4193),
    ],
    lanes: 2,
  },
]

// Said before ten minutes of other checks, not after them.
try {
  findChromium()
} catch (missing) {
  console.error(missing instanceof Error ? missing.message : missing)
  process.exit(1)
}

interface Failure {
  readonly label: string
  readonly said: readonly string[]
}

/** Runs one command; what it says is shown line by line, with its name before each. */
async function run({ label, script, args = [], env }: Step): Promise<Failure | undefined> {
  const began = Date.now()
  console.log(`\n> ${label}`)
  const child = spawn('npm', ['run', '--silent', script, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const said: string[] = []
  const listen = async (input: Readable) => {
    for await (const line of createInterface({ input })) {
      said.push(line)
      console.log(`${label} | ${line}`)
    }
  }
  const closed = once(child, 'close')
  await Promise.all([listen(child.stdout), listen(child.stderr)])
  const [status] = await closed
  const seconds = Math.round((Date.now() - began) / 1000)
  console.log(`\n${label}: ${seconds} s${status === 0 ? '' : ', failed'}`)
  return status === 0 ? undefined : { label, said }
}

/** @returns what failed; a lane that failed takes no further step, and the others end theirs */
async function runStage({ steps, lanes }: Stage): Promise<readonly Failure[]> {
  const waiting = [...steps]
  const failures: Failure[] = []
  const runLane = async () => {
    while (failures.length === 0) {
      const next = waiting.shift()
      if (next === undefined) return
      const failure = await run(next)
      if (failure !== undefined) failures.push(failure)
    }
  }
  await Promise.all(Array.from({ length: lanes }, runLane))
  return failures
}

const LAST_LINES = 40

/** Says at the end what failed: the lane beside it has said a thousand lines since. */
function repeat({ label, said }: Failure): void {
  const lines = said.map((line) => stripVTControlCharacters(line))
  const marked = lines.filter((line) => /FAIL|✘|×|Error:|\bflaky\b/.test(line))
  const shown = [...new Set([...marked.slice(0, LAST_LINES), ...lines.slice(-LAST_LINES)])]
  console.log(`\n${label} failed:\n${shown.join('\n')}`)
}

for (const stage of stages) {
  const failures = await runStage(stage)
  for (const failure of failures) repeat(failure)
  if (failures.length > 0) process.exit(1)
}
console.log(`\n${stages.flatMap(({ steps }) => steps).length} passed, 0 failed`)
