/** `npm test`: every check of the product, one command each, stopping at the first that fails. */
import { spawn } from 'node:child_process'
import { findChromium } from '../tests/browser/chromium.ts'

/** One after the other; those of one line at the same time, for each leaves a processor idle. */
const steps = [
  ['build:assets'],
  ['lint'],
  ['types'],
  ['test:unit'],
  ['build'],
  ['build:harness'],
  ['test:browser', 'test:contract'],
] as const

// Said before ten minutes of other checks, not after them.
try {
  findChromium()
} catch (missing) {
  console.error(missing instanceof Error ? missing.message : missing)
  process.exit(1)
}

/**
 * Runs one command. The first of a line speaks as it goes, what another says is shown when it ends.
 * @returns its exit status
 */
function run(step: string, speaks: boolean): Promise<number> {
  const began = Date.now()
  const child = spawn('npm', ['run', '--silent', step], {
    stdio: speaks ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (piece: Buffer) => said.push(piece))
  }
  return new Promise((resolve) => {
    child.on('close', (status) => {
      if (!speaks) console.log(`\n> ${step}\n${Buffer.concat(said).toString('utf8')}`)
      const seconds = Math.round((Date.now() - began) / 1000)
      console.log(status === 0 ? `${step}: ${seconds} s` : `\n${step} failed.`)
      resolve(status ?? 1)
    })
  })
}

for (const line of steps) {
  console.log(`\n> ${line.join(', ')}`)
  const statuses = await Promise.all(line.map((step, index) => run(step, index === 0)))
  const failed = statuses.find((status) => status !== 0)
  if (failed !== undefined) process.exit(failed)
}
console.log(`\n${steps.flat().length} passed, 0 failed`)
