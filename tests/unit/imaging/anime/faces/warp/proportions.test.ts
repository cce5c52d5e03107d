import { describe, expect, it } from 'vitest'
import type { Point } from '#core/imaging/face-points/face-points.ts'
import { FaceWarp } from '#core/imaging/tools/anime/faces/warp/face-warp.ts'
import { rowsOfWarped } from '#core/imaging/tools/anime/faces/warp/warped-alpha.ts'
import { warpedBoxes, warpFaces } from '#core/imaging/tools/anime/faces/warp/warped-paint.ts'
import type { Paint } from '#core/kernels/paint.ts'
import { rasterSource } from '#core/pixels/pixels.ts'
import { kernels } from '../../../../../fixtures/kernels.ts'
import { FACE, isFace, MIDDLE, people, SIDE } from '../../../made-face.ts'
import { largestDifference, paint } from '../../../made-pictures.ts'
import { colourAt, drawn, faceWith, plain, SKIN } from '../../../painted-face.ts'

const size = { widthPx: SIDE, heightPx: SIDE }
const warpBy = (proportions: number, turned = 1) =>
  new FaceWarp(
    size,
    people().faces.map((face) => ({ ...face, frontal: turned })),
    proportions,
  )
const away = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)
const grid: Point[] = Array.from({ length: 33 * 33 }, (_, i) => ({
  x: (i % 33) * 10,
  y: Math.floor(i / 33) * 10,
}))
const at = (dx: number, dy: number): Point => ({ x: MIDDLE.x + dx, y: MIDDLE.y + dy })

describe('the proportions of a face drawn as anime', () => {
  it('are its own where nothing else is asked for, and in a profile', () => {
    for (const warp of [warpBy(0), warpBy(1, 0)]) {
      for (const p of grid) expect(warp.sourceOf(p)).toEqual(p)
    }
  })

  it('leave dark glasses as large as they are, and still narrow the jaw below them', () => {
    const worn = people().faces.map((face) => ({
      ...face,
      points: { ...face.points, glasses: { any: 0.98, dark: 0.9 } },
    }))
    const warp = new FaceWarp(size, worn, 1)
    for (const corner of [at(-46, -20), at(-18, -20), at(-32, -34), at(-32, -6)]) {
      expect(away(warp.targetOf(corner), corner)).toBeLessThan(1)
    }
    expect(away(warp.targetOf(at(62, 66)), at(62, 66))).toBeGreaterThan(3)
  })

  it('have larger eyes, a narrower jaw and a smaller mouth, the more the further they go', () => {
    const widths = [0, 0.5, 1].map((proportions) => {
      const warp = warpBy(proportions)
      const width = (half: number, middle: Point) =>
        away(
          warp.targetOf({ ...middle, x: middle.x - half }),
          warp.targetOf({ ...middle, x: middle.x + half }),
        )
      return {
        eye: width(14, at(-32, -20)),
        mouth: width(24, at(0, 55)),
        jaw: width(62, at(0, 66)),
        forehead: width(60, at(0, -90)),
      }
    })
    const [own, half, full] = widths
    if (own === undefined || half === undefined || full === undefined) throw new Error()
    expect(half.eye / own.eye).toBeGreaterThan(1.1)
    expect(half.jaw / own.jaw).toBeLessThan(0.95)
    expect(half.mouth / own.mouth).toBeLessThan(0.97)
    expect(full.eye).toBeGreaterThan(half.eye)
    expect(full.jaw).toBeLessThan(half.jaw)
    expect(full.jaw / own.jaw).toBeGreaterThan(0.7)
    expect(full.mouth).toBeLessThan(half.mouth)
    expect(full.forehead).toBeCloseTo(own.forehead, 1)
  })

  it('lead each place to where it is looked for: there and back is where it was', () => {
    const warp = warpBy(1)
    for (const p of grid) expect(away(warp.sourceOf(warp.targetOf(p)), p)).toBeLessThan(0.05)
  })

  it('neither fold nor tear the picture, and leave its edge where it is', () => {
    const warp = warpBy(1)
    for (let y = 0; y <= SIDE; y += 4) {
      for (let x = 0; x < SIDE; x++) {
        const [here, aside, below] = [
          { x, y },
          { x: x + 1, y },
          { x, y: y + 1 },
        ].map((p) => warp.sourceOf(p))
        if (here === undefined || aside === undefined || below === undefined) throw new Error()
        const area =
          (aside.x - here.x) * (below.y - here.y) - (aside.y - here.y) * (below.x - here.x)
        expect(area).toBeGreaterThan(0.15)
        expect(away(aside, here)).toBeLessThan(2)
        expect(away(warp.sourceOf({ x, y }), { x, y })).toBeLessThan(warp.reachPx)
      }
    }
    for (const p of grid.filter(({ x, y }) => x % SIDE === 0 || y % SIDE === 0)) {
      expect(away(warp.sourceOf(p), p)).toBeLessThan(1e-9)
    }
  })
})

describe('paint with its faces warped', () => {
  const half = (x: number) => (x < MIDDLE.x + 50 ? 3 : 8)
  const drawn = (): Paint => ({
    ...size,
    cells: Uint32Array.from({ length: SIDE * SIDE }, (_, i) => half(i % SIDE)),
    quads: Float32Array.from({ length: SIDE * SIDE * 4 }, (_, i) => half((i >> 2) % SIDE) * 20),
    ink: Float32Array.from({ length: SIDE * SIDE }, (_, i) => (i % SIDE === MIDDLE.x ? 1 : 0)),
  })
  const warped = (warp: FaceWarp): Paint => {
    const paint = drawn()
    warpFaces(kernels, paint, warpedBoxes(paint, warp, 1), () => undefined)
    return paint
  }

  it('has the borders of its cells where the map leads them, and no colour that was not there', () => {
    const warp = warpBy(1)
    const { cells, quads } = warped(warp)
    for (let y = 100; y < 300; y += 7) {
      const row = [...cells.subarray(y * SIDE, (y + 1) * SIDE)]
      const border = row.indexOf(8)
      expect(row.lastIndexOf(3)).toBe(border - 1)
      const source = warp.sourceOf({ x: border, y: y + 0.5 })
      expect(Math.abs(source.x - MIDDLE.x - 50)).toBeLessThan(1)
    }
    cells.forEach((cell, i) => {
      if (Math.abs((quads[i * 4] ?? 0) - cell * 20) > 0.01) throw new Error(`mixed at ${i}`)
    })
  })

  it('is as it was without a face, and keeps lines of ink whole', () => {
    expect(warped(new FaceWarp(size, [], 1))).toEqual(drawn())
    const { ink } = warped(warpBy(1))
    for (let y = 0; y < SIDE; y++) {
      const most = Math.max(...ink.subarray(y * SIDE, (y + 1) * SIDE))
      expect(most).toBeGreaterThan(0.5)
    }
  })
})

describe('a warped face', () => {
  const skinEnds = (picture: Parameters<typeof colourAt>[0], y: number) => {
    let x = MIDDLE.x
    while (x < SIDE && colourAt(picture, x, y)[2] < 190) x++
    return x
  }

  it('has its paint and its features at one place', async () => {
    const photo = faceWith(() => false, SKIN)
    const settings = { ...plain, proportions: 1 }
    const result = await drawn(photo, people(), settings)
    const warp = warpBy(1)
    for (const dy of [30, 55, 75]) {
      const edge = at(FACE.across * Math.sqrt(1 - (dy / FACE.down) ** 2), dy)
      const { x, y } = warp.targetOf(edge)
      expect(Math.abs(skinEnds(result, y) - x)).toBeLessThan(4)
    }
    const eye = warp.targetOf(at(32, -20))
    expect(colourAt(result, eye.x, eye.y)[0]).toBeLessThan(120)
    expect(skinEnds(result, MIDDLE.y + 75)).toBeLessThan(
      skinEnds(await drawn(photo, people(), { ...plain, proportions: 0 }), MIDDLE.y + 75) - 4,
    )
  })

  it('that was cut out has the edge of its alpha there, in strips as in the whole', () => {
    const photo = paint(SIDE, SIDE, () => SKIN)
    for (let i = 0; i < SIDE * SIDE; i++) {
      photo.rgba[i * 4 + 3] = isFace(i % SIDE, Math.floor(i / SIDE)) ? 255 : 0
    }
    const [source, warp] = [rasterSource(photo), warpBy(1)]
    const whole = rowsOfWarped(source, { topPx: 0, heightPx: SIDE }, warp, 1)
    const strips = new Uint8ClampedArray(SIDE * SIDE * 4)
    for (let topPx = 0; topPx < SIDE; topPx += 32) {
      strips.set(rowsOfWarped(source, { topPx, heightPx: 32 }, warp, 1).rgba, topPx * SIDE * 4)
    }
    expect(largestDifference(strips, whole.rgba)).toBe(0)
    const edge = warp.targetOf(at(FACE.across * Math.sqrt(1 - (60 / FACE.down) ** 2), 60))
    const alpha = (x: number) => whole.rgba[(Math.floor(edge.y) * SIDE + Math.floor(x)) * 4 + 3]
    expect(alpha(edge.x - 3)).toBe(255)
    expect(alpha(edge.x + 3)).toBe(0)
  })
})
