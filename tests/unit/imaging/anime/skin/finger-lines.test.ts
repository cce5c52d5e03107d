import { describe, expect, it } from 'vitest'
import { Cel } from '#core/imaging/tools/anime/cel.ts'
import { BODY, FEATURE } from '#core/imaging/tools/anime/faces/face-zones.ts'
import { drawFingerLines, fingerLines } from '#core/imaging/tools/anime/skin/finger-lines.ts'
import { kernels } from '../../../../fixtures/kernels.ts'

const SIDE = 1000
const size = { widthPx: SIDE, heightPx: SIDE }
const filled = (value: number) => new Float32Array(SIDE * SIDE).fill(value)
const place = (x: number, y: number) => y * SIDE + x

interface Line {
  readonly long: number
  readonly paper?: number
  readonly isHand?: boolean
  readonly zone?: number
  readonly hasHair?: boolean
}

/** Ink in the middle of a line that goes down from (500, 500). */
function inkOn({ long, paper = 0.7, isHand = true, zone = BODY, hasHair = false }: Line): number {
  const colours = { ...size, lightness: filled(0.7), a: filled(0.05), b: filled(0.05) }
  const cel = new Cel({ ...size, of: new Uint32Array(SIDE * SIDE), total: 1 }, colours)
  if (hasHair) cel.set(place(504, 500 + (long >> 1)), cel.newHair(1), 0.2, 0, 0)
  const values = filled(1)
  for (let k = 0; k < long; k++) values[place(500, 500 + k)] = paper
  const found = fingerLines(
    kernels,
    cel,
    { ...size, values },
    () => isHand,
    () => zone,
  )
  const ink = { ...size, values: filled(0.1) }
  drawFingerLines(ink, found)
  expect(ink.values[place(400, 400)]).toBeCloseTo(0.1, 5)
  return ink.values[place(500, 500 + (long >> 1))] as number
}

describe('a line between fingers', () => {
  it('is drawn, though it is short and faint', () => {
    expect(inkOn({ long: 12, paper: 0.75 })).toBeGreaterThan(0.8)
  })

  it('is none where it is a tick or hardly seen', () => {
    expect(inkOn({ long: 4 })).toBeCloseTo(0.1, 5)
    expect(inkOn({ long: 12, paper: 0.94 })).toBeCloseTo(0.1, 5)
  })

  it('is the fainter the less it is longer than a tick, so that nothing depends on a pixel', () => {
    expect(inkOn({ long: 8 })).toBeGreaterThan(0.2)
    expect(inkOn({ long: 8 })).toBeLessThan(inkOn({ long: 9 }))
  })

  it('is none beyond hands, on faces and where hair ends', () => {
    expect(inkOn({ long: 12, isHand: false })).toBeCloseTo(0.1, 5)
    expect(inkOn({ long: 12, zone: FEATURE })).toBeCloseTo(0.1, 5)
    expect(inkOn({ long: 12, hasHair: true })).toBeCloseTo(0.1, 5)
  })
})
