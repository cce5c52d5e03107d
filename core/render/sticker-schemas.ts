import { z } from 'zod'

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
export const stickerSetSchema = z.object({
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

/**
 * What stickers are called in a language, and further words that find them:
 * `public/generated/stickers/words/<locale>.json`. A sticker may be missing.
 */
export const stickerWordsSchema = z.record(
  z.string(),
  z.object({ name: z.string(), words: z.string() }),
)
