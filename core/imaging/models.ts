import { z } from 'zod'
import type { InferenceSession } from './tool.ts'

/**
 * A model card, `models/<name>/model.json`: everything the product knows about a network. Code asks
 * the registry for a role and never names a file, so that replacing a model is replacing its folder.
 */

/** What a network is for. A pipeline asks for exactly one of these. */
export const modelRoles = [
  'face/detect',
  'face/points',
  'head/hair',
  'hand/palms',
  'hand/points',
  'rescue/hole',
  'person/mask',
  'person/body',
  'thing/mask',
  'super-resolution/x2',
  'super-resolution/x2-compressed',
  'super-resolution/x4',
  'enhance/colour',
  'rescue/sheet',
] as const

export type ModelRole = (typeof modelRoles)[number]

const tensorSchema = z.object({
  name: z.string().min(1),
  /** NCHW or NHWC lengths; null where any length is taken. */
  shape: z.array(z.number().int().positive().nullable()).min(1),
  layout: z.enum(['nchw', 'nhwc', 'flat']),
  /** Values the tensor holds, such as 0..1 of sRGB values. */
  range: z.tuple([z.number(), z.number()]),
  /** `y` is full-range BT.601 luma of sRGB values. */
  colour: z.enum(['y', 'rgb', 'none']),
})

/** A file that one is made from. */
const originalSchema = z.object({
  file: z.string().min(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.number().int().positive(),
})

/** A network run by onnxruntime; its file lies beside its card. */
export const modelCardSchema = z.object({
  name: z.string().regex(/^[a-z0-9-]+$/),
  role: z.enum(modelRoles),
  version: z.string().min(1),
  description: z.string().min(1),
  licence: z.string().min(1),
  /** Where it comes from: an npm package, or this project's own training script. */
  source: z.string().min(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.number().int().positive(),
  /** Bytes as served with brotli. */
  compressedBytes: z.number().int().positive(),
  inputs: z.array(tensorSchema).min(1),
  outputs: z.array(tensorSchema).min(1),
  /** Measured figures and other notes, for readers. */
  figures: z.record(z.string(), z.union([z.number(), z.string()])).optional(),
  data: z.string().optional(),
  file: z.string().regex(/^[a-z0-9._-]+\.onnx$/),
  /** Of a network that is made at build time, and served from `generated/models/`. */
  original: originalSchema.optional(),
  /** How many times larger the output is than the input. */
  scale: z.number().int().positive().default(1),
  /** Pictures are run in squares of `sizePx` of the input, `overlapPx` of which are discarded. */
  tile: z.object({
    sizePx: z.number().int().positive(),
    /** At least the receptive field's radius, so that tiled and whole agree. */
    overlapPx: z.number().int().nonnegative(),
  }),
})

export type ModelCard = z.infer<typeof modelCardSchema>

/** A network and what its card says of it. */
export interface Network {
  readonly card: ModelCard
  readonly session: InferenceSession
}

/** The models that this build carries, by role. */
export interface ModelRegistry {
  readonly cards: readonly ModelCard[]
  /** The card for a role; null where no model has it. */
  find(role: ModelRole): ModelCard | null
}

/**
 * Checks every card and builds the registry.
 * @param cards parsed JSON of each `model.json`
 * @throws Error that names the card, when one is not valid or two share a role
 */
export function createModelRegistry(cards: readonly unknown[]): ModelRegistry {
  const parsed = cards.map((card) => {
    const result = modelCardSchema.safeParse(card)
    if (!result.success) throw new Error(`Model card not valid: ${z.prettifyError(result.error)}`)
    return result.data
  })
  const seen = new Set<string>()
  for (const card of parsed) {
    if (seen.has(card.role)) throw new Error(`Two models for ${card.role}`)
    seen.add(card.role)
  }
  return {
    cards: parsed,
    find: (role) => parsed.find((card) => card.role === role) ?? null,
  }
}
