import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isOver } from '#core/contract/entities/imaging-job.ts'
import { imagingEventsPath } from '#core/contract/imaging-events.ts'
import type { AtOnce } from '../calls/at-once.ts'
import { networkOf } from '../calls/network.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import { eventText, HEARTBEAT, openEventStream } from '../events/event-stream.ts'
import { ownJob, shownJob } from './read-job.ts'

const PATH = imagingEventsPath(':id').replace('%3A', ':')
/** Waits get shorter though the job itself does not change. */
const LOOK_MS = 5_000
const idSchema = z.uuid()

interface JobEvents {
  readonly atOnce: AtOnce
  readonly opened: (service: string) => () => void
}

/** Opens the address at which a customer follows an own job. */
export function serveJobEvents(
  app: FastifyInstance,
  context: Context,
  { atOnce, opened }: JobEvents,
): void {
  app.get<{ Params: { id: string } }>(PATH, async (request, reply) => {
    try {
      const { customerId, id } = await admitted(request, context)
      const who = { customer: customerId, address: networkOf(request.ip) }
      const leave = atOnce.enter('imagingEvents', who)
      const close = opened('imaging events')
      follow(context, { customerId, id }, reply, request.url, () => {
        leave()
        close()
      })
    } catch (thrown) {
      const refused = thrown instanceof Refused ? thrown : new Refused('server-fault')
      if (!(thrown instanceof Refused)) request.log.error({ err: thrown }, 'a stream failed')
      const { refusal, code, details } = refused
      return await reply
        .code(code)
        .header('Cache-Control', 'no-store')
        .send({ refusal, params: details.params })
    }
  })
}

async function admitted(
  request: FastifyRequest<{ Params: { id: string } }>,
  context: Context,
): Promise<{ readonly customerId: string; readonly id: string }> {
  const token = request.headers['token']
  const caller = typeof token === 'string' ? await context.callerOf(token) : null
  if (caller === null) throw new Refused('signed-out')
  const id = idSchema.safeParse(request.params.id)
  if (!id.success) throw new Refused('imaging-unknown')
  await ownJob(context.database, caller.customerId, id.data)
  return { customerId: caller.customerId, id: id.data }
}

function follow(
  { database, news, log }: Context,
  { customerId, id }: { readonly customerId: string; readonly id: string },
  reply: FastifyReply,
  path: string,
  left: () => void,
): void {
  const stream = openEventStream(reply, path)
  let said = ''
  let busy = false
  let again = false
  const look = async () => {
    again = busy
    if (busy || stream.gone.aborted) return
    busy = true
    try {
      const job = await shownJob(database, await ownJob(database, customerId, id))
      const text = JSON.stringify(job)
      stream.send(text === said ? HEARTBEAT : eventText('job', text))
      said = text
      if (isOver(job.state) || news.isClosed()) stream.end()
    } catch (err) {
      // Forgotten, or the database is away: whoever follows asks again and is told.
      if (!(err instanceof Refused)) log.warn({ err }, 'a job of imaging could not be followed')
      stream.end()
    } finally {
      busy = false
      if (again) void look()
    }
  }
  const unhear = news.on('imaging_changed', id, () => void look())
  const timer = setInterval(() => void look(), LOOK_MS)
  const leave = () => {
    unhear()
    clearInterval(timer)
    left()
  }
  stream.gone.addEventListener('abort', leave)
  if (stream.gone.aborted) leave()
  else void look()
}
