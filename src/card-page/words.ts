import { isLocaleCode, type LocaleCode, locales } from '#core/locales.ts'
import type english from '#locales/en-us/card-page.json'

type Catalogue = typeof english
export type Word = Exclude<keyof Catalogue, 'card'> | `card.${keyof Catalogue['card']}`

/** Words and formats of one language. */
export interface Words {
  readonly say: (word: Word, values?: Readonly<Record<string, string>>) => string
  readonly money: (minor: number, currency: string) => string
}

const files = import.meta.glob<Catalogue>('../../locales/*/card-page.json', { import: 'default' })

/** The words of the language that the address names, and the document in its direction. */
export async function loadWords(named: string | null): Promise<Words> {
  const code: LocaleCode = named !== null && isLocaleCode(named) ? named : 'en-us'
  const { bcp47, dir } = locales[code]
  document.documentElement.lang = bcp47
  document.documentElement.dir = dir
  const load = files[`../../locales/${code}/card-page.json`]
  if (load === undefined) throw new Error(`no words in ${code}`)
  const catalogue = await load()
  const { card, ...flat } = catalogue
  const texts: ReadonlyMap<string, string> = new Map([
    ...Object.entries(flat),
    ...Object.entries(card).map(([name, text]) => [`card.${name}`, text] as const),
  ])
  return {
    say: (word, values = {}) =>
      (texts.get(word) ?? '').replace(/\{\{(\w+)\}\}/g, (_all, name) => values[String(name)] ?? ''),
    money: (minor, currency) => formatMoney(bcp47, minor, currency),
  }
}

function formatMoney(tag: string, minor: number, currency: string): string {
  const numbers = tag.startsWith('bn') ? `${tag}-u-nu-latn` : tag
  // Where ¥ means another currency, the yuan goes by its own name.
  const currencyDisplay = tag.startsWith('ja') ? 'symbol' : 'narrowSymbol'
  const format = new Intl.NumberFormat(numbers, { style: 'currency', currency, currencyDisplay })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  const parts = format.formatToParts(minor / 10 ** digits)
  // A currency's sign keeps its letters in their order in a text from right to left.
  const isolates = tag.startsWith('ar')
  return parts
    .map(({ type, value }) => (isolates && type === 'currency' ? `\u2066${value}\u2069` : value))
    .join('')
}
