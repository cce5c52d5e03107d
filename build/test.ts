/** `npm test`: every check of the product, one command each, stopping at the first that fails. */
import { spawn } from 'node:child_process'
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
  [['build:assets', 'lint', 'types', 'test:unit', 'build', 'build:harness'].map(step)],
  [[screens], [step('test:contract'), workers]],
]

// Said before ten minutes of other checks, not after them.
try {
  findChromium()
} catch (missing) {
  console.error(missing instanceof Error ? missing.message : missing)
  process.exit(1)
}

/**
 * Runs one command. The first lane speaks as it goes, what another says is shown when it ends.
 * @returns its exit status
 */
function run({ script, args = [], env }: Step, speaks: boolean): Promise<number> {
  const began = Date.now()
  const name = [script, ...args].join(' ')
  if (speaks) console.log(`\n> ${name}`)
  const child = spawn('npm', ['run', '--silent', script, ...args], {
    stdio: speaks ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (piece: Buffer) => said.push(piece))
  }
  return new Promise((resolve) => {
    child.on('close', (status) => {
      if (!speaks) console.log(`\n> ${name}\n${Buffer.concat(said).toString('utf8')}`)
      const seconds = Math.round((Date.now() - began) / 1000)
      console.log(status === 0 ? `${name}: ${seconds} s` : `\n${name} failed.`)
      resolve(status ?? 1)
    })
  })
}

/** @returns the status of the first that failed, else 0 */
async function runLane(lane: readonly Step[], speaks: boolean): Promise<number> {
  for (const each of lane) {
    const status = await run(each, speaks)
    if (status !== 0) return status
  }
  return 0
}

for (const lanes of stages) {
  const statuses = await Promise.all(lanes.map((lane, index) => runLane(lane, index === 0)))
  const failed = statuses.find((status) => status !== 0)
  if (failed !== undefined) process.exit(failed)
}
console.log(`\n${stages.flat(2).length} passed, 0 failed`)
