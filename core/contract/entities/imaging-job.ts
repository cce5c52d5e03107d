import { z } from 'zod'
import { errorTable } from '../../errors.ts'
import type { Thing } from '../../imaging/thing.ts'
import { text } from '../../schema/text.ts'

/** A job waits, runs, and is over in one of three ways. */
export const imagingStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const
export type ImagingState = (typeof imagingStates)[number]
/** Whether nothing more happens to a job. */
export const isOver = (state: ImagingState): boolean => state !== 'waiting' && state !== 'running'

const stages = [
  'decode',
  'find-face',
  'find-things',
  'separate',
  'refine',
  'draw',
  'enhance',
  'straighten',
  'encode',
] as const

/** How far a running job is; see `Progress` of core/jobs.ts. */
export const imagingProgressSchema = z.object({
  stage: z.enum(stages),
  done: z.number().min(0),
  total: z.number().min(0),
})
export type ImagingProgress = z.infer<typeof imagingProgressSchema>

/** A picture that a job made: an own file, read at `/v1/files/<id>`. */
export const imagingPictureSchema = z.object({
  file: text().max(64),
  mediaType: z.enum(['image/jpeg', 'image/png']),
  widthPx: z.number().int().positive(),
  heightPx: z.number().int().positive(),
})
export type ImagingPicture = z.infer<typeof imagingPictureSchema>

/** Why a job failed: a code of ours with what its words name. */
export const imagingFaultSchema = z.object({
  code: z.custom<keyof typeof errorTable>(
    (code) => typeof code === 'string' && Object.hasOwn(errorTable, code),
  ),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type ImagingFault = z.infer<typeof imagingFaultSchema>

const fraction = z.number().min(0).max(1)

/** A thing that stands out in a photo. */
const thingSchema: z.ZodType<Thing> = z.object({
  box: z.object({ x: fraction, y: fraction, width: fraction, height: fraction }),
  place: z.object({ x: fraction, y: fraction }),
})

export const imagingJobSchema = z.object({
  id: z.uuid(),
  tool: z.string(),
  state: z.enum(imagingStates),
  progress: imagingProgressSchema.nullable(),
  /** Until it begins, as well as is known; null for one that does not wait. */
  waitSeconds: z.number().int().min(0).nullable(),
  fault: imagingFaultSchema.nullable(),
  result: imagingPictureSchema.nullable(),
  /** Of a cut-out. */
  matte: imagingPictureSchema.nullable(),
  /**
   * What a cut-out took where it took no people, also what was left out of that. A server of the release
   * before says nothing of it.
   */
  things: z.array(thingSchema).readonly().nullable().default(null),
  /** Photo, result and job are deleted then, if not before. */
  deletedAtMs: z.number().int(),
})
export type ImagingJob = z.infer<typeof imagingJobSchema>
