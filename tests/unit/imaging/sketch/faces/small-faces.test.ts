import { describe, expect, it } from 'vitest'
import type { FoundFace } from '#core/imaging/face-points/find-faces.ts'
import { facePointGroups } from '#core/imaging/face-points/groups.ts'
import { jawSeen } from '#core/imaging/tools/sketch/faces/bare-jaw.ts'
import { drawFeatures } from '#core/imaging/tools/sketch/faces/features.ts'
import { clearSmallFaces } from '#core/imaging/tools/sketch/faces/small-faces.ts'
import type { FloatPlane } from '#core/pixels/raster.ts'
import { FACE, MIDDLE, people } from '../../made-face.ts'
import { evenPlane, testJob } from '../../made-pictures.ts'

const SIDE = 1000
const CENTRE = SIDE / 2

/** The made face, so wide, in the middle of a picture of 1000 px. */
function faceOf(widthPx: number): FoundFace {
  const [face] = people().faces
  if (face === undefined) throw new Error('nobody')
  const by = widthPx / (2 * FACE.across)
  const at = ({ x, y }: { x: number; y: number }) => ({
    x: CENTRE + (x - MIDDLE.x) * by,
    y: CENTRE + (y - MIDDLE.y) * by,
  })
  const { points, rightIris, leftIris } = face.points
  const iris = (one: typeof leftIris) => ({
    centre: at(one.centre),
    radiusPx: one.radiusPx * by,
  })
  const moved = { points: points.map(at), rightIris: iris(rightIris), leftIris: iris(leftIris) }
  return { ...face, widthPx, points: { ...face.points, ...moved } }
}

const plane = (value: number): FloatPlane => evenPlane(SIDE, SIDE, value)

/** The least value about a place that is given in the made face's own pixels, from its middle. */
function leastNear(of: FloatPlane, widthPx: number, x: number, y: number): number {
  const by = widthPx / (2 * FACE.across)
  const [u, v] = [Math.round(CENTRE + x * by), Math.round(CENTRE + y * by)]
  const values: number[] = []
  for (let dy = -2; dy <= 2; dy++) {
    for (let dx = -2; dx <= 2; dx++) values.push(of.values[(v + dy) * SIDE + u + dx] ?? 1)
  }
  return Math.min(...values)
}

describe('a small face', () => {
  async function lines(widthPx: number) {
    const made = plane(1)
    await drawFeatures(testJob(), { lines: made, shading: plane(0) }, [faceOf(widthPx)], false)
    return made
  }

  it('has firm lines where the light left none, and firmer brows than a large one', async () => {
    const [small, large] = [await lines(50), await lines(300)]
    for (const [x, y] of [
      [0, 30],
      [0, 55],
      [-32, -41],
    ] as const) {
      expect(leastNear(small, 50, x, y)).toBeLessThan(0.4)
    }
    expect(leastNear(small, 50, -32, -41)).toBeLessThan(leastNear(large, 300, -32, -41) - 0.1)
  })

  it('has a mouth of a pen that is wider than where its lips meet', async () => {
    const widthOf = async (isPen: boolean) => {
      const made = plane(1)
      await drawFeatures(testJob(), { lines: made, shading: plane(0) }, [faceOf(100)], isPen)
      const dark = Array.from(
        { length: 8 },
        (_, i) => made.values[(CENTRE + 28 + i) * SIDE + CENTRE] ?? 1,
      )
      return dark.filter((value) => value < 0.5).length
    }
    expect(await widthOf(true)).toBeGreaterThan(await widthOf(false))
  })

  it('looks out of dark eyes where they are open', async () => {
    const face = faceOf(80)
    const lids = face.points.points.map((p) =>
      Math.abs(p.y - (CENTRE - 10)) < 4 ? { ...p, y: CENTRE - 10 } : p,
    )
    const closed = { ...face, points: { ...face.points, points: lids } }
    // Just under the middle of its right eye.
    const at = (CENTRE - 9) * SIDE + CENTRE - 16
    const seen = async (one: FoundFace) => {
      const made = plane(1)
      await drawFeatures(testJob(), { lines: made, shading: plane(0) }, [one], false)
      return made.values[at] ?? 1
    }
    expect(await seen(face)).toBeLessThan(0.5)
    expect(await seen(closed)).toBeGreaterThan(0.5)
    expect(leastNear(await lines(300), 300, -32, -20)).toBe(1)
  })
})

describe('a face that light left without lines', () => {
  const WIDE = 300

  async function drawn(face: FoundFace, isPen: boolean) {
    const made = plane(1)
    await drawFeatures(testJob(), { lines: made, shading: plane(0) }, [face], isPen)
    return (x: number, y: number) => leastNear(made, WIDE, x, y)
  }

  it('has a faint jaw of a pencil, and a thin black one of a pen', async () => {
    const [pencil, pen] = [await drawn(faceOf(WIDE), false), await drawn(faceOf(WIDE), true)]
    expect(pencil(0, FACE.down)).toBeGreaterThan(0.5)
    expect(pencil(0, FACE.down)).toBeLessThan(0.8)
    expect(pen(0, FACE.down)).toBeLessThan(0.2)
  })

  it('has a chin however dark the hair beside its cheeks is, and no line in that hair', async () => {
    const shading = plane(0)
    for (let at = 0; at < shading.values.length; at++)
      if (Math.abs((at % SIDE) - CENTRE) > 0.15 * WIDE) shading.values[at] = 1
    for (const isPen of [false, true]) {
      const made = plane(1)
      await drawFeatures(testJob(), { lines: made, shading }, [faceOf(WIDE)], isPen)
      expect(leastNear(made, WIDE, 0, FACE.down)).toBeLessThan(isPen ? 0.2 : 0.8)
      expect(leastNear(made, WIDE, 0.8 * FACE.across, 0.6 * FACE.down)).toBeGreaterThan(0.95)
    }
  })

  it('has no jaw where something that is no skin lies before it', async () => {
    const face = faceOf(WIDE)
    const size = { widthPx: CENTRE * 2, heightPx: CENTRE * 2 }
    const skin = plane(1)
    for (let at = 0; at < skin.values.length; at++)
      if (at % skin.widthPx > skin.widthPx / 2) skin.values[at] = 0
    const seen = jawSeen(face, skin, size)
    expect([...seen.slice(0, 4), ...seen.slice(-4)].map(Math.round)).toEqual([
      1, 1, 1, 1, 0, 0, 0, 0,
    ])
    const hidden = { ...face, jawSeen: seen }
    const by = 0.8
    for (const isPen of [false, true]) {
      const at = await drawn(hidden, isPen)
      expect(at(-FACE.across * (1 - by), FACE.down * 0.98)).toBeLessThan(0.8)
      expect(at(FACE.across * 0.6, FACE.down * by)).toBe(1)
    }
  })

  it('shows the teeth of an open mouth, and no line through them', async () => {
    const face = faceOf(WIDE)
    const by = WIDE / (2 * FACE.across)
    const points = [...face.points.points]
    facePointGroups.mouthBottom.slice(1, -1).forEach((index) => {
      const { x, y } = points[index] ?? MIDDLE
      points[index] = { x, y: y + 12 * by }
    })
    const open = { ...face, points: { ...face.points, points } }
    for (const isPen of [false, true]) {
      const at = await drawn(open, isPen)
      expect(at(0, 54)).toBeLessThan(0.6)
      expect(at(0, 61)).toBe(1)
      expect(at(0, 67)).toBeLessThan(0.8)
    }
  })

  it('has neither mouth nor jaw where a hand hides them, and its nose all the same', async () => {
    for (const isPen of [false, true]) {
      const hidden = { ...faceOf(WIDE), isMouthHidden: true }
      const [at, open] = [await drawn(hidden, isPen), await drawn(faceOf(WIDE), isPen)]
      expect(open(0, 55)).toBeLessThan(0.6)
      expect(at(0, 55)).toBe(1)
      expect(open(0, FACE.down)).toBeLessThan(0.8)
      expect(at(0, FACE.down)).toBe(1)
      expect(at(0, 30)).toBeLessThan(0.6)
    }
  })

  it('has its near half and the ridge of its nose where it is turned far away, and no far half', async () => {
    const face = faceOf(WIDE)
    const by = WIDE / (2 * FACE.across)
    const points = [...face.points.points]
    facePointGroups.noseRidge.forEach((index, i) => {
      points[index] = { x: CENTRE + (45 + 3 * i) * by, y: CENTRE + (6 * i - 20) * by }
    })
    const turned = { ...face, frontal: 0.1, points: { ...face.points, points } }
    for (const isPen of [false, true]) {
      const at = await drawn(turned, isPen)
      expect(at(54, -2)).toBeLessThan(0.7)
      expect(at(-32, -26)).toBeLessThan(0.4)
      expect(at(32, -26)).toBe(1)
    }
    const front = await drawn(face, false)
    expect(front(54, -2)).toBe(1)
    expect(front(32, -26)).toBeLessThan(0.4)
  })
})

describe('the shading of a small face', () => {
  const shaded = (widthPx: number, bare: number, isHatched: boolean, deep = 0) => {
    const shading = plane(0.5)
    const skin = { share: plane(1), bare: plane(bare), deep: plane(deep) }
    const settings = { unitPx: 1, isHatched, keptOnDeep: 0.4 }
    clearSmallFaces(shading, skin, [faceOf(widthPx)], settings)
    return (x: number, y: number) => leastNear(shading, widthPx, x, y)
  }

  it('leaves its skin lighter, and that of a large face and all beside it as they are', () => {
    expect(shaded(50, 1, false)(20, 10)).toBeCloseTo(0.275, 3)
    expect(shaded(200, 1, false)(20, 10)).toBe(0.5)
    expect(shaded(50, 1, false)(0, -400)).toBe(0.5)
  })

  it('goes over into the shade of its body below the chin, without an edge across the neck', () => {
    const wide = 50
    const at = shaded(wide, 1, false)
    const below = Array.from({ length: 60 }, (_, px) =>
      at(0, FACE.down + (px * 2 * FACE.across) / wide),
    )
    expect(below[0]).toBeLessThan(0.3)
    expect(below.at(-1)).toBe(0.5)
    const steps = below.slice(1).map((shade, i) => shade - (below[i] ?? 0))
    expect(Math.max(...steps)).toBeLessThan(0.035)
  })

  it('keeps more of its skin’s shade where the skin itself is dark, whose ground hides what is faint', () => {
    expect(shaded(50, 1, false, 1)(20, 10)).toBeCloseTo(0.365, 3)
    expect(shaded(200, 1, false, 1)(20, 10)).toBe(0.5)
  })

  it('makes its features darker, but lips lighter where they would be hatched', () => {
    expect(shaded(50, 0, false)(0, 58)).toBeCloseTo(0.8, 3)
    expect(shaded(50, 0, true)(0, 58)).toBeCloseTo(0.1, 3)
    expect(shaded(50, 0, true)(-32, -41)).toBe(0.5)
  })
})
