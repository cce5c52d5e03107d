import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { keepRegular } from '../../../../build/regular-icons.ts'

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => [name, readFileSync(join('src', name), 'utf8')] as const)

it('every icon is drawn in its regular weight, the only one that is shipped', () => {
  const heavier = files.filter(([, text]) => /<\w*Icon\b[^>]*\sweight=/.test(text))
  expect(heavier.map(([name]) => name)).toEqual([])
})

it('of Phosphor’s six drawings of an icon one is kept', () => {
  const drawings = readFileSync('node_modules/@phosphor-icons/react/dist/defs/Lock.es.js', 'utf8')
  const kept = keepRegular(drawings)
  expect(kept.match(/^ {4}"\w+"/gm)).toEqual(['    "regular"'])
  expect(kept.length).toBeLessThan(drawings.length / 3)
})
