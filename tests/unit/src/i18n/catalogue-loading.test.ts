import type { ReadCallback, ResourceKey } from 'i18next'
import { expect, it } from 'vitest'
import { localeCodes, locales } from '#core/locales.ts'
import { catalogues } from '#src/i18n/catalogues.ts'

const read = (tag: string, namespace: string) =>
  new Promise<ResourceKey | boolean | null | undefined>((resolve, reject) => {
    const answer: ReadCallback = (fault, words) => (fault ? reject(fault) : resolve(words))
    catalogues.read(tag, namespace, answer)
  })

it.each(localeCodes)('the words of %s are found where they stand', async (code) => {
  expect(await read(locales[code].bcp47, 'store')).toHaveProperty('page.back')
})
