/**
 * The one table of locales: the specification's code is stored and sent, BCP 47 goes to `Intl`,
 * `lang` and `dir`; `endonym` is how the language calls itself in the language switch.
 */
export const locales = {
  'zh-cn': { bcp47: 'zh-Hans-CN', endonym: '简体中文', dir: 'ltr' },
  'en-us': { bcp47: 'en-US', endonym: 'English', dir: 'ltr' },
  'it-it': { bcp47: 'it-IT', endonym: 'Italiano', dir: 'ltr' },
  'zh-tc': { bcp47: 'zh-Hant-TW', endonym: '繁體中文', dir: 'ltr' },
  'ja-ja': { bcp47: 'ja-JP', endonym: '日本語', dir: 'ltr' },
  'fr-fr': { bcp47: 'fr-FR', endonym: 'Français', dir: 'ltr' },
  'de-de': { bcp47: 'de-DE', endonym: 'Deutsch', dir: 'ltr' },
  'po-po': { bcp47: 'pt-PT', endonym: 'Português', dir: 'ltr' },
  'es-es': { bcp47: 'es-ES', endonym: 'Español', dir: 'ltr' },
  'dm-dm': { bcp47: 'da-DK', endonym: 'Dansk', dir: 'ltr' },
  'ko-ko': { bcp47: 'ko-KR', endonym: '한국어', dir: 'ltr' },
  'pl-pl': { bcp47: 'pl-PL', endonym: 'Polski', dir: 'ltr' },
  'ru-ru': { bcp47: 'ru-RU', endonym: 'Русский', dir: 'ltr' },
  'ar-ar': { bcp47: 'ar', endonym: 'العربية', dir: 'rtl' },
  'bd-bd': { bcp47: 'bn-BD', endonym: 'বাংলা', dir: 'ltr' },
  'fl-fl': { bcp47: 'fi-FI', endonym: 'Suomi', dir: 'ltr' },
  'hun-hun': { bcp47: 'hu-HU', endonym: 'Magyar', dir: 'ltr' },
  'nl-nl': { bcp47: 'nl-NL', endonym: 'Nederlands', dir: 'ltr' },
  'th-th': { bcp47: 'th-TH', endonym: 'ไทย', dir: 'ltr' },
  'tur-tur': { bcp47: 'tr-TR', endonym: 'Türkçe', dir: 'ltr' },
  'ua-ua': { bcp47: 'uk-UA', endonym: 'Українська', dir: 'ltr' },
  'vn-vn': { bcp47: 'vi-VN', endonym: 'Tiếng Việt', dir: 'ltr' },
  'sl-sl': { bcp47: 'sl-SI', endonym: 'Slovenščina', dir: 'ltr' },
} as const satisfies Record<string, { bcp47: string; endonym: string; dir: 'ltr' | 'rtl' }>

export type LocaleCode = keyof typeof locales

export const localeCodes = Object.keys(locales) as readonly LocaleCode[]

/** Whether `code` is one of the specification's locale codes. */
export const isLocaleCode = (code: string): code is LocaleCode => Object.hasOwn(locales, code)
