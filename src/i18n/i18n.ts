import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { type LocaleCode, locales } from '#core/locales.ts'
import { writeStored } from '#src/storage/local-storage.ts'
import { catalogues, codeOf } from './catalogues.ts'
import { LANGUAGE_KEY, languageOfLaunch } from './launch-language.ts'

/**
 * Starts the words in the language of this launch; settles when the first screen can be drawn.
 * @param more namespaces that the opened address needs besides those of every screen
 */
export async function startWords(more: readonly string[]): Promise<void> {
  const code = await languageOfLaunch()
  i18next.on('languageChanged', dressDocument)
  await i18next
    .use(catalogues)
    .use(initReactI18next)
    .init({
      lng: locales[code].bcp47,
      fallbackLng: locales['en-us'].bcp47,
      load: 'currentOnly',
      ns: ['shop', 'store', 'errors', ...more],
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
  const { bcp47, dir } = locales[codeOf(tag)]
  document.documentElement.lang = bcp47
  document.documentElement.dir = dir
}
