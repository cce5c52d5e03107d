import { and, eq, inArray, sql } from 'drizzle-orm'
import { canPrint, machineStates } from '#core/commerce/stations/machine-state.ts'
import type { StationJob } from '#core/contract/station/station-job.ts'
import { printPage } from '#core/formats/print-page.ts'
import { limits } from '#core/limits.ts'
import { Refused } from '../../calls/refused.ts'
import type { Context } from '../../context.ts'
import {
  files,
  machines,
  orderColumns,
  orders,
  printAttempts,
  printJobs,
} from '../../database/schema.ts'
import { moveOrder } from '../../orders/move-order.ts'
import { nextFirst } from '../line.ts'
import type { Agent } from './authenticate.ts'

/** Others may claim what was read at the same moment: then the next is taken. */
const TRIES = 20

type Claiming = Pick<Context, 'database' | 'now'>

/**
 * Hands the machine's next print to an agent; null where nothing waits, or the machine cannot print.
 * What the agent holds and has not begun is handed to it again: the answer may have been lost.
 */
export function openClaims(context: Claiming): (agent: Agent) => Promise<StationJob | null> {
  const { database } = context
  const heldBy = database
    .select({ orderId: printJobs.orderId })
    .from(printJobs)
    .innerJoin(
      printAttempts,
      and(eq(printAttempts.jobId, printJobs.id), eq(printAttempts.token, printJobs.token)),
    )
    .where(
      and(
        eq(printJobs.machineId, sql.placeholder('machineId')),
        eq(printJobs.state, 'claimed'),
        eq(printAttempts.agentId, sql.placeholder('agentId')),
      ),
    )
    .limit(1)
    .prepare('job_held')
  const nextAt = database
    .select({ order: orderColumns })
    .from(printJobs)
    .innerJoin(orders, eq(orders.id, printJobs.orderId))
    .innerJoin(machines, eq(machines.id, printJobs.machineId))
    .where(
      and(
        eq(printJobs.machineId, sql.placeholder('machineId')),
        eq(printJobs.state, 'queued'),
        inArray(orders.stage, ['queuing', 'waiting-for-production']),
        inArray(machines.state, machineStates.filter(canPrint)),
      ),
    )
    .orderBy(...nextFirst)
    .limit(1)
    .prepare('job_next')

  return async ({ id: agentId, machineId }) => {
    const [held] = await heldBy.execute({ machineId, agentId })
    if (held !== undefined) return await jobOf(context, held.orderId)
    for (let tried = 0; tried < TRIES; tried++) {
      const [next] = await nextAt.execute({ machineId })
      if (next === undefined) return null
      const leaseUntil = new Date(context.now().getTime() + limits.claimLeaseMs)
      try {
        const claimed = await moveOrder(context, next.order, {
          event: 'job-claimed',
          actor: 'station',
          by: agentId,
          print: { agentId, leaseUntil },
        })
        return await jobOf(context, claimed.id)
      } catch (thrown) {
        if (!(thrown instanceof Refused)) throw thrown
      }
    }
    return null
  }
}

/** Everything that an agent must know to print a job. */
async function jobOf({ database }: Claiming, orderId: string): Promise<StationJob | null> {
  const [row] = await database
    .select({ order: orders, job: printJobs, file: files, machine: machines })
    .from(orders)
    .innerJoin(printJobs, eq(printJobs.orderId, orders.id))
    .innerJoin(files, eq(files.id, orders.printFile))
    .innerJoin(machines, eq(machines.id, orders.machineId))
    .where(eq(orders.id, orderId))
  if (row === undefined) return null
  const { order, job, file, machine } = row
  const { scalePxPerMm: _, ...page } = printPage(order.design.product.geometry, machine.dpi)
  return {
    id: job.id,
    token: job.token,
    orderNumber: order.orderNumber,
    printNumber: order.printNumber,
    kind: order.product.kind,
    file: {
      sha256: file.sha256,
      bytes: file.bytes,
      mediaType: file.mediaType === 'application/pdf' ? 'application/pdf' : 'image/png',
    },
    page,
    quantity: order.quantity,
    size: order.size,
    sheet: { widthMm: machine.sheetWidthMm, heightMm: machine.sheetHeightMm },
  }
}
