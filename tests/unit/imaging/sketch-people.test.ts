import { describe, expect, it } from 'vitest'
import type { Point } from '#core/imaging/face-points/face-points.ts'
import type { FoundFace } from '#core/imaging/face-points/find-faces.ts'
import { type FacePointGroup, facePointGroups } from '#core/imaging/face-points/groups.ts'
import type { SketchBackground } from '#core/imaging/tools/sketch/background.ts'
import type { People } from '#core/imaging/tools/sketch/people.ts'
import { type SketchStyle, sketch } from '#core/imaging/tools/sketch/sketch.ts'
import { createPlane, createRaster, rasterSink, rasterSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { paint, testJob } from './made-pictures.ts'

const SIDE = 320
const MIDDLE = { x: 160, y: 160 }
const FACE = { across: 80, down: 105 }

/** A face from the front with its features where they are in most. */
function faceInTheMiddle(): FoundFace {
  const points: Point[] = Array.from({ length: 468 }, () => ({ ...MIDDLE }))
  const put = (group: FacePointGroup, at: (share: number) => Point) => {
    const indices = facePointGroups[group]
    indices.forEach((index, i) => {
      points[index] = at(i / (indices.length - 1))
    })
  }
  const arc = (x: number, y: number, across: number, down: number, from: number, to: number) => {
    const turn = (share: number) => (from + (to - from) * share) * Math.PI
    return (share: number): Point => ({
      x: MIDDLE.x + x + across * Math.sin(turn(share)),
      y: MIDDLE.y + y - down * Math.cos(turn(share)),
    })
  }
  const row = (x: number, y: number, half: number) => arc(x, y, half, 1, -0.5, 0.5)
  put('faceOval', arc(0, 0, FACE.across, FACE.down, 0, 1.95))
  put('jaw', arc(0, 0, FACE.across, FACE.down, -0.5, -1.5))
  for (const [side, x] of [
    ['right', -32],
    ['left', 32],
  ] as const) {
    put(`${side}UpperLid`, arc(x, -20, 14, 6, -0.5, 0.5))
    put(`${side}LowerLid`, arc(x, -20, 14, 6, -0.5, -1.5))
    put(`${side}BrowTop`, row(x, -44, 18))
    put(`${side}BrowBottom`, row(x, -38, 18))
  }
  put('lipsTop', arc(0, 55, 24, 7, -0.5, 0.5))
  put('lipsBottom', arc(0, 55, 24, 9, -0.5, -1.5))
  put('mouthTop', row(0, 55, 20))
  put('mouthBottom', row(0, 56, 20))
  put('noseBase', arc(0, 22, 16, 8, -0.5, -1.5))
  const iris = (x: number) => ({ centre: { x: MIDDLE.x + x, y: MIDDLE.y - 20 }, radiusPx: 5 })
  return {
    points: {
      presence: 1,
      points,
      depths: points.map(() => 0),
      rightIris: iris(-32),
      leftIris: iris(32),
    },
    widthPx: FACE.across * 2,
    across: { x: 1, y: 0 },
    down: { x: 0, y: 1 },
    frontal: 1,
  }
}

const isFace = (x: number, y: number) =>
  Math.hypot((x - MIDDLE.x) / FACE.across, (y - MIDDLE.y) / FACE.down) < 1

function people(): People {
  const mask = createPlane(SIDE, SIDE)
  mask.values.forEach((_, i) => {
    mask.values[i] = isFace(i % SIDE, Math.floor(i / SIDE)) ? 255 : 0
  })
  return { faces: [faceInTheMiddle()], mask }
}

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
  await sketch(testJob(), rasterSource(picture), settings, rasterSink(result), async () => ({
    faces: who.faces.map((face) => enlarged(face, 3)),
    mask: who.mask,
  }))
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

/** Mean darkness, 0..1, of a rectangle about the middle of the face. */
function darkness({ rgba }: Raster, x: number, y: number, halfWidth: number, halfHeight: number) {
  let [sum, count] = [0, 0]
  for (let dy = -halfHeight; dy <= halfHeight; dy++) {
    for (let dx = -halfWidth; dx <= halfWidth; dx++) {
      const at = ((MIDDLE.y + y + dy) * SIDE + MIDDLE.x + x + dx) * 4
      sum += 1 - (rgba[at] ?? 0) / 255
      count++
    }
  }
  return sum / count
}

describe('faces in a sketch', () => {
  it('are inked alike in the shade, whatever their tone', async () => {
    const shares: number[] = []
    for (const skin of Object.values(skins)) {
      const picture = portrait(skin, 150, 0.6)
      shares.push(darkness(await drawn(picture, 'ink'), 45, 30, 20, 30))
    }
    expect(Math.min(...shares)).toBeGreaterThan(0.05)
    expect(Math.max(...shares) / Math.min(...shares)).toBeLessThan(1.25)
  })

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
  it('keeps black black, and has no hue for it', async () => {
    const picture = paint(SIDE, SIDE, (x) => (x < SIDE / 2 ? [22, 22, 28] : [240, 240, 240]))
    const result = await drawn(picture, 'coloured-pencil', 'as-it-is', { faces: [], mask: null })
    expect(darkness(result, -80, 0, 40, 60)).toBeGreaterThan(0.72)
    const at = (MIDDLE.y * SIDE + 80) * 4
    const [red = 0, , blue = 0] = result.rgba.subarray(at, at + 3)
    expect(Math.abs(blue - red)).toBeLessThan(14)
  })
})
