import type { BackendModule, ResourceKey } from 'i18next'
import { type LocaleCode, localeCodes, locales } from '#core/locales.ts'

type Files = Readonly<Record<string, () => Promise<ResourceKey>>>

/** The server alone writes messages; a station's screens bring their own words. */
const files: Files = import.meta.glob<ResourceKey>(
  ['../../locales/*/*.json', '!../../locales/*/messages.json', '!../../locales/*/station.json'],
  { import: 'default' },
)

/** The specification's code of the locale that BCP 47 calls `tag`. */
export const codeOf = (tag: string): LocaleCode =>
  localeCodes.find((code) => locales[code].bcp47 === tag) ?? 'en-us'

const fileOf = (code: LocaleCode, namespace: string) => `../../locales/${code}/${namespace}.json`

/** Asks for words before what reads them is here: then they are as well. */
export function askForWords(code: LocaleCode, namespaces: readonly string[]): void {
  for (const namespace of namespaces) {
    // What fails here is asked for again when it is read.
    files[fileOf(code, namespace)]?.().catch(() => {})
  }
}

/**
 * Reads a namespace of a locale when it is first needed. Where it cannot be fetched, en-us stands in;
 * one that there is not is empty.
 */
export const cataloguesOf = (from: Files): BackendModule => ({
  type: 'backend',
  init: () => {},
  read: (tag, namespace, answer) => {
    const code = codeOf(tag)
    const load = from[fileOf(code, namespace)]
    if (!load) return answer(null, {})
    load()
      .catch((cause: Error) => {
        const standIn = code === 'en-us' ? undefined : from[fileOf('en-us', namespace)]
        if (standIn === undefined) throw cause
        return standIn()
      })
      .then(
        (words) => answer(null, words),
        (cause: Error) => answer(cause, null),
      )
  },
})

export const catalogues = cataloguesOf(files)
