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
