import { and, eq, inArray } from 'drizzle-orm'
import type { Handlers } from '../calls/handler.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import { imagingJobs } from '../database/schema.ts'
import { beginJob } from './begin-job.ts'
import { forgetAllOf, forgetJobs } from './forget.ts'
import { ownJob, shownJob } from './read-job.ts'
import { waitingTime } from './waiting.ts'

type ImagingServices =
  | 'imagingOffer'
  | 'beginImaging'
  | 'imagingJob'
  | 'cancelImaging'
  | 'forgetImaging'

/** Image tools on this server, for devices that are too weak and customers who agreed. */
export function imagingHandlers(context: Context): Handlers<ImagingServices> {
  const { database, imaging } = context
  return {
    imagingOffer: async ({ encrypted }) => {
      const { seconds, slowness } = await waitingTime(database, null)
      const offered = imaging.queue !== null && encrypted && seconds !== null
      return { offered, slowness, waitSeconds: seconds ?? 0 }
    },

    beginImaging: async ({ request, caller, encrypted }) => {
      if (!encrypted) throw new Refused('not-encrypted')
      if (imaging.queue === null) throw new Refused('imaging-unavailable')
      const { customerId } = caller
      const row = await beginJob(context, imaging.queue, { customerId, ...request })
      return await shownJob(database, row)
    },

    imagingJob: async ({ request, caller }) =>
      await shownJob(database, await ownJob(database, caller.customerId, request.id)),

    cancelImaging: async ({ request, caller }) => {
      const own = await ownJob(database, caller.customerId, request.id)
      const [stopped] = await database
        .update(imagingJobs)
        .set({ state: 'cancelled', endedAt: context.now() })
        .where(and(eq(imagingJobs.id, own.id), inArray(imagingJobs.state, ['waiting', 'running'])))
        .returning()
      if (stopped !== undefined) await imaging.queue?.remove(own.id)
      return await shownJob(database, stopped ?? own)
    },

    forgetImaging: async ({ request, caller }) => {
      const { customerId } = caller
      if (request.id === undefined) {
        await imaging.forgetUploads(customerId)
        await forgetAllOf(context, imaging.queue, customerId)
      } else {
        const rows = await database
          .select()
          .from(imagingJobs)
          .where(and(eq(imagingJobs.id, request.id), eq(imagingJobs.customerId, customerId)))
        await forgetJobs(context, imaging.queue, rows)
      }
      return {}
    },
  }
}
