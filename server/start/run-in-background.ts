import type { FastifyInstance } from 'fastify'
import { sweepAccounts } from '../accounts/sweep.ts'
import type { Context } from '../context.ts'
import type { Uploads } from '../files/uploads.ts'
import { sweepImaging } from '../imaging/forget.ts'
import { sweepPictures } from '../imaging/keep-picture.ts'
import type { ImagingPool } from '../imaging/pool.ts'
import { runImagingJobs } from '../imaging/run-jobs.ts'
import { repeat } from '../operation/sweeps.ts'
import { moveDueOrders } from '../orders/clock.ts'
import { issueBills } from '../partners/issue-bills.ts'
import { runPayments } from '../payments/run-payments.ts'
import { sealAnew } from '../staff/seal-anew.ts'
import { sweepStaff } from '../staff/tokens.ts'
import { sweepNonces } from '../stations/agents/authenticate.ts'
import { sweepStations } from '../stations/sweep-stations.ts'

/** Unpaid orders are closed at most so long after their time. */
const CLOCK_MS = 5_000
const TIDY_MS = 3_600_000
/** Photos that were sent for a tool are deleted at most so long after their time. */
const FORGET_MS = 10_000

/** What goes on without being asked. */
export interface Background {
  /** Takes up no more jobs: they are for another server from now on. */
  readonly giveUpJobs: () => Promise<void>
  readonly stopSweeps: () => Promise<void>
  readonly stopPayments: () => Promise<void>
}

export async function runInBackground(
  app: FastifyInstance,
  context: Context,
  { uploads, pool }: { readonly uploads: Uploads; readonly pool: ImagingPool | null },
): Promise<Background> {
  const { queue } = context.imaging
  const openSince = context.now()
  const payments = runPayments(app, context)
  const forgetImaging = async () => {
    await uploads.sweepImaging()
    await sweepImaging(context, queue)
    await sweepPictures(context)
    await queue?.tidy()
  }
  // What a server that was killed has left is deleted before anything new is taken in.
  await forgetImaging()
  const jobs = queue === null || pool === null ? null : await runImagingJobs(context, queue, pool)
  const sweeps = [
    repeat('photos of imaging', FORGET_MS, forgetImaging, context),
    repeat('due orders', CLOCK_MS, (isLeaving) => moveDueOrders(context, isLeaving), context),
    repeat('stations', CLOCK_MS, () => sweepStations(context, openSince), context),
    repeat('old nonces of stations', TIDY_MS, () => sweepNonces(context), context),
    repeat('old counts', TIDY_MS, context.rates.sweep, context),
    repeat('abandoned files', TIDY_MS, uploads.sweep, context),
    repeat('old tokens and codes', TIDY_MS, () => sweepAccounts(context), context),
    repeat('bills of partners', TIDY_MS, () => issueBills(context), context),
    repeat('old shifts', TIDY_MS, () => sweepStaff(context), context),
    repeat('old seals', TIDY_MS, () => sealAnew(context), context),
  ]
  return {
    giveUpJobs: async () => {
      await jobs?.stop()
    },
    stopSweeps: async () => {
      for (const sweep of sweeps) await sweep.stop()
    },
    stopPayments: payments.stop,
  }
}
