import { describe, expect, it } from 'vitest'
import { facePointGroups } from '#core/imaging/face-points/groups.ts'
import { skinOfFace } from '#core/imaging/face-points/skin-of-face.ts'
import type { People } from '#core/imaging/portrait/people.ts'
import { grade } from '#core/imaging/tools/anime/colour/palette.ts'
import { drawnPartsOf } from '#core/imaging/tools/anime/faces/parts/drawn-parts.ts'
import { animeLooks } from '#core/imaging/tools/anime/looks.ts'
import type { OkLabPicture } from '#core/imaging/tools/anime/study.ts'
import { kernels } from '../../../fixtures/kernels.ts'
import { isFace, MIDDLE, people, SIDE } from '../made-face.ts'
import { paint } from '../made-pictures.ts'
import { colourAt, drawn, faceWith, plain, type Rgb, SKIN, WALL } from '../painted-face.ts'

/** Grey, each column as light as is said. */
function grey(widthPx: number, heightPx: number, lightAt: (x: number) => number): OkLabPicture {
  const lightness = Float32Array.from({ length: widthPx * heightPx }, (_, at) =>
    lightAt(at % widthPx),
  )
  const [a, b] = [new Float32Array(lightness.length), new Float32Array(lightness.length)]
  return { widthPx, heightPx, lightness, a, b }
}

describe('an edge', () => {
  const ramp = (from: number, to: number) => (x: number) =>
    0.3 + 0.4 * Math.min(1, Math.max(0, (x - from) / (to - from)))

  it('that is blurred becomes a step, without a third colour between its sides', () => {
    const { lightness } = kernels.sharpenEdges(grey(40, 12, ramp(17, 22)))
    const row = [...lightness.subarray(0, 40)]
    expect(row.filter((light) => light > 0.36 && light < 0.64)).toEqual([])
    expect(row[10]).toBeCloseTo(0.3)
    expect(row[30]).toBeCloseTo(0.7)
  })

  it('is none in a sky that grows lighter slowly', () => {
    const picture = grey(60, 12, ramp(5, 55))
    expect(kernels.sharpenEdges(picture).lightness).toEqual(picture.lightness)
  })
})

describe('a wall', () => {
  it('is painted lighter than it is, but hardly so behind people in dim light', () => {
    const lightOf = (skin: number | null) => {
      const wall = grey(8, 8, (x) => (x < 6 ? 0.48 : 0.1))
      grade(wall, animeLooks.soft.palette, new Float32Array(64), { skinLight: skin })
      return wall.lightness[0] ?? 0
    }
    expect(lightOf(null)).toBeGreaterThan(0.56)
    expect(lightOf(0.45)).toBeLessThan(lightOf(null))
    expect(lightOf(0.85)).toBeGreaterThan(lightOf(0.45))
  })
})

describe('a face drawn as anime', () => {
  const lipsAt = { x: MIDDLE.x, y: MIDDLE.y + 59 }
  const withLips = (colour: Rgb) =>
    faceWith((x, y) => Math.hypot((x - lipsAt.x) / 24, (y - lipsAt.y + 3) / 9) < 1, colour)
  const lipLight = async (colour: Rgb) =>
    colourAt(await drawn(withLips(colour), people()), lipsAt.x, lipsAt.y)

  it('has lips little darker than its skin, and red ones where they are made up', async () => {
    const [bare, red] = [await lipLight([120, 78, 68]), await lipLight([150, 25, 45])]
    expect(bare[1]).toBeGreaterThan(95)
    expect(red[1]).toBeLessThan(75)
    expect(red[0]).toBeGreaterThan(red[1] + 60)
  })

  it('keeps clear folds of its forehead, and gets none', async () => {
    const fold = { y: MIDDLE.y - 70 }
    const creased = faceWith(
      (x, y) =>
        isFace(x, y) &&
        Math.abs(x - MIDDLE.x) < 45 &&
        Math.min(Math.abs(y - fold.y), Math.abs(y - fold.y + 14)) < 1.6,
      [150, 100, 82],
    )
    const darkest = async (picture: typeof creased) => {
      const result = await drawn(picture, people(), { ...plain, look: 'soft' })
      const column = Array.from({ length: 15 }, (_, i) =>
        colourAt(result, MIDDLE.x, fold.y - 7 + i),
      )
      return Math.min(...column.map(([red]) => red))
    }
    const bare = await darkest(faceWith(() => false, SKIN))
    expect(await darkest(creased)).toBeLessThan(bare - 15)
  })

  it('has both eyes, and skin, though half of it lies in the shade', async () => {
    const picture = faceWith(() => false, SKIN)
    for (let at = 0; at < picture.rgba.length; at += 4) {
      if ((at / 4) % SIDE < MIDDLE.x) continue
      for (let c = 0; c < 3; c++) picture.rgba[at + c] = 0.3 * (picture.rgba[at + c] ?? 0)
    }
    const result = await drawn(picture, people())
    const lightest = (x: number) =>
      Math.max(
        ...Array.from({ length: 25 }, (_, i) => colourAt(result, x - 12 + i, MIDDLE.y - 20)[0]),
      )
    expect(lightest(MIDDLE.x + 32)).toBeGreaterThan(150)
    const [lit, shaded] = [-40, 40].map((x) => colourAt(result, MIDDLE.x + x, MIDDLE.y + 20)[0])
    expect(shaded).toBeLessThan((lit ?? 0) - 20)
    expect(shaded).toBeGreaterThan(65)
  })
})

describe('what lies on a head', () => {
  const isOn = (x: number, y: number) =>
    y < MIDDLE.y - 30 && !isFace(x, y) && Math.hypot((x - 160) / 110, (y - 160) / 140) < 1
  const contrastOf = async (depth: number) => {
    const picture = paint(SIDE, SIDE, (x, y) => {
      const light = 70 + depth * Math.sin(x / 2)
      if (isOn(x, y)) return [light, light, light]
      return isFace(x, y) ? SKIN : WALL
    })
    const result = await drawn(
      picture,
      people((x, y) => isFace(x, y) || isOn(x, y)),
      { ...plain, proportions: 0 },
    )
    // Up to where the face begins.
    const lights = Array.from({ length: 20 }, (_, i) => colourAt(result, 66 + i, 112)[1])
    return Math.max(...lights) - Math.min(...lights)
  }

  it('has locks as deep as they are, and a hat only the folds that it has', async () => {
    const [hair, hat] = [await contrastOf(24), await contrastOf(3)]
    expect(hair).toBeGreaterThan(25)
    expect(hat).toBeLessThan(hair * 0.7)
  })

  const HAIR: Rgb = [62, 42, 30]
  const isCollar = (x: number, y: number) => y > 285 && Math.abs(x - MIDDLE.x) < 70
  const isBun = (x: number, y: number) => Math.hypot(x - 250, y - 75) < 34
  const isHair = (x: number, y: number) => isOn(x, y) || isBun(x, y)
  const isPerson = (x: number, y: number) => isFace(x, y) || isHair(x, y) || isCollar(x, y)
  /** Turned to the left, so that it is seen narrow: its nose lies before its middle. */
  function turned(): People {
    const { faces, mask } = people(isPerson)
    const face = faces[0]
    if (!face) throw new Error('There is a face.')
    const points = [...face.points.points]
    for (const i of facePointGroups.noseBase) points[i] = { x: MIDDLE.x - 50, y: MIDDLE.y + 22 }
    const narrow = { ...face, points: { ...face.points, points }, widthPx: 80, frontal: 0 }
    return { faces: [narrow], mask }
  }
  const headOf = (hair: Rgb) =>
    paint(SIDE, SIDE, (x, y) => {
      if (isFace(x, y)) return SKIN
      if (isCollar(x, y)) return HAIR
      const grain = 1 + 0.25 * Math.sin(x / 2)
      return isHair(x, y) ? (hair.map((value) => value * grain) as unknown as Rgb) : WALL
    })

  it('is its hair up to the bun behind a turned face', async () => {
    const soft = { ...plain, look: 'soft' } as const
    const result = await drawn(headOf(HAIR), turned(), soft)
    // Locks with their shadows are drawn clearer than hair is; what else is so dark, darker.
    for (const [x, y] of [
      [250, 66],
      [160, 40],
    ] as const) {
      const across = [-8, -4, 0, 4, 8].map((aside) => colourAt(result, x + aside, y)[0])
      expect(across.reduce((sum, value) => sum + value, 0) / 5).toBeGreaterThan(HAIR[0])
    }
  })

  it('is no collar in the colour of its hair', async () => {
    const soft = { ...plain, look: 'soft' } as const
    const [same, other] = [headOf(HAIR), headOf([30, 52, 40])]
    const [one, two] = [await drawn(same, turned(), soft), await drawn(other, turned(), soft)]
    const [collar, apart] = [colourAt(one, MIDDLE.x, 305), colourAt(two, MIDDLE.x, 305)]
    collar.forEach((value, c) => {
      expect(Math.abs(value - (apart[c] ?? 0))).toBeLessThan(8)
    })
  })
})

describe('a half profile', () => {
  const picture = faceWith(() => false, SKIN)
  /** Turned as far as can be told, its left eye as wide as this against the right one. */
  function partsWith(width: number) {
    const face = people().faces[0]
    if (!face) throw new Error('There is a face.')
    const points = [...face.points.points]
    for (const i of [...facePointGroups.leftUpperLid, ...facePointGroups.leftLowerLid]) {
      const { x, y } = points[i] ?? MIDDLE
      points[i] = { x: MIDDLE.x + 32 + (x - MIDDLE.x - 32) * width, y }
    }
    const turned = { ...face, points: { ...face.points, points }, frontal: 0 }
    const seen = skinOfFace(kernels, picture, turned)
    if (!seen) throw new Error('Its skin is seen.')
    return drawnPartsOf(kernels, picture, turned, seen)
  }

  it('is drawn whole where both of its eyes are seen', () => {
    expect(partsWith(0.7)).toMatchObject({ right: true, left: true, mouth: true })
  })

  it('has its near eye and its mouth alone where the far eye is hardly seen', () => {
    const alone = { right: true, left: false, nose: false, mouth: true, isTraced: true }
    expect(partsWith(0.35)).toMatchObject(alone)
  })
})
