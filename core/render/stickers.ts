import { z } from 'zod'

/**
 * A sticker as a vector program: paths filled in order on a square of `STICKER_UNITS`. The path's
 * words are SVG's (`M L C Z ...`), the transform a matrix `a b c d e f`.
 */
export const STICKER_UNITS = 32

const stickerPathSchema = z.object({
  d: z.string().min(1),
  fill: z.string().regex(/^#[0-9a-f]{6}$/),
  opacity: z.number().min(0).max(1).optional(),
  evenOdd: z.literal(true).optional(),
  transform: z
    .tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()])
    .optional(),
})

export const stickerProgramSchema = z.object({ paths: z.array(stickerPathSchema).min(1) })

/** One category: `public/generated/stickers/<category>.json`. */
export const stickerShelfSchema = z.object({
  stickers: z.record(z.string(), stickerProgramSchema),
})

/** What search needs: `public/generated/stickers/index.json`. */
export const stickerIndexSchema = z.object({
  categories: z.array(z.string()),
  stickers: z.array(
    z.object({
      id: z.string(),
      category: z.string(),
      /** English words, lower case, separated by spaces; the first are the name's. */
      keywords: z.string(),
    }),
  ),
})

export type StickerPath = z.infer<typeof stickerPathSchema>
export type StickerProgram = z.infer<typeof stickerProgramSchema>
export type StickerShelf = z.infer<typeof stickerShelfSchema>
export type StickerIndex = z.infer<typeof stickerIndexSchema>
export type StickerEntry = StickerIndex['stickers'][number]

/**
 * Stickers whose keywords begin with every word of the query, best first: by name, then by
 * category. An empty query answers all.
 */
export function searchStickers(index: StickerIndex, query: string): readonly StickerEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return index.stickers
    .map((entry) => ({ entry, rank: rankOf(entry, words) }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry)
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
