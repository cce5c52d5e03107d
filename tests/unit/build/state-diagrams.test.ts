import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { diagrams, withDiagram } from '../../../build/state-diagrams.ts'

it.each(Object.entries(diagrams))('%s shows its table as it is', async (path, draw) => {
  const page = await readFile(path, 'utf8')
  expect(page).toContain(draw())
  expect(withDiagram(page, draw())).toBe(page)
})
