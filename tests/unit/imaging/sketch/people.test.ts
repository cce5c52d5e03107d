import { describe, expect, it } from 'vitest'
import type { FoundFace } from '#core/imaging/face-points/find-faces.ts'
import type { People } from '#core/imaging/portrait/people.ts'
import type { SketchBackground } from '#core/imaging/tools/sketch/background.ts'
import { sketch } from '#core/imaging/tools/sketch/sketch.ts'
import type { SketchStyle } from '#core/kernels/sketch-rows.ts'
import { createRaster, rasterSink, rasterSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { FACE, isFace, MIDDLE, people, SIDE } from '../made-face.ts'
import { paint, testJob } from '../made-pictures.ts'

/** A face without features in a light from the left, before a grey wall. */
const portrait = (skin: readonly [number, number, number], wall = 150, form = 0.3): Raster =>
  paint(SIDE, SIDE, (x, y) => {
    if (!isFace(x, y)) return [wall, wall, wall]
    const light = 1 - form * ((x - MIDDLE.x) / FACE.across)
    return [skin[0] * light, skin[1] * light, skin[2] * light]
  })

const skins = {
  light: [196, 158, 138],
  brown: [130, 88, 66],
  dark: [66, 42, 32],
} as const

async function drawn(
  picture: Raster,
  style: SketchStyle,
  background: SketchBackground = 'as-it-is',
  who: People = people(),
) {
  const result = createRaster(SIDE, SIDE)
  const settings = { style, strength: 0.7, background }
  await sketch(testJob(), rasterSource(picture), settings, rasterSink(result), {
    peopleIn: async ({ widthPx }) => ({
      faces: who.faces.map((face) => enlarged(face, widthPx / SIDE)),
      mask: who.mask,
    }),
  })
  return result
}

/** A picture this small is looked at at three times its size. */
const enlarged = (face: FoundFace, by: number): FoundFace => ({
  ...face,
  widthPx: face.widthPx * by,
  points: {
    ...face.points,
    points: face.points.points.map(({ x, y }) => ({ x: x * by, y: y * by })),
  },
})

/** The darkness, 0..1, of each pixel of a rectangle about the middle of the face. */
function darknesses({ rgba }: Raster, x: number, y: number, halfWidth: number, halfHeight: number) {
  const found: number[] = []
  for (let dy = -halfHeight; dy <= halfHeight; dy++) {
    for (let dx = -halfWidth; dx <= halfWidth; dx++) {
      const at = ((MIDDLE.y + y + dy) * SIDE + MIDDLE.x + x + dx) * 4
      found.push(1 - (rgba[at] ?? 0) / 255)
    }
  }
  return found
}

type Rectangle = readonly [x: number, y: number, halfWidth: number, halfHeight: number]

const darkness = (result: Raster, ...of: Rectangle) => mean(darknesses(result, ...of))
/** By how much of what is left of its ground a stroke is darker. A wash is darker in the shade by less than a pen's. */
const PENCIL = 0.06
const PEN = 0.15

/** The share of a rectangle that is darker than its ground, the lightest quarter, by a stroke. */
function strokes(result: Raster, stroke: number, ...of: Rectangle) {
  const found = darknesses(result, ...of).toSorted((a, b) => a - b)
  const ground = found[found.length >> 2] ?? 0
  return found.filter((dark) => dark > ground + stroke * (1 - ground)).length / found.length
}
const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length

describe('faces in a sketch', () => {
  it.each([
    { style: 'ink', stroke: PEN, of: 'a pen in the shade', ground: 'a wash under them' },
    { style: 'pencil', stroke: PENCIL, of: 'a pencil', ground: 'a darker ground' },
  ] as const)(
    'have as many strokes of $of in any tone, and dark skin has $ground',
    async ({ style, stroke }) => {
      const [shares, grounds]: [number[], number[]] = [[], []]
      for (const skin of Object.values(skins)) {
        const result = await drawn(portrait(skin, 150, 0.6), style)
        shares.push(strokes(result, stroke, 45, 30, 20, 30))
        grounds.push(darkness(result, -45, 30, 15, 20))
      }
      expect(Math.min(...shares)).toBeGreaterThan(0.05)
      expect(Math.max(...shares) / Math.min(...shares)).toBeLessThan(1.25)
      const [light = 0, brown = 0, dark = 0] = grounds
      expect(brown).toBeGreaterThan(light + 0.05)
      expect(dark).toBeGreaterThan(brown)
    },
  )

  it('are not drowned in strokes by a pencil where skin is dark', async () => {
    const { light, dark } = skins
    const [pale, deep] = [
      darkness(await drawn(portrait(light), 'pencil'), 0, 0, 40, 10),
      darkness(await drawn(portrait(dark), 'pencil'), 0, 0, 40, 10),
    ]
    const alone = await drawn(portrait(dark), 'pencil', 'as-it-is', { faces: [], mask: null })
    expect(deep).toBeLessThan(pale + 0.25)
    expect(deep).toBeLessThan(darkness(alone, 0, 0, 40, 10) * 0.7)
  })

  it('share their light with legs far below them, and not with what is no person', async () => {
    const [by, top] = [0.2, 45]
    const isLeg = (x: number, y: number) => Math.abs(x - MIDDLE.x) < 12 && y > 200
    const isPole = (x: number, y: number) => Math.abs(x - 270) < 12 && y > 200
    const isHead = (x: number, y: number) =>
      isFace(MIDDLE.x + (x - MIDDLE.x) / by, MIDDLE.y + (y - top) / by)
    const picture = paint(SIDE, SIDE, (x, y) => {
      if (isHead(x, y)) return [150, 108, 86]
      return isLeg(x, y) || isPole(x, y) ? [135, 97, 77] : [225, 225, 225]
    })
    const small = people((x, y) => isHead(x, y) || isLeg(x, y))
    const faces = small.faces.map((face) => ({
      ...face,
      widthPx: face.widthPx * by,
      points: {
        ...face.points,
        points: face.points.points.map(({ x, y }) => ({
          x: MIDDLE.x + (x - MIDDLE.x) * by,
          y: top + (y - MIDDLE.y) * by,
        })),
      },
    }))
    for (const style of ['pencil', 'ink', 'coloured-pencil'] as const) {
      const result = await drawn(picture, style, 'as-it-is', { ...small, faces })
      const leg = darkness(result, 0, 100, 6, 30)
      expect(leg).toBeLessThan(0.85 * darkness(result, 110, 100, 6, 30))
    }
  })

  it('have lips in any light', async () => {
    const lower: Rectangle = [0, 60, 12, 2]
    const result = await drawn(portrait(skins.light, 150, 0), 'pencil')
    const chin = darkness(result, 0, 78, 12, 2)
    expect(darkness(result, ...lower)).toBeGreaterThan(chin + 0.02)
  })

  it('keep nose and mouth where light has left none', async () => {
    const picture = portrait([250, 236, 228], 252, 0)
    // Something black, or the palest picture's darkest tone would count for it.
    for (let at = 0; at < SIDE * 16 * 4; at += 4) picture.rgba.fill(0, at, at + 3)
    const under = async (who: People) => {
      const result = await drawn(picture, 'ink', 'as-it-is', who)
      return darkness(result, 0, 29, 14, 3) + darkness(result, 0, 55, 16, 3)
    }
    expect(await under({ faces: [], mask: null })).toBeLessThan(0.02)
    expect(await under(people())).toBeGreaterThan(0.1)
  })
})

describe('the background of a sketch', () => {
  const dark = () => portrait(skins.light, 30)
  const corner = (result: Raster) => darkness(result, -140, -140, 15, 15)

  it('is drawn as it is unless it is let go', async () => {
    expect(corner(await drawn(dark(), 'pencil'))).toBeGreaterThan(0.5)
  })

  it.each(['white', 'vignette'] as const)(
    'is paper far from people where it is %s',
    async (way) => {
      const result = await drawn(dark(), 'pencil', way)
      expect(corner(result)).toBe(0)
      expect(darkness(result, 30, 20, 20, 20)).toBeGreaterThan(0.02)
    },
  )

  it.each(['white', 'vignette'] as const)(
    'is paper in dark corners where nobody is and it is %s',
    async (way) => {
      const who = { faces: [], mask: null }
      expect(corner(await drawn(dark(), 'ink', way, who))).toBeLessThan(0.02)
    },
  )
})

describe('a coloured pencil', () => {
  it('draws a face of the night in more light, and keeps dark skin darker than light skin', async () => {
    const dim = (skin: readonly [number, number, number]) =>
      portrait([skin[0] / 2, skin[1] / 2, skin[2] / 2], 12)
    const cheek: Rectangle = [0, 0, 40, 10]
    const night = await drawn(dim(skins.brown), 'coloured-pencil')
    expect(darkness(night, ...cheek)).toBeLessThan(darkness(dim(skins.brown), ...cheek) - 0.15)
    const light = await drawn(dim(skins.light), 'coloured-pencil')
    expect(darkness(night, ...cheek)).toBeGreaterThan(darkness(light, ...cheek) + 0.05)
  })

  it('keeps black black, with strokes in it, and has no hue for it', async () => {
    const picture = paint(SIDE, SIDE, (x) => (x < SIDE / 2 ? [22, 22, 28] : [240, 240, 240]))
    const result = await drawn(picture, 'coloured-pencil', 'as-it-is', { faces: [], mask: null })
    expect(darkness(result, -80, 0, 40, 60)).toBeGreaterThan(0.72)
    // Strokes and the paper's tooth show in it all the same.
    const lights = darknesses(result, -80, 0, 40, 60).toSorted((a, b) => a - b)
    const tenth = Math.floor(lights.length / 10)
    expect(lights.at(-tenth)).toBeGreaterThan(0.88)
    expect(lights[tenth]).toBeLessThan((lights.at(-tenth) ?? 0) - 0.06)
    const at = (MIDDLE.y * SIDE + 80) * 4
    const [red = 0, , blue = 0] = result.rgba.subarray(at, at + 3)
    expect(Math.abs(blue - red)).toBeLessThan(14)
  })
})
