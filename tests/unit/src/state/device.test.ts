import { expect, it } from 'vitest'
import { isPc } from '#src/state/device.ts'

const phone = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/156.0.0.0 Mobile Safari/537.36'
const computer = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0 Safari/537.36'

it('a phone held upright is no PC', () => {
  expect(isPc({ userAgent: phone, landscape: false })).toBe(false)
})

it('a phone whose window is wider than tall counts as a PC', () => {
  expect(isPc({ userAgent: phone, landscape: true })).toBe(true)
})

it('a computer is a PC however narrow its window', () => {
  expect(isPc({ userAgent: computer, landscape: false })).toBe(true)
})
