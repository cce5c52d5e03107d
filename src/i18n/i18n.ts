import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { type LocaleCode, locales } from '#core/locales.ts'
import { writeStored } from '#src/storage/local-storage.ts'
import { catalogues, codeOf } from './catalogues.ts'
import { LANGUAGE_KEY, LAST_LANGUAGE_KEY } from './launch-language.ts'

/** Starts the words in a language; settles when those of `namespaces` are there. */
export async function startWords(code: LocaleCode, namespaces: readonly string[]): Promise<void> {
  i18next.on('languageChanged', dressDocument)
  await i18next
    .use(catalogues)
    .use(initReactI18next)
    .init({
      lng: locales[code].bcp47,
      // Every language is whole; words that cannot be fetched are replaced as they are read.
      fallbackLng: false,
      load: 'currentOnly',
      ns: [...namespaces],
      defaultNS: 'shop',
      returnNull: false,
      interpolation: { escapeValue: false },
    })
}

/** Changes the language and remembers it as the customer's choice. */
export async function chooseLanguage(code: LocaleCode): Promise<void> {
  writeStored(LANGUAGE_KEY, code)
  await i18next.changeLanguage(locales[code].bcp47)
}

function dressDocument(tag: string): void {
  const code = codeOf(tag)
  const { bcp47, dir } = locales[code]
  writeStored(LAST_LANGUAGE_KEY, code)
  document.documentElement.lang = bcp47
  document.documentElement.dir = dir
}
