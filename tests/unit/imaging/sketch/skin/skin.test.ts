import { describe, expect, it } from 'vitest'
import type { People } from '#core/imaging/portrait/people.ts'
import { skinOf } from '#core/imaging/tools/sketch/skin/skin.ts'
import { bearded, isFace, MIDDLE, people, SIDE } from '../../made-face.ts'
import { paint, testJob } from '../../made-pictures.ts'
import type { Rgb } from '../../painted-face.ts'

/** A hand far below the face, and a throat close under it. */
const isHand = (x: number, y: number) => y > 285 && Math.abs(x - MIDDLE.x) > 50
const isThroat = (x: number, y: number) => y > 262 && y < 285 && Math.abs(x - MIDDLE.x) < 30
const isBody = (x: number, y: number) => isFace(x, y) || isHand(x, y) || isThroat(x, y)

/** How much is skin at places of a picture, and the luma that its middle would be lit to. */
async function skinIn(face: Rgb, hand: Rgb, throat: Rgb) {
  const colours = [
    [isFace, face],
    [isHand, hand],
    [isThroat, throat],
  ] as const
  const picture = paint(
    SIDE,
    SIDE,
    (x, y) => colours.find(([isThere]) => isThere(x, y))?.[1] ?? [3, 3, 4],
  )
  const skin = await skinOf(testJob(), picture, picture, people(isBody))
  if (skin === null) throw new Error('There is a face with skin.')
  const { share, gain, power } = skin
  const luma = (0.299 * face[0] + 0.587 * face[1] + 0.114 * face[2]) / 255
  const middle = (gain.values.length + gain.widthPx) >> 1
  const exponent = power.values[(power.values.length + power.widthPx) >> 1] ?? 1
  return {
    at: (x: number, y: number) => share.values[y * SIDE + x] ?? 0,
    lit: Math.exp((gain.values[middle] ?? 0) + exponent * Math.log(luma)),
  }
}

const hand = [80, 300] as const
const throat = [MIDDLE.x, 274] as const

describe('skin in a sketch', () => {
  it('takes a hand of another hue for the face’s own in the dark, and not in the light', async () => {
    const dark = await skinIn([36, 24, 19], [28, 10, 4], [3, 3, 4])
    expect(dark.at(...hand)).toBeGreaterThan(0.6)
    expect(dark.at(MIDDLE.x, 310)).toBeLessThan(0.1)
    const light = await skinIn([180, 125, 100], [150, 56, 22], [3, 3, 4])
    expect(light.at(...hand)).toBeLessThan(0.1)
  })

  it('takes no olive cloth for skin, however little colour a face has', async () => {
    const face: Rgb = [205, 180, 172]
    const [olive, own] = [
      await skinIn(face, [128, 130, 120], [3, 3, 4]),
      await skinIn(face, [150, 132, 126], [3, 3, 4]),
    ]
    expect(olive.at(...hand)).toBeLessThan(0.05)
    expect(own.at(...hand)).toBeGreaterThan(0.5)
  })

  it('leaves a face of the dark darker than others, so that it keeps its form', async () => {
    const [dark, light] = [
      await skinIn([36, 24, 19], [28, 10, 4], [3, 3, 4]),
      await skinIn([180, 125, 100], [150, 105, 84], [3, 3, 4]),
    ]
    expect(light.lit).toBeCloseTo(0.7, 1)
    expect(dark.lit).toBeLessThan(light.lit - 0.1)
    expect(dark.lit).toBeGreaterThan(0.45)
  })

  it('lights a pale face with a full beard by its skin, of which the beard is no part, and a dark one as before', async () => {
    const toneOf = async (own: Rgb, beard: Rgb, seen: People) => {
      const picture = paint(SIDE, SIDE, (x, y) => {
        if (!isFace(x, y)) return [3, 3, 4]
        return y > MIDDLE.y - 10 ? beard : own
      })
      const skin = await skinOf(testJob(), picture, picture, seen)
      if (skin === null) throw new Error('There is a face with skin.')
      return skin.tone.values[(skin.tone.values.length + skin.tone.widthPx) >> 1] ?? 1
    }
    const pale = [
      [200, 158, 136],
      [104, 70, 52],
    ] as const satisfies Rgb[]
    expect(await toneOf(...pale, bearded(people()))).toBeCloseTo(1 - 0.655, 1)
    expect(await toneOf(...pale, people())).toBeGreaterThan(0.6)
    const dark = [
      [104, 70, 52],
      [62, 42, 32],
    ] as const satisfies Rgb[]
    expect(await toneOf(...dark, bearded(people()))).toBe(await toneOf(...dark, people()))
  })

  it('goes on in an arm that lies in a shade of its own', async () => {
    const { at } = await skinIn([180, 125, 100], [84, 56, 43], [3, 3, 4])
    expect(at(...hand)).toBeGreaterThan(0.6)
  })

  it('is not what is much darker than a dark face: brown cloth', async () => {
    const { at } = await skinIn([62, 42, 34], [19, 12, 9], [3, 3, 4])
    expect(at(...hand)).toBeLessThan(0.1)
  })

  it('goes on in the shadow of the jaw, and nowhere else so dark', async () => {
    const shade: Rgb = [38, 27, 22]
    const { at } = await skinIn([140, 98, 80], shade, shade)
    expect(at(...throat)).toBeGreaterThan(0.5)
    expect(at(...hand)).toBeLessThan(0.1)
    const collar = await skinIn([140, 98, 80], shade, [30, 34, 52])
    expect(collar.at(...throat)).toBeLessThan(0.1)
  })
})
