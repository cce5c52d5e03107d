import { describe, expect, it } from 'vitest'
import { clearCloth } from '#core/imaging/tools/anime/cloth/cloth-light.ts'
import { openDarkCloth } from '#core/imaging/tools/anime/cloth/dark-cloth.ts'
import { animeLooks } from '#core/imaging/tools/anime/looks.ts'

/** The first kinds of a garment: its shadow and the tone above it. */
const [SHADOW, TONE] = [2, 3]
const PIXELS = 200

/** A garment half in shadow, painted in these colours. */
function garment(shadow: number, tone: number, [a, b]: readonly [number, number] = [0, 0]) {
  const of = Uint32Array.from({ length: PIXELS }, (_, at) => (at < PIXELS / 2 ? 0 : 1))
  const lightness = Float32Array.from(of, (cell) => (cell === 0 ? shadow : tone))
  const plane = (value: number) => new Float32Array(PIXELS).fill(value)
  const colours = { widthPx: 20, heightPx: 10, lightness, a: plane(a), b: plane(b) }
  return { colours, cells: { of }, kinds: new Uint32Array([SHADOW, TONE]) }
}

function cleared(shadow: number, tone: number, colour: readonly [number, number] = [0, 0]) {
  const { colours, cells, kinds } = garment(shadow, tone, colour)
  clearCloth(colours, cells, kinds)
  const at = (place: number) => ({
    light: colours.lightness[place] as number,
    a: colours.a[place] as number,
    b: colours.b[place] as number,
  })
  return { shadow: at(0), tone: at(PIXELS - 1) }
}

describe('the light of cloth', () => {
  it('has a shadow that is seen, though the light is soft', () => {
    const { shadow, tone } = cleared(0.46, 0.5, [0.08, 0.04])
    expect(tone.light - shadow.light).toBeGreaterThan(0.07)
    expect((tone.light + shadow.light) / 2).toBeCloseTo(0.48, 3)
    expect(shadow.a / shadow.b).toBeCloseTo(2, 3)
  })

  it('stays as it is where a shadow is clear', () => {
    const { shadow, tone } = cleared(0.3, 0.5, [0.08, 0.04])
    expect(shadow.light).toBeCloseTo(0.3, 5)
    expect(tone.light).toBeCloseTo(0.5, 5)
  })

  it('is white on white cloth in the shade, and its shadow stays one', () => {
    const { shadow, tone } = cleared(0.7, 0.78, [-0.004, -0.012])
    expect(tone.light).toBeGreaterThan(0.83)
    expect(tone.light - shadow.light).toBeGreaterThan(0.07)
    expect(Math.abs(tone.b)).toBeLessThan(0.012)
  })

  it('leaves lilac cloth its colour, which the sky has not', () => {
    const { tone } = cleared(0.76, 0.86, [0.011, -0.022])
    expect(tone.a).toBeCloseTo(0.011, 4)
    expect(tone.b).toBeCloseTo(-0.022, 4)
  })

  it('leaves faintly rosy cloth in good light its colour, and takes it in the shade', () => {
    const rosy = [0.011, 0.008] as const
    expect(cleared(0.84, 0.93, rosy).tone.a).toBeCloseTo(0.011, 3)
    const { shadow } = cleared(0.66, 0.76, [0.009, 0.006])
    expect(shadow.a).toBeLessThan(0.007)
  })

  it('lifts neither pale blue nor grey cloth to white', () => {
    expect(cleared(0.7, 0.78, [-0.02, -0.06]).tone.light).toBeCloseTo(0.78, 2)
    expect(cleared(0.4, 0.5).tone.light).toBeCloseTo(0.5, 2)
  })
})

it('black cloth in even light has folds in every look', () => {
  for (const { palette } of Object.values(animeLooks)) {
    const { colours, cells, kinds } = garment(0.15, 0.18)
    const before = colours.lightness.slice()
    // Blacks are filled: nothing is left of how its tones differ.
    colours.lightness.fill(palette.darkest)
    openDarkCloth(colours, before, cells, kinds, palette.darkCloth)
    const [shadow, tone] = [colours.lightness[0] ?? 0, colours.lightness[PIXELS - 1] ?? 0]
    expect(tone - shadow).toBeGreaterThan(0.07)
    expect(shadow).toBeGreaterThan(0.09)
    expect(tone).toBeLessThan(0.36)
  }
})
