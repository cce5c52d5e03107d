import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isLocaleCode, localeCodes } from '#core/locales.ts'

const folder = 'locales'
const complete = localeCodes.filter((code) => code !== 'en-us')
const pluralEnding = /_(zero|one|two|few|many|other)$/

function leavesOf(tree: unknown, path = ''): readonly (readonly [string, string])[] {
  if (typeof tree === 'string') return [[path, tree]]
  return Object.entries(tree ?? {}).flatMap(([key, value]) =>
    leavesOf(value, path === '' ? key : `${path}.${key}`),
  )
}

const read = (code: string, file: string): Map<string, string> => {
  const path = join(folder, code, file)
  return new Map(existsSync(path) ? leavesOf(JSON.parse(readFileSync(path, 'utf8'))) : [])
}

const holes = (words: string): readonly string[] =>
  [...words.matchAll(/\{\{\s*([\w.]+)[^}]*\}\}/g)].map(([, name]) => name ?? '').toSorted()

const namespaces = readdirSync(join(folder, 'en-us')).filter((name) => name.endsWith('.json'))
const present = readdirSync(folder).filter((code) => code !== 'en-us')

describe('the catalogues', () => {
  it('stand only in folders that are locales of the specification', () => {
    expect(present.filter((code) => !isLocaleCode(code))).toEqual([])
  })

  describe.each(namespaces)('%s', (file) => {
    const source = read('en-us', file)
    const stems = (keys: Iterable<string>) =>
      new Set([...keys].map((key) => key.replace(pluralEnding, '')))

    it.each(complete)('has every key in %s', (code) => {
      const there = stems(read(code, file).keys())
      const missing = [...stems(source.keys())].filter((key) => !there.has(key))
      expect(missing).toEqual([])
    })

    it.each(present)('has no key in %s that en-us does not have', (code) => {
      const known = stems(source.keys())
      expect([...stems(read(code, file).keys())].filter((key) => !known.has(key))).toEqual([])
    })

    it.each(present)('fills in the same values in %s', (code) => {
      const wrong = [...read(code, file)].filter(([key, words]) => {
        const original = source.get(key) ?? source.get(key.replace(pluralEnding, '_other'))
        // A plural form may leave its number out, as "one model" does.
        if (original === undefined || pluralEnding.test(key)) return false
        return holes(words).join() !== holes(original).join()
      })
      expect(wrong.map(([key]) => key)).toEqual([])
    })

    it('has no empty words', () => {
      expect([...source].filter(([, words]) => words.trim() === '')).toEqual([])
    })
  })
})
