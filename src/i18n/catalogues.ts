import type { BackendModule, ResourceKey } from 'i18next'
import { isLocaleCode, type LocaleCode, localeCodes, locales } from '#core/locales.ts'

/** The server alone writes messages. */
const files = import.meta.glob<ResourceKey>(
  ['../../locales/*/*.json', '!../../locales/*/messages.json'],
  { import: 'default' },
)

/** The specification's code of the locale that BCP 47 calls `tag`. */
export const codeOf = (tag: string): LocaleCode =>
  localeCodes.find((code) => locales[code].bcp47 === tag) ?? 'en-us'

/** Reads a namespace of a locale when it is first needed; a missing one is empty: en-us stands in. */
export const catalogues: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (tag, namespace, answer) => {
    const code = codeOf(tag)
    const load = isLocaleCode(code) && files[`../../locales/${code}/${namespace}.json`]
    if (!load) return answer(null, {})
    load().then(
      (words) => answer(null, words),
      (cause: Error) => answer(cause, null),
    )
  },
}
