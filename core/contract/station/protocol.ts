import { z } from 'zod'
import { printerStates } from '../../commerce/stations/printer-faults.ts'
import { stationJobSchema } from './station-job.ts'

/** Under it lie all addresses of the protocol. */
export const STATION_PATH = '/v1/station'

const stationCall = <Request extends z.ZodType, Answer extends z.ZodType>(
  name: string,
  request: Request,
  answer: Answer,
) => ({ path: `${STATION_PATH}/${name}`, request, answer })

const reasons = z.array(z.string().max(80)).max(20)
const token = z.number().int().positive()
const ofJob = { job: z.uuid(), token }
const note = z.string().max(500)
const done = z.object({ leaseMs: z.number() })

/** Enrolment alone is not signed: the code stands for who asks. */
export const enrol = stationCall(
  'enrol',
  z.object({
    code: z.string().trim().toUpperCase().max(40),
    /** Ed25519, as SPKI in base64. */
    publicKey: z.string().min(40).max(200),
  }),
  z.object({ agent: z.uuid(), machine: z.string() }),
)

/** A new job, or the one that this agent holds and has not begun. */
export const claim = stationCall(
  'claim',
  z.object({
    /** How long to wait for one. */
    waitMs: z.number().int().min(0).max(25_000),
  }),
  z.object({ job: stationJobSchema.nullable(), leaseMs: z.number() }),
)

/** Answered before the first byte goes to the printer, or it must not go. */
export const begin = stationCall('begin', z.object(ofJob), done)

/** Still at it: makes the lease longer, of a claim as of a print. */
export const progress = stationCall(
  'progress',
  z.object({
    ...ofJob,
    printer: z.object({ state: z.enum(printerStates), reasons }).optional(),
    /** Sides that came out. */
    impressions: z.number().int().min(0).optional(),
  }),
  done,
)

export const printed = stationCall('printed', z.object({ ...ofJob, note: note.optional() }), done)
/** It is certain that nothing came out. */
export const failed = stationCall('failed', z.object({ ...ofJob, note }), done)
/** Nobody knows what came out: staff looks. */
export const unknown = stationCall('unknown', z.object({ ...ofJob, note }), done)
/** Claimed, and nothing was sent to the printer. */
export const release = stationCall('release', z.object({ ...ofJob, note: note.optional() }), done)

export const heartbeat = stationCall(
  'heartbeat',
  z.object({ printer: z.object({ state: z.enum(printerStates), reasons }) }),
  z.object({
    machine: z.object({
      id: z.string(),
      name: z.string(),
      language: z.string(),
      state: z.string(),
      sheet: z.object({ widthMm: z.number(), heightMm: z.number() }),
    }),
    /** The screen's code, fresh for a minute. */
    claim: z.string(),
    /** Who waits, by print number, first in line first. */
    waiting: z.array(z.number().int()),
    /** Printed and not collected yet. */
    ready: z.array(z.number().int()),
  }),
)
export type Heartbeat = z.infer<(typeof heartbeat)['answer']>

/** Hands an order over at the station for its pickup code. */
export const pickup = stationCall(
  'pickup',
  z.object({ code: z.string().trim().min(1).max(200) }),
  z.object({ orderNumber: z.string(), printNumber: z.number().int() }),
)

/** The print file of a job that is claimed; GET, signed like every call. */
export const filePath = (job: string, token: number): string =>
  `${STATION_PATH}/jobs/${job}/file?token=${token}`

export const stationFaultSchema = z.object({
  error: z.string(),
  /** Where the server has a sentence for who stands there. */
  refusal: z.string().optional(),
  /** What its sentence names. */
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})
