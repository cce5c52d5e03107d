import { describe, expect, it } from 'vitest'
import { pictureKey } from '#core/imaging/picture-key.ts'
import { partedBy } from '#core/imaging/tools/anime/cells/parted.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { kernels } from '../../../fixtures/kernels.ts'
import { bearded, FACE, isFace, MIDDLE, people, SIDE } from '../made-face.ts'
import { largestDifference, paint } from '../made-pictures.ts'
import { colourAt, drawn, faceWith, plain, type Rgb, SKIN, WALL } from '../painted-face.ts'

const overLip = (x: number, y: number) =>
  Math.abs(x - MIDDLE.x) < 22 && y > MIDDLE.y + 33 && y < MIDDLE.y + 49
describe('people drawn as anime', () => {
  it('keep their hair in locks, and a dark wall of the same grain is painted flat', async () => {
    const strand = (x: number) => 44 + 22 * Math.sin(x / 2)
    const isHair = (x: number, y: number) =>
      y < MIDDLE.y && !isFace(x, y) && Math.hypot((x - 160) / 110, (y - 160) / 140) < 1
    const isDark = (x: number, y: number) => isHair(x, y) || (x < 40 && y > 200)
    const picture = paint(SIDE, SIDE, (x, y) => {
      if (isDark(x, y)) return [strand(x), strand(x) * 0.9, strand(x) * 0.8]
      return isFace(x, y) ? SKIN : WALL
    })
    const result = await drawn(
      picture,
      people((x, y) => isFace(x, y) || isHair(x, y)),
    )
    const contrast = (from: number, y: number) => {
      const lights = Array.from({ length: 22 }, (_, i) => colourAt(result, from + i, y)[1])
      return Math.max(...lights) - Math.min(...lights)
    }
    expect(contrast(56, 130)).toBeGreaterThan(12)
    expect(contrast(4, 260)).toBeLessThan(contrast(56, 130) / 2)
  })

  it('keep a moustache, and get none from bare skin', async () => {
    const lip = { x: MIDDLE.x, y: MIDDLE.y + 44 }
    const lightOver = async (picture: Raster) =>
      colourAt(
        await drawn(picture, bearded(people()), { ...plain, proportions: 0 }),
        lip.x,
        lip.y,
      )[0]
    const bare = await lightOver(faceWith(() => false, SKIN))
    const hairy = await lightOver(faceWith(overLip, [60, 45, 38]))
    expect(bare).toBeGreaterThan(150)
    expect(hairy).toBeLessThan(100)
  })

  it('have skin above the ends of a moustache', async () => {
    const result = await drawn(faceWith(overLip, [60, 45, 38]), bearded(people()))
    expect(colourAt(result, MIDDLE.x, MIDDLE.y + 38)[0]).toBeLessThan(100)
    for (const side of [-20, 20]) {
      expect(colourAt(result, MIDDLE.x + side, MIDDLE.y + 35)[0]).toBeGreaterThan(150)
    }
  })

  it('have the line of their jaw through a beard', async () => {
    const chin = MIDDLE.y + FACE.down
    const isNeck = (x: number, y: number) => Math.abs(x - MIDDLE.x) < 60 && y > chin - 40
    const isBeard = (x: number, y: number) => overLip(x, y) || isNeck(x, y)
    const result = await drawn(
      faceWith(isBeard, [110, 86, 72]),
      bearded(people((x, y) => isFace(x, y) || isNeck(x, y))),
      { ...plain, look: 'soft', proportions: 0 },
    )
    const redAt = (y: number) => colourAt(result, MIDDLE.x, y)[0]
    const line = Math.min(...Array.from({ length: 7 }, (_, i) => redAt(chin - 3 + i)))
    expect(line).toBeLessThan(redAt(chin - 12) - 20)
    expect(redAt(chin + 12)).toBe(redAt(chin - 12))
  })

  it('keep the frame of their glasses, and get none without', async () => {
    const isFrame = (x: number, y: number) => {
      const [across, down] = [Math.abs(x - MIDDLE.x), y - MIDDLE.y + 20]
      const rim = Math.hypot((across - 34) / 27, down / 20)
      return Math.abs(rim - 1) < 0.09 || (across < 8 && Math.abs(down) < 2.5)
    }
    const darkest = async (picture: Raster) => {
      const result = await drawn(picture, people())
      const below = Array.from({ length: 13 }, (_, i) =>
        colourAt(result, MIDDLE.x - 34, MIDDLE.y - 6 + i),
      )
      return Math.min(...below.map(([red]) => red))
    }
    expect(await darkest(faceWith(() => false, SKIN))).toBeGreaterThan(150)
    expect(await darkest(faceWith(isFrame, [40, 35, 30]))).toBeLessThan(90)
  })

  it('have both eyes in one colour, though one of them is in the shade', async () => {
    const isBlue = (x: number, y: number) =>
      Math.hypot(Math.abs(x - MIDDLE.x) - 32, y - MIDDLE.y + 20) < 5
    const picture = faceWith(isBlue, [60, 95, 150])
    for (let at = 0; at < picture.rgba.length; at += 4) {
      if ((at / 4) % SIDE < MIDDLE.x) continue
      for (let c = 0; c < 3; c++) picture.rgba[at + c] = 0.6 * (picture.rgba[at + c] ?? 0)
    }
    const result = await drawn(picture, people())
    const [right, left] = [-32, 32].map((x) => colourAt(result, MIDDLE.x + x, MIDDLE.y - 15))
    expect(right?.[2]).toBeGreaterThan((right?.[0] ?? 0) + 15)
    expect(left).toEqual(right)
  })

  it('have brown eyes where they are dark, though the sky lies in them', async () => {
    const isIris = (x: number, y: number) =>
      Math.hypot(Math.abs(x - MIDDLE.x) - 32, y - MIDDLE.y + 20) < 5
    const irisOf = async (colour: Rgb) => {
      const result = await drawn(faceWith(isIris, colour), people())
      return colourAt(result, MIDDLE.x - 32, MIDDLE.y - 15)
    }
    const [dark, grey] = [await irisOf([40, 40, 42]), await irisOf([128, 136, 146])]
    expect(dark[0]).toBeGreaterThan(dark[2] + 15)
    expect(grey[2]).toBeGreaterThan(grey[0])
  })

  it('have blue eyes where an iris is grey between warm skin and white, and not as dark as brown ones', async () => {
    const isIris = (x: number, y: number) =>
      Math.hypot(Math.abs(x - MIDDLE.x) - 32, y - MIDDLE.y + 20) < 5
    const irisOf = async (colour: Rgb) => {
      const result = await drawn(faceWith(isIris, colour), people(), { ...plain, look: 'soft' })
      return colourAt(result, MIDDLE.x - 32, MIDDLE.y - 14)
    }
    const [grey, dark] = [await irisOf([112, 114, 112]), await irisOf([62, 62, 62])]
    expect(grey[2]).toBeGreaterThan(grey[0] + 10)
    expect(dark[0]).toBeGreaterThan(dark[2] + 10)
  })

  it('have skin where their forehead shines, and white hair stays hair', async () => {
    const isForehead = (x: number, y: number) =>
      Math.hypot((x - MIDDLE.x) / 78, (y - MIDDLE.y) / 128) < 1
    const isPerson = (x: number, y: number) => isFace(x, y) || isForehead(x, y) || y < 45
    const gloss: Rgb = [246, 222, 210]
    const colourOver = async (isGloss: (x: number, y: number) => boolean, hair: Rgb) => {
      const picture = faceWith(() => false, SKIN)
      const whole = paint(SIDE, SIDE, (x, y) => {
        if (isFace(x, y)) return colourAt(picture, x, y)
        if (isForehead(x, y)) return isGloss(x, y) ? gloss : SKIN
        return isPerson(x, y) ? hair : WALL
      })
      const soft = { ...plain, look: 'soft' } as const
      const result = await drawn(whole, people(isPerson), soft, undefined, null)
      // On its other side lies the shade of the cel.
      return [colourAt(result, MIDDLE.x, 44), colourAt(result, MIDDLE.x + 24, 46)] as const
    }
    const isShine = (x: number, y: number) => Math.hypot((x - MIDDLE.x) / 2, y - 46) < 9
    const [shine, beside] = await colourOver(isShine, [60, 45, 38])
    shine.forEach((value, c) => {
      expect(Math.abs(value - (beside[c] ?? 0))).toBeLessThan(10)
    })
    const [hair] = await colourOver((_, y) => y < 50, gloss)
    expect(hair[0]).toBeGreaterThan(shine[0] + 8)
  })

  it.each(['soft', 'bold', 'pop'] as const)(
    'in a photo without colours have none in %s',
    async (look) => {
      const photo = faceWith(overLip, [60, 45, 38])
      const grey = paint(SIDE, SIDE, (x, y) => {
        const [red, green, blue] = colourAt(photo, x, y)
        const light = Math.round(0.299 * red + 0.587 * green + 0.114 * blue)
        return [light, light, light]
      })
      const mostColour = ({ rgba }: Raster) => {
        let most = 0
        for (let at = 0; at < rgba.length; at += 4) {
          const [red = 0, green = 0, blue = 0] = rgba.subarray(at, at + 3)
          most = Math.max(most, Math.max(red, green, blue) - Math.min(red, green, blue))
        }
        return most
      }
      expect(mostColour(await drawn(grey, people(), { ...plain, look }))).toBe(0)
      expect(mostColour(await drawn(photo, people(), { ...plain, look }))).toBeGreaterThan(40)
    },
  )

  it('have no eyes over dark glass', async () => {
    const isGlass = (x: number, y: number) =>
      Math.hypot((Math.abs(x - MIDDLE.x) - 32) / 26, (y - MIDDLE.y + 16) / 22) < 1
    const lightest = async (picture: Raster) => {
      const result = await drawn(picture, people())
      const eye = Array.from({ length: 25 }, (_, i) =>
        colourAt(result, MIDDLE.x - 44 + i, MIDDLE.y - 20),
      )
      return Math.max(...eye.map(([red]) => red))
    }
    expect(await lightest(faceWith(() => false, SKIN))).toBeGreaterThan(200)
    expect(await lightest(faceWith(isGlass, [25, 22, 20]))).toBeLessThan(80)
  })

  it('have no line of a jaw over what they hold before it', async () => {
    const chin = { x: MIDDLE.x, y: MIDDLE.y + FACE.down }
    const isHeld = (x: number, y: number) => Math.hypot(x - chin.x, y - chin.y) < 34
    const reds = async (picture: Raster) => {
      const result = await drawn(picture, people())
      const column = Array.from({ length: 13 }, (_, i) => colourAt(result, chin.x, chin.y - 6 + i))
      return column.map(([red]) => red)
    }
    expect(Math.min(...(await reds(faceWith(() => false, SKIN))))).toBeLessThan(150)
    expect(Math.min(...(await reds(faceWith(isHeld, [250, 120, 190]))))).toBeGreaterThan(200)
  })

  it('part from what lies behind them in the same colour', () => {
    const cells = { widthPx: 20, heightPx: 20, of: new Uint32Array(400), total: 1 }
    const person = Float32Array.from({ length: 400 }, (_, at) => (at % 20 < 8 ? 1 : 0))
    expect(partedBy(kernels, cells, person).total).toBe(2)
    expect(partedBy(kernels, cells, person.fill(1)).total).toBe(1)
  })
})

describe('a preview of people as anime', () => {
  it('is what is drawn without anything that was kept, whichever slider moved', async () => {
    const picture = faceWith(() => false, SKIN)
    const previews = {}
    const settings = [
      plain,
      { ...plain, strength: 0.2 },
      { ...plain, strength: 0.2, proportions: 1 },
      { ...plain, proportions: 1 },
    ]
    const seen = new Set<string>()
    for (const each of settings) {
      const preview = await drawn(picture, people(), each, previews)
      const fresh = await drawn(picture, people(), each)
      expect(largestDifference(preview.rgba, fresh.rgba)).toBe(0)
      seen.add(pictureKey(preview))
    }
    expect(seen.size).toBeGreaterThan(1)
  })
})
