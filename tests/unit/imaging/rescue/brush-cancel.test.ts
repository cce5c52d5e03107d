import { describe, expect, it } from 'vitest'
import type { ToolEnvironment } from '#core/imaging/tool.ts'
import {
  filledBy,
  fittedField,
  matchedField,
} from '#core/imaging/tools/rescue/filling/fill-hole.ts'
import { fillProgress, partOf } from '#core/imaging/tools/rescue/filling/fill-progress.ts'
import type { Holed } from '#core/imaging/tools/rescue/filling/hole-levels.ts'
import { joinedPatches } from '#core/imaging/tools/rescue/filling/join-levels.ts'
import { MinCut } from '#core/imaging/tools/rescue/filling/min-cut.ts'
import { matchedPatches } from '#core/imaging/tools/rescue/filling/patch-rows.ts'
import { WorkPace } from '#core/imaging/tools/rescue/filling/work-pace.ts'
import type { PatchesAt } from '#core/kernels/patches.ts'
import { createPlane } from '#core/pixels/pixels.ts'
import { kernels } from '../../../fixtures/kernels.ts'
import { neverDecreases, paint, testJob } from '../made-pictures.ts'
import { brushed } from './brushed-photo.ts'

const grain = (x: number, y: number) => (Math.imul(x * 73 + y * 151, 2_654_435) >>> 8) % 40

/** Ground in two lights, and a large hole in its middle. */
function holed(widthPx: number, heightPx: number): Holed {
  const picture = paint(widthPx, heightPx, (x, y) => {
    const light = (y > heightPx / 2 ? 90 : 150) + grain(x, y) + (20 * x) / widthPx
    return [light, light + 10, light - 20]
  })
  const hole = createPlane(widthPx, heightPx)
  for (let y = Math.round(heightPx * 0.08); y < heightPx * 0.92; y++) {
    hole.values.fill(255, y * widthPx + Math.round(widthPx / 4), (y + 1) * widthPx - widthPx / 4)
  }
  return { picture, hole }
}

/** Patches that are all copied from so far aside. */
function aside({ picture, hole }: Holed, byPx: number): PatchesAt {
  const found = new Int32Array(hole.values.length)
  for (let at = 0; at < found.length; at++) {
    found[at] = at % picture.widthPx < picture.widthPx / 2 ? at - byPx : at + byPx
  }
  return { picture, hole, found }
}

const PATCH_STEPS = 7 * 7
/** Steps between two looks, most: patches are 49 pixels; a phone does some hundred million a second. */
const STEPS_MOST = 100_000_000
/** Steps that setting up the correction of a pixel takes: its links to four neighbours. */
const SET_UP_STEPS = 80

/** A job whose kernels count, and that remembers the most that was done between two looks. */
function countingJob() {
  const job = testJob()
  const seen = { now: 0, most: 0, calls: 0 }
  const spend = (steps: number) => {
    seen.now += steps
    seen.calls++
    seen.most = Math.max(seen.most, seen.now)
  }
  const areaOf = ({ values, widthPx }: Holed['hole'], from = 0, to = values.length) =>
    values.subarray(from * widthPx, to * widthPx).filter((value) => value !== 0).length
  const counting: typeof kernels = {
    ...kernels,
    matchPatches: (at, search) => {
      const area = areaOf(at.hole, search.rows?.from, search.rows?.to)
      const each = 3 + Math.floor(Math.log2(search.reachPx))
      spend(area * each * search.sweeps * PATCH_STEPS)
      return kernels.matchPatches(at, search)
    },
    joinPatches: (at, rounds, known) => {
      spend(areaOf(at.hole) * (SET_UP_STEPS * Math.min(1, rounds) + rounds * 16))
      return kernels.joinPatches(at, rounds, known)
    },
    joinPatchesOn: (at, rounds, known) => {
      spend(areaOf(at.hole) * (SET_UP_STEPS * Math.min(1, rounds) + rounds * 16))
      return kernels.joinPatchesOn(at, rounds, known)
    },
  }
  const env: ToolEnvironment = {
    ...job,
    kernels: counting,
    checkpoint: async () => {
      seen.now = 0
      await job.checkpoint()
    },
  }
  return { env, seen }
}

describe('a large fill', () => {
  it('does no more patches and corrections in one go than a cancel can wait for', async () => {
    const { env, seen } = countingJob()
    const whole = holed(700, 1300)
    const field = await matchedField(env, whole, 1)
    await filledBy(env, whole, await fittedField(env, whole, field, 1))
    expect(seen.calls).toBeGreaterThan(10)
    expect(seen.most).toBeLessThan(STEPS_MOST)
  })

  it('stops at whichever look it is cancelled', async () => {
    const whole = holed(200, 380)
    const job = testJob()
    await matchedField(job, whole, 1)
    expect(job.checkpoints).toBeGreaterThan(60)
    for (const at of [1, 5, Math.round(job.checkpoints / 2), job.checkpoints]) {
      await expect(matchedField(testJob(at), whole, 1)).rejects.toThrow('cancelled')
    }
  })

  it('says how far it is within one stroke, and never goes back', async () => {
    const { picture } = holed(200, 380)
    const job = testJob()
    await brushed(picture, [strokeDown], undefined, job)
    const reports = job.reports.filter(({ stage }) => stage === 'refine')
    expect(new Set(reports.map(({ done }) => done)).size).toBeGreaterThan(15)
    expect(neverDecreases(reports)).toBe(true)
    expect(reports.at(-1)?.done).toBe(reports.at(-1)?.total)
  })

  it('is matched in bands of rows with what each patch is as like as at once', async () => {
    const whole = holed(800, 1600)
    const at = aside(whole, 400)
    const search = { sweeps: 2, reachPx: 4, seed: 3 }
    const job = testJob()
    const found = await matchedPatches(job, at, search)
    expect(job.checkpoints).toBeGreaterThan(2)
    const { values } = whole.hole
    expect(values.every((inside, pixel) => inside === 0 || values[found[pixel] ?? -1] === 0)).toBe(
      true,
    )
  })

  it('is joined in bands of rows that meet without a step', async () => {
    const picture = paint(900, 1000, (x, y) => [60 + x / 8, 90 + y / 20, 200 - x / 8])
    const hole = createPlane(900, 1000)
    for (let y = 50; y < 950; y++) hole.values.fill(255, y * 900 + 300, y * 900 + 590)
    const found = new Int32Array(900 * 1000).map((_, at) => at - 290)
    const { env, seen } = countingJob()
    const joined = await joinedPatches(env, { picture, hole, found }, 48)
    expect(seen.most).toBeLessThan(STEPS_MOST / 2)
    for (let y = 60; y < 940; y++) {
      for (const x of [310, 440, 580]) {
        const [above, here] = [((y - 1) * 900 + x) * 4, (y * 900 + x) * 4]
        for (const c of [0, 1, 2]) {
          const step = Math.abs((joined.rgba[here + c] ?? 0) - (joined.rgba[above + c] ?? 0))
          expect(step).toBeLessThanOrEqual(1)
        }
      }
    }
  })

  it('has a correction that reaches far across it, in turns', async () => {
    const picture = paint(600, 600, (x) => [60 + x / 8, 90, 200 - x / 8])
    const hole = createPlane(600, 600)
    for (let y = 50; y < 550; y++) hole.values.fill(255, y * 600 + 200, y * 600 + 390)
    // All of it is copied from further left, where it is 24 levels darker.
    const found = new Int32Array(600 * 600).map((_, at) => at - 190)
    const job = testJob()
    const joined = await joinedPatches(job, { picture, hole, found }, 48)
    expect(job.checkpoints).toBeGreaterThan(2)
    const atOnce = kernels.joinPatches({ picture, hole, found }, 48)
    const offIn = ({ rgba }: typeof picture, x: number) => {
      const at = (300 * 600 + x) * 4
      return Math.abs((rgba[at] ?? 0) - (picture.rgba[at] ?? 0))
    }
    expect(offIn(joined, 204)).toBeLessThanOrEqual(2)
    for (const x of [240, 270, 295]) {
      expect(offIn(joined, x)).toBeLessThanOrEqual(16)
      expect(offIn(joined, x)).toBeLessThan(offIn(atOnce, x) - 3)
    }
  })
})

const strokeDown = {
  mode: 'add',
  radius: 0.08,
  points: [
    { x: 0.5, y: 0.12 },
    { x: 0.5, y: 0.88 },
  ],
} as const

describe('the least cut', () => {
  it('is found in turns of a few arcs as at once', () => {
    const side = 40
    const cutIn = (steps: number) => {
      const cut = new MinCut(side * side, 2 * side * side)
      for (let node = 0; node < side * side; node++) {
        cut.addTerminal(node, grain(node, 7) - 20)
        if (node % side < side - 1) cut.addEdge(node, node + 1, grain(node, 1), grain(node, 2))
        if (node + side < side * side)
          cut.addEdge(node, node + side, grain(node, 3), grain(node, 4))
      }
      let turns = 1
      while (!cut.advance(steps)) turns++
      return { turns, sides: Array.from({ length: side * side }, (_, node) => cut.isCutOff(node)) }
    }
    const [slow, once] = [cutIn(50), cutIn(Number.POSITIVE_INFINITY)]
    expect(once.turns).toBe(1)
    expect(slow.turns).toBeGreaterThan(20)
    expect(slow.sides).toEqual(once.sides)
  })
})

describe('work that is counted', () => {
  it('gives way after so many steps and not before', async () => {
    const job = testJob()
    const pace = new WorkPace(job, 100)
    for (let i = 0; i < 9; i++) await pace.spend(10)
    expect(job.checkpoints).toBe(0)
    await pace.spend(10)
    expect(job.checkpoints).toBe(1)
    await pace.spend(99)
    expect(job.checkpoints).toBe(1)
  })
})

describe('how far a job that fills holes is', () => {
  it('goes on from stroke to stroke, each with its own parts', () => {
    const job = testJob()
    const progressOf = fillProgress(job, 2)
    const first = partOf(progressOf(0), 0, 0.5)
    first(1)
    first(0.2)
    progressOf(1)(0)
    progressOf(1)(1)
    expect(job.reports.map(({ done, total }) => done / total)).toEqual([0.25, 0.25, 0.5, 1])
  })
})
