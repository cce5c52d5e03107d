import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { isLocaleCode, type LocaleCode, locales } from '#core/locales.ts'

/** The words of a station's windows in one language. */
export interface StationWords {
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  readonly words: Readonly<Record<string, unknown>>
  /** The sentences of the server's refusals. */
  readonly refusals: Readonly<Record<string, unknown>>
}

const wordsSchema = z.record(z.string(), z.unknown())

/** @param folder that has `locales/`: the project's, or the build's */
export async function readWords(folder: URL, language: string): Promise<StationWords> {
  const code: LocaleCode = isLocaleCode(language) ? language : 'en-us'
  const read = async (namespace: string) =>
    wordsSchema.parse(
      JSON.parse(await readFile(new URL(`locales/${code}/${namespace}.json`, folder), 'utf8')),
    )
  const { bcp47, dir } = locales[code]
  return {
    lang: bcp47,
    dir,
    words: await read('station'),
    refusals: await read('errors'),
  }
}
