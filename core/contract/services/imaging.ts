import { z } from 'zod'
import { toolSettingsSchema } from '../../design/document.ts'
import { tools } from '../../imaging/tools/table.ts'
import { text } from '../../schema/text.ts'
import { imagingJobSchema } from '../entities/imaging-job.ts'
import { endpoints, openService, service } from '../service.ts'

const toolId = z.enum(tools.map(({ id }) => id))
const ofJob = z.object({ id: z.uuid() })

export const imagingOffer = openService({
  name: 'Imaging.offer',
  endpoint: endpoints.shop,
  summary: 'Whether this server runs image tools for this connection, how fast, and the wait now.',
  request: z.object({}),
  answer: z.object({
    /** False where the deployment has none, and on a connection that is not encrypted. */
    offered: z.boolean(),
    /** How many times longer it takes than the table of costs says. */
    slowness: z.number().positive(),
    waitSeconds: z.number().int().min(0),
  }),
})

export const beginImaging = service({
  name: 'Imaging.begin',
  endpoint: endpoints.shop,
  summary:
    'Runs a tool on a photo that was uploaded for it. Whoever waits is served in turn by customer, not by who asked most.',
  request: z.object({
    /** An own upload whose `purpose` is `imaging`. */
    photo: text().min(1).max(64),
    tool: toolId,
    /** Checked by the tool's own schema; what is left out is as it is to begin with. */
    settings: toolSettingsSchema,
  }),
  answer: imagingJobSchema,
  refusals: [
    'file-unknown',
    'file-refused',
    'not-encrypted',
    'imaging-unavailable',
    'imaging-busy',
    'too-many-imaging',
  ],
})

export const imagingJob = service({
  name: 'Imaging.job',
  endpoint: endpoints.shop,
  summary: 'Where an own job stands.',
  request: ofJob,
  answer: imagingJobSchema,
  refusals: ['imaging-unknown'],
})

export const cancelImaging = service({
  name: 'Imaging.cancel',
  endpoint: endpoints.shop,
  summary: 'Stops an own job, if it is not over; photo and result stay until they are forgotten.',
  request: ofJob,
  answer: imagingJobSchema,
  refusals: ['imaging-unknown'],
})

export const forgetImaging = service({
  name: 'Imaging.forget',
  endpoint: endpoints.shop,
  summary:
    'Stops and deletes one own job with its photo and result at once; without an id every job and every photo that was uploaded for one.',
  request: z.object({ id: z.uuid().optional() }),
  answer: z.object({}),
})
