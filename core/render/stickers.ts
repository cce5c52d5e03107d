import type { z } from 'zod'
import type {
  stickerIndexSchema,
  stickerProgramSchema,
  stickerSetSchema,
  stickerWordsSchema,
} from './sticker-schemas.ts'

/**
 * A sticker as a vector program: paths filled in order on a square of `STICKER_UNITS`. The path's
 * words are SVG's (`M L C Z ...`), the transform a matrix `a b c d e f`.
 */
export const STICKER_UNITS = 32

export type StickerProgram = z.infer<typeof stickerProgramSchema>
export type StickerSet = z.infer<typeof stickerSetSchema>
export type StickerIndex = z.infer<typeof stickerIndexSchema>
export type StickerWords = z.infer<typeof stickerWordsSchema>
export type StickerPath = StickerProgram['paths'][number]
export type StickerEntry = StickerIndex['stickers'][number]

/**
 * Stickers that every word of the query finds, best first: by name, then by the other words. The
 * customer's language counts where its words are here, English always. An empty query answers all.
 */
export function searchStickers(
  index: StickerIndex,
  query: string,
  own: StickerWords = {},
): readonly StickerEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return index.stickers
    .map((entry) => ({ entry, rank: bestRank(entry, own[entry.id], words) }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry)
}

function bestRank(
  entry: StickerEntry,
  own: StickerWords[string] | undefined,
  words: readonly string[],
): number {
  const english = rankOf(entry, words)
  if (own === undefined) return english
  const text = `${own.name} ${own.words}`.toLowerCase()
  // Not every language parts its words by spaces: a word counts wherever it stands.
  const places = words.map((word) => text.indexOf(word))
  const found = places.every((place) => place >= 0)
  const rank = found ? places.reduce((sum, place) => sum + Math.min(place, 20) / 4, 0) : -1
  return english < 0 || (rank >= 0 && rank < english) ? rank : english
}

function rankOf(entry: StickerEntry, words: readonly string[]): number {
  const keywords = entry.keywords.split(' ')
  let rank = 0
  for (const word of words) {
    const at = keywords.findIndex((keyword) => keyword.startsWith(word))
    if (at < 0) return -1
    rank += at
  }
  return rank
}
