import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { formatsOf } from '#src/i18n/formats.ts'

describe('numbers and lengths', () => {
  it('are written as the language writes them', () => {
    expect(formatsOf('en-US').mm(203.2)).toBe('203.2 mm')
    expect(formatsOf('de-DE').mm(203.2)).toBe('203,2 mm')
    expect(formatsOf('zh-Hans-CN').mm(203.2)).toContain('203.2')
  })

  it('turn millimetres into inches', () => {
    expect(formatsOf('en-US').mmAsInches(304.8)).toBe('12 in')
  })

  it('keep dpi whole', () => {
    expect(formatsOf('en-US').dpi(149.6)).toBe('150 dpi')
  })

  it('count megabytes by the million', () => {
    expect(formatsOf('en-US').megabytes(2_300_000)).toBe('2.3 MB')
  })
})

describe('how long ago', () => {
  const now = Date.UTC(2026, 10, 21, 12)
  const { ago } = formatsOf('en-US')

  it.each([
    [20_000, 'now'],
    [5 * 60_000, '5 minutes ago'],
    [3 * 3_600_000, '3 hours ago'],
    [24 * 3_600_000, 'yesterday'],
    [9 * 24 * 3_600_000, '9 days ago'],
  ])('%d ms reads %s', (age, words) => {
    expect(ago(now - age, now)).toBe(words)
  })
})

describe('money', () => {
  const yuan = { minor: 4900, currency: 'CNY' }

  it('in Japanese does not show yuan as yen', () => {
    expect(formatsOf('ja-JP').money(yuan)).toContain('元')
    expect(formatsOf('ja-JP').money(yuan)).not.toMatch(/[¥￥]/)
  })

  it('in Arabic keeps its sign together in a text from right to left', () => {
    expect(formatsOf('ar').money(yuan)).toContain('\u2066CN¥\u2069')
  })

  it('keeps the narrow sign elsewhere', () => {
    expect(formatsOf('en-US').money(yuan)).toBe('¥49.00')
  })
})

describe('Bengali', () => {
  it('has one kind of digits, in numbers, prices and dates', () => {
    const { number, money, date, ago, mm } = formatsOf('bn-BD')
    const written = [number(12.5), money({ minor: 4900, currency: 'CNY' }), date(0), mm(3), ago(0)]
    expect(written.join(' ')).not.toMatch(/[০-৯]/u)
  })

  it('has them in its catalogues too', () => {
    const words = readdirSync('locales/bd-bd').map((name) =>
      readFileSync(`locales/bd-bd/${name}`, 'utf8'),
    )
    expect(words.join(' ')).not.toMatch(/[০-৯]/u)
  })
})

describe('the parts of an address', () => {
  it.each([
    ['ar', '، '],
    ['zh-Hans-CN', '，'],
    ['ja-JP', '、'],
    ['de-DE', ', '],
  ])('in %s stand between the language’s own commas', (tag, comma) => {
    expect(formatsOf(tag).separator).toBe(comma)
  })
})
