import { describe, expect, it } from 'vitest'
import type { Tensor } from '#core/imaging/tool.ts'
import { matchedField } from '#core/imaging/tools/rescue/filling/fill-hole.ts'
import type { Holed } from '#core/imaging/tools/rescue/filling/hole-levels.ts'
import { laidShifts } from '#core/imaging/tools/rescue/filling/hole-shifts.ts'
import { MinCut } from '#core/imaging/tools/rescue/filling/min-cut.ts'
import { dominantShifts, selfLikeness } from '#core/imaging/tools/rescue/filling/self-likeness.ts'
import { shiftScene } from '#core/imaging/tools/rescue/filling/shift-scene.ts'
import { createPlane } from '#core/pixels/pixels.ts'
import { paint, testJob } from '../made-pictures.ts'

const hash = (x: number, y: number): number => {
  const mixed = Math.imul(
    Math.imul(x + 1, 374_761_393) ^ Math.imul(y + 1, 668_265_263),
    1_274_126_177,
  )
  return (mixed >>> 16) / 65_536
}

const [WIDTH, HEIGHT, HORIZON] = [200, 300, 150]

/** A wall of bricks on rough ground; before it somebody who is almost as high as the picture. */
function street(): Holed {
  const picture = paint(WIDTH, HEIGHT, (x, y) => {
    if (y >= HORIZON) {
      const light = 60 + 40 * hash(x, y)
      return [light, light, light + 10]
    }
    const isJoint = y % 20 < 2 || (x + (Math.floor(y / 20) % 2) * 15) % 30 < 2
    return isJoint ? [230, 225, 215] : [170 + 10 * hash(x, y), 90, 70]
  })
  const hole = createPlane(WIDTH, HEIGHT)
  for (let y = 20; y < 280; y++) {
    for (let x = 70; x < 130; x++) {
      const isHead = y < 60 && Math.hypot(x - 100, y - 42) < 20
      if (isHead || (y >= 55 && Math.abs(x - 100) < 28)) hole.values[y * WIDTH + x] = 255
    }
  }
  return { picture, hole }
}

describe('people who are brushed away', () => {
  it('leave ground on the ground and wall on the wall', async () => {
    const holed = street()
    const { found } = await matchedField(testJob(), holed, 1)
    let [right, all] = [0, 0]
    for (const [at, inside] of holed.hole.values.entries()) {
      if (inside === 0) continue
      all++
      const from = found[at] ?? -1
      if (from >= 0 && from < HORIZON * WIDTH === at < HORIZON * WIDTH) right++
    }
    expect(right / all).toBeGreaterThan(0.97)
  })

  it('leave it so where they take less of the picture and a network guesses', async () => {
    const { picture } = street()
    const hole = createPlane(WIDTH, HEIGHT)
    for (let y = 90; y < 210; y++) hole.values.fill(255, y * WIDTH + 72, y * WIDTH + 128)
    const findGuess = async () => ({
      // Wall above, ground below, at half of what it is shown.
      run: async ({ shape: [n, , height, width] }: Tensor) => {
        const [h, w] = [height / 2, width / 2]
        const isWall = (at: number) => Math.floor((at % (h * w)) / w) < h / 2
        const colours = [0.7, 0.4, 0.35]
        const values = Float32Array.from({ length: 3 * h * w }, (_, at) =>
          isWall(at) ? (colours[Math.floor(at / (h * w))] ?? 0) : 0.32,
        )
        return { shape: [n, 3, h, w] as const, values }
      },
      release: async () => undefined,
    })
    const { found } = await matchedField({ ...testJob(), findGuess }, { picture, hole }, 1)
    const inside = [...hole.values.keys()].filter((at) => hole.values[at] !== 0)
    const isRight = (at: number) => (found[at] ?? 0) < HORIZON * WIDTH === at < HORIZON * WIDTH
    expect(inside.filter(isRight).length / inside.length).toBeGreaterThan(0.97)
  })

  it('are filled with what is there, never with themselves', async () => {
    const holed = street()
    const { found } = await matchedField(testJob(), holed, 1)
    for (const [at, inside] of holed.hole.values.entries()) {
      if (inside !== 0) expect(holed.hole.values[found[at] ?? -1]).toBe(0)
    }
  })

  it('are filled with few large pieces', async () => {
    const holed = street()
    const laid = await laidShifts(testJob(), [holed], null, 1)
    expect(laid).toBeNull()
    const small = { ...holed, picture: paint(100, 150, (x) => [(x % 10) * 20, 0, 0]) }
    const hole = createPlane(100, 150)
    for (let y = 20; y < 130; y++) hole.values.fill(255, y * 100 + 35, y * 100 + 65)
    const stripes = await laidShifts(testJob(), [{ ...small, hole }], null, 1)
    const shifts = new Set<number>()
    for (const [at, inside] of hole.values.entries()) {
      if (inside !== 0) shifts.add((stripes?.found[at] ?? 0) - at)
    }
    expect(shifts.size).toBeLessThan(20)
    for (const shift of shifts) expect(Math.abs(shift) % 10).toBe(0)
  })

  it('can be given up after every shift that is tried', async () => {
    const job = testJob()
    await matchedField(job, street(), 1)
    expect(job.checkpoints).toBeGreaterThan(60)
    await expect(matchedField(testJob(30), street(), 1)).rejects.toThrow('cancelled')
  })
})

describe('how a picture is like itself', () => {
  it('is told by the shift at which its tiles repeat', async () => {
    const tile = (x: number, y: number) => 255 * hash(x % 24, y % 18)
    const picture = paint(96, 90, (x, y) => [tile(x, y), tile(y, x), 128])
    const scene = shiftScene({ picture, hole: createPlane(96, 90) })
    const shifts = dominantShifts(scene, await selfLikeness(testJob(), scene, 1), 8)
    expect(shifts.length).toBeGreaterThan(0)
    for (const { x, y } of shifts.slice(0, 4)) {
      expect(Math.abs(x % 24)).toBe(0)
      expect(Math.abs(y % 18)).toBe(0)
    }
  })
})

describe('the least cut', () => {
  it('costs as little as the best of all cuts of a small graph', () => {
    for (let graph = 0; graph < 60; graph++) {
      const whole = (at: number, most: number) => Math.floor(most * hash(graph, at))
      const terminals = Array.from({ length: 9 }, (_, node) => whole(node, 21) - 10)
      const edges = Array.from({ length: 9 }, (_, node) => node).flatMap((node) => [
        ...(node % 3 < 2
          ? [[node, node + 1, whole(node + 20, 9), whole(node + 40, 9)] as const]
          : []),
        ...(node < 6 ? [[node, node + 3, whole(node + 60, 9), whole(node + 80, 9)] as const] : []),
      ])
      const costOf = (isCutOff: (node: number) => boolean): number => {
        let cost = 0
        for (const [node, most] of terminals.entries()) {
          if (most > 0 === isCutOff(node)) cost += Math.abs(most)
        }
        for (const [from, to, most, back] of edges) {
          if (!isCutOff(from) && isCutOff(to)) cost += most
          if (isCutOff(from) && !isCutOff(to)) cost += back
        }
        return cost
      }
      const cut = new MinCut(9, edges.length)
      for (const [node, most] of terminals.entries()) cut.addTerminal(node, most)
      for (const edge of edges) cut.addEdge(...edge)
      while (!cut.advance(3));
      const all = Array.from({ length: 512 }, (_, bits) =>
        costOf((node) => ((bits >> node) & 1) === 1),
      )
      expect(costOf((node) => cut.isCutOff(node))).toBe(Math.min(...all))
    }
  })
})
