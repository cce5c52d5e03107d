import type { FastifyInstance, FastifyRequest } from 'fastify'
import { machineIdSchema } from '#core/contract/entities/machine.ts'
import { queueEventsPath } from '#core/contract/queue-events.ts'
import type { AtOnce } from '../calls/at-once.ts'
import { callerIn } from '../calls/caller-in.ts'
import { networkOfCaller } from '../calls/network.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import { openEventStream } from './event-stream.ts'
import type { QueueHub } from './queue-hub.ts'

/** A stream ends then, and its reader comes back: so a session that ended meanwhile is noticed. */
const LONGEST_MS = 30 * 60_000
const PATH = queueEventsPath(':machine').replace('%3A', ':')

interface QueueEvents {
  readonly hub: QueueHub
  readonly atOnce: AtOnce
  /** Counts a stream as open; what it returns ends that. */
  readonly opened: (service: string) => () => void
}

/** Opens the address at which a machine's queue is told as it changes. */
export function serveQueueEvents(
  app: FastifyInstance,
  context: Context,
  { hub, atOnce, opened }: QueueEvents,
): void {
  app.get<{ Params: { machine: string } }>(PATH, async (request, reply) => {
    const { customerId, machineId } = await admitted(request, context)
    const leave = atOnce.enter('queueEvents', {
      customer: customerId,
      address: networkOfCaller(request),
    })
    const close = opened('queue events')
    try {
      const open = () => openEventStream(reply, request.url)
      const arrival = { customerId, lastId: lastIdOf(request), open }
      const { stream, leave: unwatch } = await hub.watch(machineId, arrival)
      const timer = setTimeout(stream.end, LONGEST_MS)
      whenGone(stream.gone, () => {
        unwatch()
        clearTimeout(timer)
        leave()
        close()
      })
    } catch (thrown) {
      leave()
      close()
      throw thrown
    }
  })
}

function whenGone(gone: AbortSignal, leaveAll: () => void): void {
  if (gone.aborted) leaveAll()
  else gone.addEventListener('abort', leaveAll)
}

/** Whether there is such a machine is found out by reading its queue. */
async function admitted(
  request: FastifyRequest<{ Params: { machine: string } }>,
  context: Context,
): Promise<{ readonly customerId: string; readonly machineId: string }> {
  context.admit(request)
  const caller = await callerIn(request, context.callerOf)
  const machineId = machineIdSchema.safeParse(request.params.machine)
  if (!machineId.success) throw new Refused('machine-unknown')
  return { customerId: caller.customerId, machineId: machineId.data }
}

const lastIdOf = ({ headers }: FastifyRequest): string | null => {
  const given = headers['last-event-id']
  return typeof given === 'string' ? given : null
}
