import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'

const versions = z.record(z.string(), z.string())
const packageSchema = z.object({ dependencies: versions, devDependencies: versions })

it('the page of packages names every package in its version, and no other', () => {
  const manifest = packageSchema.parse(JSON.parse(readFileSync('package.json', 'utf8')))
  const page = readFileSync('docs/dependencies.md', 'utf8').split('## Overrides')[0] ?? ''
  const rows = [...page.matchAll(/^\| ([^ |]+) \| (\d\S*) \| \S.* \|$/gm)]
  expect(Object.fromEntries(rows.map(([, name = '', version = '']) => [name, version]))).toEqual({
    ...manifest.dependencies,
    ...manifest.devDependencies,
  })
})
