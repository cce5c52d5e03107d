import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findSoftBreaks, linesOf } from '#core/render/line-breaks.ts'

/** A face whose every letter is one millimetre wide. */
const everyLetter = (line: string): number => Array.from(line).length
const wrapped = (text: string, wrapMm: number): string[] =>
  linesOf({ text, softBreaks: findSoftBreaks({ text, wrapMm }, everyLetter) })

describe('a text that is longer than its line', () => {
  it('breaks between words, and no line begins or ends with a space', () => {
    expect(wrapped('the quick brown fox', 9)).toEqual(['the quick', 'brown fox'])
  })

  it('keeps the line ends that were typed', () => {
    expect(wrapped('one two\nthree\n\nfour', 7)).toEqual(['one two', 'three', '', 'four'])
  })

  it('breaks a word that is too long between letters, never within an emoji', () => {
    expect(wrapped('abcdefgh', 3)).toEqual(['abc', 'def', 'gh'])
    expect(wrapped('👨‍👩‍👧👨‍👩‍👧', 6)).toEqual(['👨‍👩‍👧', '👨‍👩‍👧'])
  })

  it('breaks Chinese and Japanese between any two signs, but no line begins with a full stop', () => {
    expect(wrapped('生日快乐祝你', 3)).toEqual(['生日快', '乐祝你'])
    expect(wrapped('生日快乐。祝你', 4)).toEqual(['生日快', '乐。祝你'])
  })

  it('breaks Thai between words', () => {
    for (const line of wrapped('สวัสดีวันเกิดของฉัน', 8)) {
      expect(['สวัสดี', 'วันเกิด', 'ของฉัน', 'ของ', 'ฉัน']).toContain(line)
    }
  })

  it('keeps a number and its no-break space together', () => {
    expect(wrapped('am 5\u00a0Mai', 6)).toEqual(['am', '5\u00a0Mai'])
  })
})

it('a text without a width breaks nowhere', () => {
  expect(findSoftBreaks({ text: 'a very long line of words', wrapMm: null }, everyLetter)).toEqual(
    [],
  )
})

it('loses no letter and sets no line wider than asked, whatever is written', () => {
  const letters = fc.constantFrom(...'abc def gh 生日。 \n-（）')
  fc.assert(
    fc.property(
      fc.array(letters, { minLength: 1, maxLength: 60 }).map((all) => all.join('')),
      fc.integer({ min: 1, max: 20 }),
      (text, wrapMm) => {
        const lines = wrapped(text, wrapMm)
        expect(lines.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
        for (const line of lines) expect(everyLetter(line.trim())).toBeLessThanOrEqual(wrapMm)
      },
    ),
  )
})
