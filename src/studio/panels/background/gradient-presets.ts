import type { Background } from '#core/design/document.ts'

export type Gradient = Extract<Background, { kind: 'gradient' }>

const linear = (angleDeg: number, ...colours: readonly string[]): Gradient => ({
  kind: 'gradient',
  gradient: 'linear',
  angleDeg,
  stops: spread(colours),
})

const radial = (...colours: readonly string[]): Gradient => ({
  kind: 'gradient',
  gradient: 'radial',
  angleDeg: 0,
  stops: spread(colours),
})

const spread = (colours: readonly string[]) =>
  colours.map((colour, index) => ({ at: index / (colours.length - 1), colour }))

/** Gradients that print well: near in lightness, without the grey of a crossed colour wheel. */
export const gradientPresets: readonly Gradient[] = [
  linear(0, '#fde8d7', '#f6b7a3'),
  linear(20, '#f9d976', '#f39f86'),
  linear(0, '#fff3df', '#f7cf9b', '#e08f6b'),
  linear(-30, '#f6d5cd', '#cdbde6'),
  linear(0, '#dcecf2', '#8fc1dd'),
  linear(15, '#bfe3cf', '#6fa8a0'),
  linear(0, '#22355c', '#6d4273', '#e99aa6'),
  linear(30, '#2f5a47', '#9fb59a'),
  radial('#fffaf0', '#f2d9b8'),
  radial('#ffe3e6', '#e99aa6'),
  radial('#e9f4ff', '#7fb2d8'),
  radial('#4a5a86', '#1b2340'),
]

/** A background as CSS, for small pictures of it; the print is drawn by the renderer. */
export function backgroundCss(background: Background): string {
  if (background.kind === 'colour') return background.colour
  const stops = background.stops
    .map(({ at, colour }) => `${colour} ${Math.round(at * 100)}%`)
    .join(', ')
  return background.gradient === 'radial'
    ? `radial-gradient(circle, ${stops})`
    : `linear-gradient(${180 + background.angleDeg}deg, ${stops})`
}
