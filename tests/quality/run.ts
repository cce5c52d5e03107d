/** `npm run quality`: the shipped networks over the open measuring sets, written to docs/quality.md. */
import { writeFileSync } from 'node:fs'
import { photographsAreHere, photographsMissing } from '../fixtures/photographs.ts'
import { shippedEnlargers } from './shipped-enlargers.ts'
import { measureEnlarger } from './super-resolution.ts'

if (!photographsAreHere) {
  console.error(`npm run quality ${photographsMissing}`)
  process.exit(1)
}

const tables: string[] = []
for (const enlarger of await shippedEnlargers()) tables.push(await measureEnlarger(enlarger))

const page = [
  '# Quality',
  '',
  'Written by `npm run quality`: the shipped `.onnx` files in the shipped pipelines, on the open measuring sets, which no training saw. Pictures go in and come out as 8-bit RGB, tiles and rounding included, so the figures are a little under those of the bare networks on their cards.',
  '',
  '## Super-resolution',
  '',
  'Luma only, shrunk by an antialiasing bicubic (Pillow), without a border of as many pixels as the factor.',
  '',
  tables.join('\n\n'),
  '',
].join('\n')
writeFileSync('docs/quality.md', page)
console.log(page)
