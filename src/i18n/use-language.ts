import { useTranslation } from 'react-i18next'
import { type LocaleCode, locales } from '#core/locales.ts'
import { codeOf } from './catalogues.ts'

export interface Language {
  readonly code: LocaleCode
  readonly bcp47: string
  readonly dir: 'ltr' | 'rtl'
}

/** The language on screen. */
export function useLanguage(): Language {
  const { i18n } = useTranslation()
  const code = codeOf(i18n.language)
  return { code, ...locales[code] }
}
