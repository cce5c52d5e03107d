import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const withPointer = /@media \(hover: hover\) \{(\s*[^{}]*\{[^{}]*\})+\s*\}/g

test('what is hovered looks so only where there is a pointer: a finger leaves it behind', () => {
  const styles = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.css'),
  )
  const bare = styles.filter((path) =>
    readFileSync(`src/${path}`, 'utf8').replaceAll(withPointer, '').includes(':hover'),
  )
  expect(bare).toEqual([])
})
