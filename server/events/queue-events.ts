import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { machineIdSchema } from '#core/contract/entities/machine.ts'
import { queueEventsPath } from '#core/contract/queue-events.ts'
import type { AtOnce } from '../calls/at-once.ts'
import { networkOf } from '../calls/network.ts'
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
    try {
      const { customerId, machineId } = await admitted(request, context)
      const leave = atOnce.enter('queueEvents', {
        customer: customerId,
        address: networkOf(request.ip),
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
    } catch (thrown) {
      return await sendRefusal(reply, request, thrown)
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
  const token = request.headers['token']
  const caller = typeof token === 'string' ? await context.callerOf(token) : null
  if (caller === null) throw new Refused('signed-out')
  const machineId = machineIdSchema.safeParse(request.params.machine)
  if (!machineId.success) throw new Refused('machine-unknown')
  return { customerId: caller.customerId, machineId: machineId.data }
}

const lastIdOf = ({ headers }: FastifyRequest): string | null => {
  const given = headers['last-event-id']
  return typeof given === 'string' ? given : null
}

const statuses: Readonly<Record<string, number>> = {
  'signed-out': 401,
  'machine-unknown': 404,
  'too-many-calls': 429,
}

function sendRefusal(reply: FastifyReply, request: FastifyRequest, thrown: unknown) {
  const refused = thrown instanceof Refused ? thrown : new Refused('server-fault')
  if (!(thrown instanceof Refused)) request.log.error({ err: thrown }, 'a stream failed')
  const { refusal, details } = refused
  return reply
    .code(statuses[refusal] ?? 500)
    .header('Cache-Control', 'no-store')
    .send({ refusal, params: details.params })
}
