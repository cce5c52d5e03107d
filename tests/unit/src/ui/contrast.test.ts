import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync('src/ui/tokens.css', 'utf8')

/** Every `--name: light-dark(#light, #dark)` of the tokens. */
const colours = new Map(
  [...css.matchAll(/--([\w-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }] as const,
  ),
)

const channel = (value: number) => {
  const share = value / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** WCAG 2.2, relative luminance. */
function luminance(hex: string): number {
  const number = Number.parseInt(hex.slice(1), 16)
  const [r, g, b] = [number >> 16, (number >> 8) & 255, number & 255].map(channel)
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0)
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

const colour = (name: string, theme: 'light' | 'dark'): string => {
  const found = colours.get(name)
  if (!found) throw new Error(`tokens.css has no colour --${name}`)
  return found[theme]
}

const papers = ['paper', 'paper-raised', 'paper-sunk', 'paper-hover']
const textOn: readonly (readonly [text: string, ground: string])[] = [
  ...papers.flatMap((paper) =>
    ['ink', 'ink-soft', 'ink-faint', 'accent', 'verdigris', 'ochre', 'danger'].map(
      (ink) => [ink, paper] as const,
    ),
  ),
  ['ink', 'paper-lifted'],
  ['on-ink', 'ink-fill'],
  ['on-accent', 'accent-fill'],
  ['on-accent', 'accent-fill-hover'],
  ['on-verdigris', 'verdigris-fill'],
  ['on-danger', 'danger-fill'],
  ['on-danger', 'danger-fill-hover'],
  ['accent', 'accent-wash'],
  ['ink', 'accent-wash'],
  ['ink-soft', 'accent-wash'],
  ['verdigris', 'verdigris-wash'],
  ['ochre', 'ochre-wash'],
  ['danger', 'danger-wash'],
]
/** Borders of controls, fills that carry meaning, the focus ring. */
const shapesOn = papers.flatMap((paper) =>
  ['line-strong', 'accent-fill', 'danger-fill', 'focus'].map((shape) => [shape, paper] as const),
)

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each(textOn)('text in %s on %s reaches 4.5 : 1', (text, ground) => {
    expect(contrast(colour(text, theme), colour(ground, theme))).toBeGreaterThanOrEqual(4.5)
  })

  it.each(shapesOn)('%s on %s reaches 3 : 1', (shape, ground) => {
    expect(contrast(colour(shape, theme), colour(ground, theme))).toBeGreaterThanOrEqual(3)
  })
})
