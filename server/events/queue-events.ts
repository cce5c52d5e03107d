import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { machineIdSchema } from '#core/contract/entities/machine.ts'
import { queueEventsPath } from '#core/contract/queue-events.ts'
import type { AtOnce } from '../calls/at-once.ts'
import { networkOf } from '../calls/network.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import { machineRow } from '../stations/machines.ts'
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
    const refuse = (thrown: unknown) => sendRefusal(reply, request, thrown)
    try {
      const { customerId, machineId } = await admitted(request, context)
      const leaveCount = atOnce.enter('queueEvents', {
        customer: customerId,
        address: networkOf(request.ip),
      })
      const close = opened('queue events')
      const stream = openEventStream(reply, request.url)
      const timer = setTimeout(stream.end, LONGEST_MS)
      const leaveAll = () => {
        clearTimeout(timer)
        leaveCount()
        close()
      }
      await follow(stream, { hub, machineId, customerId, lastId: lastIdOf(request) }, leaveAll)
    } catch (thrown) {
      if (reply.raw.headersSent) {
        request.log.warn({ err: thrown }, 'a queue could not be watched')
        reply.raw.destroy()
      } else return await refuse(thrown)
    }
  })
}

async function follow(
  stream: ReturnType<typeof openEventStream>,
  watched: {
    readonly hub: QueueHub
    readonly machineId: string
    readonly customerId: string
    readonly lastId: string | null
  },
  leaveAll: () => void,
): Promise<void> {
  const { hub, machineId, customerId, lastId } = watched
  stream.gone.addEventListener('abort', leaveAll)
  if (stream.gone.aborted) return leaveAll()
  const watcher = { customerId, send: stream.send, end: stream.end }
  const leave = await hub.watch(machineId, watcher, lastId)
  stream.gone.addEventListener('abort', leave)
  if (stream.gone.aborted) leave()
}

async function admitted(
  request: FastifyRequest<{ Params: { machine: string } }>,
  context: Context,
): Promise<{ readonly customerId: string; readonly machineId: string }> {
  const token = request.headers['token']
  const caller = typeof token === 'string' ? await context.callerOf(token) : null
  if (caller === null) throw new Refused('signed-out')
  const machineId = machineIdSchema.safeParse(request.params.machine)
  if (!machineId.success) throw new Refused('machine-unknown')
  await machineRow(context.database, machineId.data)
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
