import { describe, expect, it } from 'vitest'
import { isRightToLeft, visualGraphemes } from '#core/render/graphemes.ts'

const shaped = (line: string) => visualGraphemes(line).map((part) => part.shaped)

describe('letters in the order the eye reads them', () => {
  it('keeps what belongs together: accents, families, flags', () => {
    expect(shaped('e\u0301👨‍👩‍👧🇮🇹')).toEqual(['e\u0301', '👨‍👩‍👧', '🇮🇹'])
  })

  it('runs from right to left in Hebrew, with numbers from left to right', () => {
    expect(shaped('אב 12')).toEqual(['1', '2', ' ', 'ב', 'א'])
  })

  it('keeps the joined forms of Arabic letters that are drawn one by one', () => {
    expect(shaped('بيت')).toEqual(['\u200dت', '\u200dي\u200d', 'ب\u200d'])
  })

  it('draws lam and alef as the one sign that they are', () => {
    expect(shaped('سلام')).toEqual(['م', '\u200dلا', 'س\u200d'])
    expect(shaped('لأ')).toEqual(['لأ'])
  })

  it('joins nothing to an alef on its left', () => {
    expect(shaped('اب')).toEqual(['ب', 'ا'])
  })

  it('takes the direction of a line from its first letter', () => {
    expect(isRightToLeft('12 مرحبا')).toBe(true)
    expect(isRightToLeft('a مرحبا')).toBe(false)
    expect(isRightToLeft('123')).toBe(false)
  })
})
