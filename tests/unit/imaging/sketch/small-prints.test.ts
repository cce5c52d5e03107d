import { describe, expect, it } from 'vitest'
import type { StudySettings } from '#core/imaging/tools/sketch/analysis.ts'
import { withRoom } from '#core/imaging/tools/sketch/small-prints.ts'

const settings: StudySettings = {
  lines: { sigma: 0.7, length: 4, tau: 0.985, phi: 26 },
  form: { wanted: 0.04, leastStretch: 0.75 },
  restingAngle: 0,
  strokes: [{ turn: 0, halfLength: 14, width: 1.25, seed: 1 }],
}

/** Width of a stroke in pixels of the print. */
const widthPx = (printPx: number) =>
  ((withRoom(settings, printPx).strokes[0]?.width ?? 0) * printPx) / 1000

describe('strokes of a small picture', () => {
  it('are about as wide as a pixel of it, and those of a large one as they are', () => {
    expect(widthPx(275)).toBeGreaterThan(0.9)
    expect(widthPx(500)).toBeCloseTo(1, 2)
    expect(withRoom(settings, 4000)).toBe(settings)
  })

  it('never become as wide as a face of a picture of a few pixels', () => {
    expect(widthPx(60)).toBeLessThan(0.3)
  })
})
