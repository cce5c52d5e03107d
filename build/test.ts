/** `npm test`: every check of the product, one command each, stopping at the first that fails. */
import { spawnSync } from 'node:child_process'
import { findChromium } from '../tests/browser/chromium.ts'

const steps = [
  'build:assets',
  'lint',
  'types',
  'test:unit',
  'test:contract',
  'build',
  'build:harness',
  'test:browser',
] as const

// Said before ten minutes of other checks, not after them.
try {
  findChromium()
} catch (missing) {
  console.error(missing instanceof Error ? missing.message : missing)
  process.exit(1)
}

for (const step of steps) {
  const began = Date.now()
  console.log(`\n> ${step}`)
  const { status } = spawnSync('npm', ['run', '--silent', step], { stdio: 'inherit' })
  if (status !== 0) {
    console.error(`\n${step} failed.`)
    process.exit(status ?? 1)
  }
  console.log(`${step}: ${Math.round((Date.now() - began) / 1000)} s`)
}
console.log(`\n${steps.length} passed, 0 failed`)
