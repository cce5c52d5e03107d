import { expect, it } from 'vitest'
import { hexFromHsv, hsvFromHex, parseHex } from '#src/ui/colour-space.ts'
import { parseNumber } from '#src/ui/number-text.ts'

it('a colour that goes to hue, saturation and value comes back the same', () => {
  for (const hex of ['#000000', '#ffffff', '#c2391b', '#2a6056', '#010203', '#00ff7f', '#fe00fe']) {
    expect(hexFromHsv(hsvFromHex(hex))).toBe(hex)
  }
})

it('a typed colour is read with and without its hash, short and long', () => {
  expect(parseHex(' C2391B ')).toBe('#c2391b')
  expect(parseHex('#c31')).toBe('#cc3311')
  expect(parseHex('#c2391')).toBeNull()
  expect(parseHex('red')).toBeNull()
})

it("a typed number is read in the customer's own digits and decimal sign", () => {
  expect(parseNumber('12,5')).toBe(12.5)
  expect(parseNumber('1e2')).toBeNull()
  expect(parseNumber('')).toBeNull()
  expect(parseNumber('١٢٫٥')).toBe(12.5)
  expect(parseNumber(' 200 ')).toBe(200)
  expect(parseNumber('20 cm')).toBeNull()
  expect(parseNumber('1,000,000')).toBeNull()
})
