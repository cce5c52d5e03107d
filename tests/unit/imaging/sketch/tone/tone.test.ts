import { describe, expect, it } from 'vitest'
import { threadsOf } from '#core/imaging/own-thread.ts'
import { shadingOf } from '#core/imaging/tools/sketch/tone/tone.ts'
import { createFloatPlane } from '#core/pixels/pixels.ts'
import { paintPlane, testJob } from '../../made-pictures.ts'

const SIDE = 400
const UNIT_PX = SIDE / 1000

/** Shade of a bar of some light in the middle of what is darker, before white paper. */
async function shadeOf(bar: number, about: number, isHatched = false): Promise<number> {
  const luma = paintPlane(SIDE, SIDE, (x, y) => {
    const isBar = Math.abs(x - SIDE / 2) < 5
    const isMass = Math.abs(x - SIDE / 2) < 120 && Math.abs(y - SIDE / 2) < 120
    return isMass ? (isBar ? bar : about) : 1
  })
  const shading = await shadingOf(testJob(), { luma, skin: null }, UNIT_PX, { isHatched })
  return shading.values[(SIDE / 2) * SIDE + SIDE / 2] ?? 0
}

describe('shading of what is dark', () => {
  it('opens a light in a dark mass further than its own light would', async () => {
    const [inMass, alone] = [await shadeOf(0.28, 0.08), await shadeOf(0.28, 0.28)]
    expect(inMass).toBeLessThan(alone - 0.1)
  })

  it('leaves such a light as it is for a pen, whose hatching would turn it into a hole', async () => {
    const [pen, pencil] = [await shadeOf(0.28, 0.08, true), await shadeOf(0.28, 0.08)]
    expect(pen).toBeGreaterThan(pencil + 0.1)
  })

  it('leaves noise in black as it is', async () => {
    const [noise, black] = [await shadeOf(0.022, 0.012), await shadeOf(0.012, 0.012)]
    expect(Math.abs(noise - black)).toBeLessThan(0.1)
  })
})

describe('shading and lines, which are made at the same time', () => {
  it('leaves the light that it is made from as it was, and its memory to who draws lines from it', async () => {
    const luma = paintPlane(SIDE, SIDE, (x) => x / SIDE)
    const before = luma.values.slice()
    const released: ArrayBuffer[] = []
    const job = testJob()
    const strips = { ...threadsOf(job), release: (spent: ArrayBuffer) => released.push(spent) }
    await shadingOf({ ...job, strips }, { luma, skin: null }, UNIT_PX)
    expect(released).not.toHaveLength(0)
    expect(released).not.toContain(luma.values.buffer)
    expect(luma.values).toEqual(before)
  })
})

describe('shading of a pale picture', () => {
  /** Shade of a grey wall beside white, with some black, where the rest is of a light. */
  const wallIn = async (rest: number, hasPeople = false) => {
    const luma = paintPlane(SIDE, SIDE, (_, y) => (y < 20 ? 0 : y < 60 ? 1 : y < 120 ? 0.88 : rest))
    const near = hasPeople ? createFloatPlane(SIDE, SIDE) : null
    const shading = await shadingOf(testJob(), { luma, skin: null, near }, UNIT_PX)
    return (y: number) => shading.values[y * SIDE + SIDE / 2] ?? 0
  }

  it('gives a wall a tone that it has not in a picture of middle tones, and leaves white white', async () => {
    const [pale, usual] = [await wallIn(0.9), await wallIn(0.5)]
    expect(pale(100)).toBeGreaterThan(usual(100) + 0.02)
    expect(pale(40)).toBeLessThan(0.01)
  })

  it('gives it more tone where nobody is, and leaves white white', async () => {
    const [alone, behindPeople] = [await wallIn(0.9), await wallIn(0.9, true)]
    expect(alone(100)).toBeGreaterThan(behindPeople(100) + 0.05)
    expect(alone(40)).toBeLessThan(0.01)
  })
})

describe('shading of a picture without skin', () => {
  /** Shade of a light between white and black, in a picture that is skin in no place, or in a corner. */
  const shadeAt = async (light: number, hasSkin: boolean, firmer = 0.1) => {
    const luma = paintPlane(SIDE, SIDE, (_, y) => (y < 40 ? 0 : y < 80 ? 1 : light))
    const corner = createFloatPlane(SIDE, SIDE)
    corner.values[0] = 1
    const skin = {
      share: corner,
      bare: corner,
      toned: corner,
      limbs: null,
      gain: corner,
      greyGain: corner,
      power: corner,
      tone: corner,
      deep: corner,
      colours: new Map(),
    }
    const seen = { luma, skin: hasSkin ? skin : null }
    const shading = await shadingOf(testJob(), seen, UNIT_PX, { firmer })
    return shading.values[240 * SIDE + SIDE / 2] ?? 0
  }

  it('has firmer middle tones, and paper and black as they are', async () => {
    expect(await shadeAt(0.5, false)).toBeGreaterThan((await shadeAt(0.5, true)) + 0.05)
    for (const light of [0.02, 0.98]) {
      expect(Math.abs((await shadeAt(light, false)) - (await shadeAt(light, true)))).toBeLessThan(
        0.02,
      )
    }
  })

  it('is the usual one where nothing firmer is asked for', async () => {
    expect(await shadeAt(0.5, false, 0)).toBeCloseTo(await shadeAt(0.5, true, 0), 5)
  })
})
