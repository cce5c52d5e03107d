import { describe, expect, it } from 'vitest'
import { swallowIslands } from '#core/imaging/tools/anime/skin/tone-islands.ts'

/** Rows of tones; a dot is no skin. */
const drawnAs = (rows: readonly string[]) => {
  const [widthPx, heightPx] = [rows[0]?.length ?? 0, rows.length]
  const toneAt = Int8Array.from(rows.join(''), (sign) => (sign === '.' ? -1 : Number(sign)))
  return { widthPx, heightPx, toneAt }
}

/** @param pieces of the picture, each a letter */
function swallowed(rows: readonly string[], pieces: readonly string[], leastPx: number): string {
  const { widthPx, heightPx, toneAt } = drawnAs(rows)
  const of = Uint32Array.from(pieces.join(''), (sign) => sign.charCodeAt(0) - 97)
  swallowIslands({ widthPx, heightPx, of, total: 8 }, toneAt, leastPx)
  return Array.from(toneAt, (tone) => (tone < 0 ? '.' : tone)).join('')
}

describe('a small patch of a tone of skin', () => {
  it('takes the tone about it', () => {
    const told = swallowed(['1111', '1001', '1111'], ['aaaa', 'abba', 'aaaa'], 4)
    expect(told).toBe('111111111111')
  })

  it('stays where it meets nothing but cloth or another body', () => {
    const told = swallowed(['..33', '.033', '....'], ['aabb', 'acbb', 'aaaa'], 4)
    expect(told).toBe('..33.033....')
  })

  it('becomes a part of the larger of two small ones', () => {
    expect(swallowed(['0111', '0111'], ['abbb', 'abbb'], 9)).toBe('11111111')
    expect(swallowed(['01'], ['ab'], 9)).toBe('00')
  })
})
