import { describe, expect, it } from 'vitest'
import {
  type BrushStroke,
  simplified,
  strokesOf,
  strokesText,
  strokesTextSchema,
} from '#core/imaging/brush-strokes.ts'

const line: BrushStroke = {
  mode: 'add',
  radius: 0.0125,
  points: [
    { x: 0.1, y: 0.2 },
    { x: 0.3334, y: 1 },
  ],
}
const dab: BrushStroke = { mode: 'remove', radius: 0.05, points: [{ x: 0, y: 0.5 }] }

describe('strokes of a brush as text', () => {
  it('are read as they were written, in order', () => {
    const text = strokesText([line, dab])
    expect(text).toBe('+125 1000 2000 3334 10000;-500 0 5000')
    expect(strokesOf(text)).toEqual([line, dab])
    expect(strokesOf(strokesText([]))).toEqual([])
  })

  it('are none where the text is no strokes', () => {
    for (const text of ['+1', '1 2 3', '+1 2', '+1 2 3;', ';', '+1 2 3;4', '+1 2 3 x', ' ']) {
      expect(strokesTextSchema.safeParse(text).success, text).toBe(false)
      expect(strokesOf(text)).toEqual([])
    }
  })

  it('keep within the picture and never lose their width', () => {
    const wild = { mode: 'add', radius: 0, points: [{ x: -3, y: 7 }] } as const
    expect(strokesText([wild])).toBe('+1 0 10000')
  })

  it('that are too long for a setting are refused', () => {
    const many = Array<BrushStroke>(2000).fill(dab)
    expect(strokesTextSchema.safeParse(strokesText(many)).success).toBe(false)
  })
})

describe('a painted path', () => {
  it('keeps its ends and its corner, and nothing that lies between', () => {
    const points = Array.from({ length: 101 }, (_, at) =>
      at <= 50 ? { x: at / 100, y: 0.2 } : { x: 0.5, y: 0.2 + (at - 50) / 100 },
    )
    const short = simplified({ mode: 'add', radius: 0.02, points }, 1.5)
    expect(short.points).toEqual([points[0], points[50], points[100]])
  })

  it('stays within a tenth of the brush', () => {
    const points = Array.from({ length: 200 }, (_, at) => ({
      x: 0.5 + 0.3 * Math.cos(at / 20),
      y: 0.5 + 0.3 * Math.sin(at / 20),
    }))
    const short = simplified({ mode: 'add', radius: 0.02, points }, 1).points
    expect(short.length).toBeLessThan(90)
    for (const { x, y } of points) {
      const nearest = short.map((from, at) => {
        const to = short[at + 1] ?? from
        const [dx, dy] = [to.x - from.x, to.y - from.y]
        const length = dx * dx + dy * dy
        const t = length === 0 ? 0 : ((x - from.x) * dx + (y - from.y) * dy) / length
        const held = Math.min(1, Math.max(0, t))
        return Math.hypot(x - from.x - held * dx, y - from.y - held * dy)
      })
      expect(Math.min(...nearest)).toBeLessThan(0.0021)
    }
  })

  it('of one place stays a dab', () => {
    expect(simplified(dab, 1)).toEqual(dab)
  })
})
