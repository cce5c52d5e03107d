import type { Raster } from '../../../../pixels/raster.ts'
import { withValues } from '../../../../pixels/with-values.ts'
import { eachRow, type Head } from '../../../face-points/head.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import { withoutSpecks } from '../cells/cells.ts'
import { noiseAlong } from '../noise-at.ts'
import { unitPxOf } from '../study.ts'
import type { Locks } from './hair-locks.ts'

/** What hair is painted in, and what is none. */
export const PART = { shadow: 0, tone: 1, light: 2, none: 3 } as const

/** The band of light: an arc about the head, which makes light of little that is no lighter by itself, or it would be a headband. */
const BAND = { middle: 0.88, width: 0.11, strength: 1.4 }
/** It is as wide as this at least and at most, shares of its width, each lock so wide as it is seen from the middle of the head, radians. */
const LOCKS = { least: 0.2, most: 1.8, turn: 0.14 }
/** Spread of the light in locks from which one is in shadow or in the light. */
const SHADOW = -0.75
/** The same of the light; curls throw it back in many small places. */
const LIGHT = { straight: 1.2, curls: 0.85 }
/** Smaller ones are dropped, square head widths: straight locks, curls, lights on curls, and holes in hair. */
const LEAST = { straight: 0.0015, curls: 0.007, lightOnCurls: 0.004, hole: 0.012 }
/** Nor are any smaller than a brush's touch, square thousandths of the picture: on a small head they would be spots. */
const TOUCH = 30

/**
 * Cuts hair into shadow, tone and light, and its holes are filled.
 * @param hair of the head's box, 0..1
 * @returns one of {@link PART} for each pixel of the head's box
 */
export function partsOf(
  { kernels }: ToolEnvironment,
  head: Head,
  picture: Raster,
  hair: Float32Array,
  { score, straight, spread }: Locks,
): Uint8Array {
  const { width: widthPx, height: heightPx } = head.box
  const of = new Uint32Array(hair.length).fill(PART.none)
  eachRow(head, picture.widthPx, (_, first, left, top, du, dv) => {
    for (let x = 0; x < widthPx; x++) {
      const own = first + x
      if ((hair[own] as number) < 0.5) continue
      const v = top + x * dv
      const lit = (score[own] as number) / (spread[own] as number)
      const band = v < -0.15 ? BAND.strength * bandAt(left + x * du, v) : 0
      const share = straight[own] as number
      const least = LIGHT.straight * share + LIGHT.curls * (1 - share)
      of[own] = lit + band > least ? PART.light : lit < SHADOW ? PART.shadow : PART.tone
    }
  })
  const pieces = kernels.connectCells({ widthPx, heightPx, of, total: 4 })
  const partOf = new Uint8Array(pieces.total)
  for (let own = 0; own < of.length; own++) partOf[pieces.of[own] as number] = of[own] as number
  const square = head.widthPx ** 2
  const touchPx = TOUCH * unitPxOf(picture) ** 2
  const leastPx = (own: number) => {
    if (of[own] === PART.none) return LEAST.hole * square
    const share = straight[own] as number
    const curls = of[own] === PART.light ? LEAST.lightOnCurls : LEAST.curls
    return Math.max(touchPx, (LEAST.straight * share + curls * (1 - share)) * square)
  }
  const clean = withoutSpecks(kernels, pieces, leastPx).of
  return withValues(new Uint8Array(of.length), (own) => {
    const part = partOf[clean[own] as number] as number
    return part === PART.none && of[own] !== PART.none ? PART.tone : part
  })
}

/** How much a place lies in the band of light, which ends in points along the locks, 0..1. */
function bandAt(u: number, v: number): number {
  const [across, down] = [u / 0.62, (v + 0.1) / 0.85]
  const away = Math.sqrt(across * across + down * down) - BAND.middle
  const turn = Math.atan2(u, -(v + 0.1)) / LOCKS.turn
  const wide = away > 0 ? noiseAlong(turn + 0.5, 1) : noiseAlong(turn, 0)
  const width = BAND.width * (LOCKS.least + (LOCKS.most - LOCKS.least) * wide)
  return Math.exp(-((away / width) ** 2))
}
