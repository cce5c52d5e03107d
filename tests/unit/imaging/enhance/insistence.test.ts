import { describe, expect, it } from 'vitest'
import { insistedOn, keepsColours } from '#core/imaging/tools/enhance/insistence.ts'
import { enhance } from '#core/imaging/tools/enhance/tool.ts'
import { USUAL_STRENGTH } from '#core/imaging/tools/enhance/usual-strength.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { paint } from '../made-pictures.ts'
import {
  answerOf,
  changeOf,
  enhanced,
  evenCurve,
  flagged,
  keepsColour,
  networkOf,
} from './enhanced.ts'

/** The slider's places from the usual strength to its end. */
const lastPlaces = [USUAL_STRENGTH, 0.9, 0.95, 1]
const scene = flagged(
  paint(256, 256, (x, y) => (y % 16 < 2 ? [4, 4, 4] : [120 + (x % 80), 130, 150])),
)
const changedBy = async (network: ReturnType<typeof networkOf>, strength: number) =>
  changeOf(scene, await enhanced(scene, strength, network))

describe('the end of the slider of colour enhancement', () => {
  const lighter = networkOf(
    answerOf([evenCurve, evenCurve, evenCurve].map((c) => c.map((v) => v ** 0.94))),
  )
  /** Every colour this share of the way to its luma. */
  const greyer = (share: number) =>
    networkOf(
      answerOf(
        [evenCurve, evenCurve, evenCurve],
        keepsColour.map(
          (kept, at) => kept * (1 - share) + share * ([0.299, 0.587, 0.114][at % 3] ?? 0),
        ),
      ),
    )

  it('begins at what the slider begins with', () => {
    expect(enhance.settings.parse({}).strength).toBe(USUAL_STRENGTH)
  })

  it('gives no other share up to there, to the bit', () => {
    for (let strength = 0; strength <= USUAL_STRENGTH; strength += 0.05)
      expect(insistedOn(0.35, 1, strength)).toBe(0.35)
    expect(insistedOn(0.35, 1, USUAL_STRENGTH)).toBe(0.35)
  })

  it('leads to all there is without a jump', () => {
    expect(insistedOn(0.35, 1, 1)).toBe(1)
    let before = 0.35
    for (let strength = USUAL_STRENGTH; strength <= 1; strength += 0.001) {
      const share = insistedOn(0.35, 1, strength)
      expect(share - before).toBeGreaterThanOrEqual(0)
      expect(share - before).toBeLessThan(0.01)
      before = share
    }
  })

  it('takes nothing of a share that is larger already', () => {
    expect(insistedOn(0.8, 0.5, 1)).toBe(0.8)
  })

  it('gives a photo all of a change that is a doubt before', async () => {
    const whole = 255 * ((130 / 255) ** 0.94 - 130 / 255)
    const changes: number[] = []
    for (const strength of lastPlaces) changes.push(await changedBy(lighter, strength))
    expect(changes).toEqual(changes.toSorted((a, b) => a - b))
    expect(changes[0]).toBeLessThan(0.4 * whole)
    expect(changes.at(-1)).toBeGreaterThan(0.75 * whole)
  })

  it('takes no more colour away than the usual strength does', async () => {
    const grey = greyer(0.6)
    const usual = await changedBy(grey, USUAL_STRENGTH)
    expect(usual).toBeGreaterThan(0)
    expect(await changedBy(grey, 1)).toBeLessThan(1.35 * usual)
  })
})

describe('colours that more of a look keeps', () => {
  const flat = (red: number, green: number, blue: number): Raster =>
    paint(20, 20, () => [red, green, blue])

  it('are as strong as they were, or stronger', () => {
    expect(keepsColours(flat(150, 120, 100), flat(150, 120, 100))).toBe(true)
    expect(keepsColours(flat(150, 120, 100), flat(170, 120, 90))).toBe(true)
  })

  it('are not paler', () => {
    expect(keepsColours(flat(150, 120, 100), flat(145, 122, 108))).toBe(false)
  })

  it('are none where nothing has any', () => {
    expect(keepsColours(flat(90, 90, 90), flat(120, 120, 120))).toBe(true)
  })
})
