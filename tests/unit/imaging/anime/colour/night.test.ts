import { describe, expect, it } from 'vitest'
import { litNight, nightOf, powerOfNobody } from '#core/imaging/tools/anime/colour/lit-night.ts'
import { grade } from '#core/imaging/tools/anime/colour/palette.ts'
import { type AnimeLookName, animeLooks } from '#core/imaging/tools/anime/looks.ts'
import type { OkLab } from '#core/pixels/oklab.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { kernels } from '../../../../fixtures/kernels.ts'
import { isFace, people, SIDE } from '../../made-face.ts'
import { paint } from '../../made-pictures.ts'

/** A black sky over dim ground with a cap before a wall, and one lamp. */
const night = paint(160, 120, (x, y) => {
  if (x > 140 && y > 100) return [240, 160, 40]
  if (y < 30) return [0, 0, 0]
  return x > 60 && x < 90 ? [12, 14, 20] : [22, 20, 18]
})
const at = ({ rgba, widthPx }: Raster, x: number, y: number) => [
  ...rgba.subarray((y * widthPx + x) * 4, (y * widthPx + x) * 4 + 3),
]
const { faces } = people()
const withFace = (face: number, about: number) =>
  paint(SIDE, SIDE, (x, y) =>
    isFace(x, y) ? [face, face * 0.75, face * 0.6] : [about, about, about],
  )

describe('a photo that is to be drawn', () => {
  it('is a night where it is dark but for a lamp', () => {
    expect(nightOf(night, [])?.share).toBe(1)
    expect(nightOf(night, [])?.power).toBeLessThan(0.9)
  })

  it('is none by day, and where what is before a black wall was lit', () => {
    const half = (light: number, share: number) =>
      paint(80, 60, (x) => (x < 80 * share ? [light, light, light] : [8, 8, 8]))
    expect(nightOf(half(120, 0.5), [])).toBeNull()
    expect(nightOf(half(150, 0.15), [])).toBeNull()
  })

  it('is none with a face in the light, and one with a face in the dark', () => {
    expect(nightOf(withFace(150, 10), faces)).toBeNull()
    expect(nightOf(withFace(40, 10), faces)?.share).toBe(1)
    expect(nightOf(withFace(40, 50), faces)?.share).toBe(1)
    expect(nightOf(withFace(40, 50), [])).toBeNull()
  })
})

describe('a night that is lit', () => {
  const power = nightOf(night, [])?.power ?? 1
  const lit = litNight(kernels, night, power)

  it('shows what could hardly be seen, and stays dark', () => {
    const [red = 0] = at(lit, 30, 80)
    expect(red).toBeGreaterThan(34)
    expect(red).toBeLessThan(80)
  })

  it('keeps black black, and a lamp its light and its colour', () => {
    expect(at(lit, 80, 5)).toEqual([0, 0, 0])
    expect(at(lit, 150, 110)).toEqual([240, 160, 40])
  })

  it('keeps apart what lies together', () => {
    const ratio = (picture: Raster) => (at(picture, 55, 80)[1] ?? 0) / (at(picture, 65, 80)[1] ?? 1)
    expect(ratio(lit)).toBeGreaterThan(ratio(night) * 0.85)
  })

  it('is lit by less where nobody is, and a slight light stays as it is', () => {
    expect(powerOfNobody(0.65)).toBeGreaterThan(0.75)
    expect(powerOfNobody(0.93)).toBe(0.93)
  })

  it('makes no red of what was nearly black', () => {
    const red = paint(80, 60, () => [14, 3, 2])
    const [r = 0, g = 0] = at(litNight(kernels, red, power), 40, 30)
    expect(r).toBeGreaterThan(24)
    expect(r / g).toBeLessThan(3)
  })
})

/** What some colours of a picture become in a look. */
function graded(
  look: AnimeLookName,
  colours: readonly OkLab[],
  share: number,
  skin: number | null = null,
): OkLab[] {
  const plane = (c: 0 | 1 | 2) =>
    Float32Array.from({ length: 100 }, (_, place) => colours[place % colours.length]?.[c] ?? 0)
  const picture = { widthPx: 10, heightPx: 10, lightness: plane(0), a: plane(1), b: plane(2) }
  grade(picture, animeLooks[look].palette, new Float32Array(100), {
    skinLight: skin,
    night: share,
  })
  return colours.map((_, k) => [picture.lightness[k] ?? 0, picture.a[k] ?? 0, picture.b[k] ?? 0])
}

describe('the dark of a night', () => {
  const sky: OkLab = [0.2, -0.003, 0.01]

  it('is blue in every look, violet in pop, and in each another', () => {
    const skyIn = (look: AnimeLookName) => graded(look, [sky], 1)[0] ?? sky
    const [soft, bold, pop] = [skyIn('soft'), skyIn('bold'), skyIn('pop')]
    for (const [, , b] of [soft, bold, pop]) expect(b).toBeLessThan(-0.015)
    expect(pop[1]).toBeGreaterThan(0.01)
    expect(bold[2]).toBeGreaterThan(soft[2])
  })

  it('leaves reds, greens and what is light as they are by day', () => {
    const kept: OkLab[] = [
      [0.25, 0.08, 0.04],
      [0.25, -0.03, 0.02],
      [0.6, 0, 0.01],
    ]
    expect(graded('soft', kept, 1)).toEqual(graded('soft', kept, 0))
  })

  it('takes browns and reds too behind people, but where nobody is they are what the picture is of', () => {
    const brown: OkLab = [0.28, 0.03, 0.035]
    const [behind = brown] = graded('soft', [brown], 1, 0.5)
    const [alone = brown] = graded('soft', [brown], 1)
    expect(behind[2]).toBeLessThan(0)
    expect(alone).toEqual(graded('soft', [brown], 0)[0])
  })
})
