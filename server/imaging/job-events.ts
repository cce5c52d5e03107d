import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isOver } from '#core/contract/entities/imaging-job.ts'
import { imagingEventsPath } from '#core/contract/imaging-events.ts'
import type { AtOnce } from '../calls/at-once.ts'
import { callerIn } from '../calls/caller-in.ts'
import { networkOfCaller } from '../calls/network.ts'
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
    const { customerId, id } = await admitted(request, context)
    const who = { customer: customerId, address: networkOfCaller(request) }
    const leave = atOnce.enter('imagingEvents', who)
    const close = opened('imaging events')
    follow(context, { customerId, id }, reply, request.url, () => {
      leave()
      close()
    })
  })
}

async function admitted(
  request: FastifyRequest<{ Params: { id: string } }>,
  context: Context,
): Promise<{ readonly customerId: string; readonly id: string }> {
  context.admit(request)
  const caller = await callerIn(request, context.callerOf)
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
