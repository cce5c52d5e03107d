import type { Money } from '#core/commerce/money/money.ts'
import { MM_PER_INCH } from '#core/units.ts'
import { useLanguage } from './use-language.ts'

const BYTES_PER_MEGABYTE = 1_000_000
const DAY_MS = 86_400_000

/** Numbers, lengths and times as a language writes them. */
export interface Formats {
  readonly number: (value: number, decimals?: number) => string
  /** 0.5 as `50%`. */
  readonly percent: (share: number) => string
  readonly mm: (mm: number, decimals?: number) => string
  readonly inches: (inches: number) => string
  /** Millimetres as inches. */
  readonly mmAsInches: (mm: number) => string
  readonly dpi: (dpi: number) => string
  readonly megabytes: (bytes: number) => string
  readonly money: (money: Money) => string
  /** The language's comma, with its space. */
  readonly separator: string
  /** 1200 as `1.2 km`, 80 as `80 m`. */
  readonly distance: (metres: number) => string
  /** Seconds as `12 sec`, minutes from 90 seconds on. */
  readonly duration: (seconds: number) => string
  readonly date: (timeMs: number) => string
  /** `3 days ago`, `just now` by the language's own words. */
  readonly ago: (timeMs: number, nowMs?: number) => string
}

const known = new Map<string, Formats>()

/** The formats of the language that BCP 47 calls `tag`. */
export function formatsOf(tag: string): Formats {
  const formats = known.get(tag) ?? makeFormats(tag)
  known.set(tag, formats)
  return formats
}

/** The formats of the language on screen. */
export const useFormats = (): Formats => formatsOf(useLanguage().bcp47)

/**
 * Bengali is written with the digits of its model names, numbers and codes: one kind on a screen.
 */
export const digitsOf = (tag: string): string => (tag.startsWith('bn') ? `${tag}-u-nu-latn` : tag)

/** What stands between the parts of an address or a list of names. */
const separators: Readonly<Record<string, string>> = { ar: '، ', ja: '、', zh: '，' }

/** Where ¥ means another currency: there the yuan goes by its own name. */
const yenReaders = ['ja']

/** A currency's sign keeps its letters in their order in a text from right to left. */
const isolated = (text: string): string => `\u2066${text}\u2069`

function makeFormats(language: string): Formats {
  const tag = digitsOf(language)
  const [base = ''] = language.split('-')
  // A format costs far more to make than to use, and a moving slider writes dozens of numbers.
  const made = new Map<string, Intl.NumberFormat>()
  const written = (value: number, options: Intl.NumberFormatOptions) => {
    const key = JSON.stringify(options)
    const format = made.get(key) ?? new Intl.NumberFormat(tag, options)
    made.set(key, format)
    return format.format(value)
  }
  const number = (value: number, decimals = 1) =>
    written(value, { maximumFractionDigits: decimals })
  const unit = (
    name: string,
    value: number,
    decimals = 1,
    unitDisplay: 'short' | 'narrow' = 'short',
  ) => written(value, { style: 'unit', unit: name, unitDisplay, maximumFractionDigits: decimals })
  const dateFormat = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' })
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' })
  return {
    number,
    percent: (share) => written(share, { style: 'percent' }),
    mm: (mm, decimals = 1) => unit('millimeter', mm, decimals),
    inches: (inches) => unit('inch', inches, 2),
    mmAsInches: (mm) => unit('inch', mm / MM_PER_INCH, 2),
    dpi: (dpi) => `${number(dpi, 0)} dpi`,
    money: ({ minor, currency }) => {
      const format = new Intl.NumberFormat(tag, {
        style: 'currency',
        currency,
        currencyDisplay: yenReaders.includes(base) ? 'symbol' : 'narrowSymbol',
      })
      const digits = format.resolvedOptions().maximumFractionDigits ?? 2
      if (base !== 'ar') return format.format(minor / 10 ** digits)
      const parts = format.formatToParts(minor / 10 ** digits)
      return parts
        .map(({ type, value }) => (type === 'currency' ? isolated(value) : value))
        .join('')
    },
    separator: separators[base] ?? ', ',
    distance: (metres) =>
      metres < 1000 ? unit('meter', Math.round(metres), 0) : unit('kilometer', metres / 1000),
    megabytes: (bytes) => unit('megabyte', bytes / BYTES_PER_MEGABYTE),
    duration: (seconds) =>
      seconds < 90
        ? unit('second', Math.max(1, Math.round(seconds)), 0)
        : unit('minute', Math.round(seconds / 60), 0),
    date: (timeMs) => dateFormat.format(timeMs),
    ago: (timeMs, nowMs = Date.now()) => {
      const minutes = Math.round((timeMs - nowMs) / 60_000)
      if (minutes > -1) return relative.format(0, 'second')
      if (minutes > -60) return relative.format(minutes, 'minute')
      if (minutes > -24 * 60) return relative.format(Math.round(minutes / 60), 'hour')
      return relative.format(Math.round((timeMs - nowMs) / DAY_MS), 'day')
    },
  }
}
