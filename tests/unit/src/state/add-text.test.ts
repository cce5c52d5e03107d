import { expect, it } from 'vitest'
import { inkFor } from '#src/state/add-text.ts'

const dark = '#2b2320'
const light = '#fffaf2'

it('new words are dark on a light ground and light on a dark one', () => {
  expect(inkFor({ mean: 0.8, darkest: 0.7, lightest: 0.9 }, 8).colour).toBe(dark)
  expect(inkFor({ mean: 0.2, darkest: 0.1, lightest: 0.4 }, 8).colour).toBe(light)
  expect(inkFor(null, 8).colour).toBe(dark)
})

it('new words over dark and light at once are light with a dark line round them', () => {
  const ink = inkFor({ mean: 0.5, darkest: 0.2, lightest: 0.8 }, 10)
  expect(ink).toEqual({ colour: light, outline: { colour: dark, widthMm: 0.6 } })
})
