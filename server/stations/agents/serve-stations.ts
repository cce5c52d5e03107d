import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { faultsOf } from '#core/commerce/stations/printer-faults.ts'
import * as protocol from '#core/contract/station/protocol.ts'
import { signedHeaders } from '#core/contract/station/signed-request.ts'
import { limits } from '#core/limits.ts'
import { hungUp } from '../../calls/hung-up.ts'
import { networkOfCaller } from '../../calls/network.ts'
import { Refused } from '../../calls/refused.ts'
import type { Context } from '../../context.ts'
import { openHearing, setConditions } from '../conditions.ts'
import { createQueueWatch, type QueueWatch } from '../queue-watch.ts'
import { type Agent, type Authenticate, openAuthentication } from './authenticate.ts'
import { openClaims } from './claim-job.ts'
import { enrolAgent } from './enrolment.ts'
import { openHeartbeats } from './heartbeat.ts'
import { handOver } from './pickup-desk.ts'
import { beginJob, type Ending, endJob, extendLease, type Report } from './report-job.ts'
import { serveJobFile } from './serve-job-file.ts'
import { StationFault } from './station-fault.ts'

const BODY_BYTES_MAX = 16_384
/** Guessed codes, of one network address. */
const enrolments = [{ times: 20, seconds: 3600, by: 'address' }] as const

type Call<Request extends z.ZodType, Answer extends z.ZodType> = {
  readonly path: string
  readonly request: Request
  readonly answer: Answer
}
type Work<Request, Answer> = (
  agent: Agent,
  request: Request,
  signal: AbortSignal,
) => Promise<Answer>

/** The protocol of the stations' agents, with bodies, errors and time of its own. */
export function serveStations(app: FastifyInstance, context: Context): void {
  const watch = createQueueWatch(context.news)
  void app.register(async (stations) => {
    stations.removeAllContentTypeParsers()
    stations.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX },
      (_request, body, done) => done(null, body),
    )
    stations.addHook('onRequest', async (request) => context.admit(request))
    stations.addHook('onSend', async (_request, reply) => {
      reply.header(signedHeaders.time, context.now().getTime()).header('Cache-Control', 'no-store')
    })
    stations.setErrorHandler(answerFault)
    stations.post(protocol.enrol.path, async (request) => {
      await context.rates.count('enrol', enrolments, { address: networkOfCaller(request) })
      return await enrolAgent(context, parse(protocol.enrol.request, bytesOf(request)))
    })
    const authenticate = openAuthentication(context)
    openCalls(stations, context, authenticate, watch)
    serveJobFile(stations, context, authenticate)
  })
}

function openCalls(
  stations: FastifyInstance,
  context: Context,
  authenticate: Authenticate,
  watch: QueueWatch,
): void {
  const claimJob = openClaims(context)
  const hear = openHearing(context)
  const heartbeatOf = openHeartbeats(context, hear)
  const open = <Request extends z.ZodType, Answer extends z.ZodType>(
    { path, request: schema }: Call<Request, Answer>,
    work: Work<z.output<Request>, z.input<Answer>>,
  ) =>
    stations.post(path, async (request, reply) => {
      const body = bytesOf(request)
      const agent = await authenticate(request, body)
      return await work(agent, parse(schema, body), hungUp(reply))
    })
  const look = ({ machineId, id }: Agent) => setConditions(context, machineId, {}, { by: id })

  open(protocol.claim, async (agent, { waitMs }, signal) => {
    const until = Date.now() + waitMs
    for (;;) {
      const next = watch.next(agent.machineId, Math.max(0, until - Date.now()), signal)
      try {
        const job = await claimJob(agent)
        if (job !== null || next.isOver()) {
          return { job, leaseMs: limits.claimLeaseMs }
        }
        await next.changed
      } finally {
        next.end()
      }
    }
  })
  open(protocol.begin, async (agent, report) => {
    await beginJob(context, agent, report)
    await look(agent)
    return { leaseMs: limits.printLeaseMs }
  })
  open(protocol.progress, async (agent, { printer, ...report }) => {
    const leaseMs = await extendLease(context, agent, report)
    if (printer !== undefined) {
      const faults = faultsOf(printer.state, printer.reasons)
      await hear(agent.machineId, faults, { by: agent.id })
    }
    return { leaseMs }
  })
  const end = (ending: Ending) => async (agent: Agent, report: Report) => {
    await endJob(context, agent, ending, report)
    await look(agent)
    return { leaseMs: 0 }
  }
  open(protocol.printed, end('printed'))
  open(protocol.failed, end('failed'))
  open(protocol.unknown, end('unknown'))
  open(protocol.release, end('release'))
  open(protocol.heartbeat, (agent, { printer }) => heartbeatOf(agent, printer))
  open(protocol.pickup, (agent, { code }) => handOver(context, agent, code))
}

const bytesOf = ({ body }: FastifyRequest): Buffer =>
  Buffer.isBuffer(body) ? body : Buffer.alloc(0)

/** @throws StationFault `request-wrong` */
function parse<Schema extends z.ZodType>(schema: Schema, body: Buffer): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(body.toString('utf8')))
  } catch {
    throw new StationFault('request-wrong')
  }
}

async function answerFault(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const fault = faultOf(error)
  if (fault.error === 'server-fault') request.log.error({ err: error }, 'an agent was not answered')
  const said = fault.refused && {
    refusal: fault.refused.refusal,
    params: fault.refused.details.params,
  }
  return await reply.code(fault.status).send({ error: fault.error, ...said })
}

function faultOf(error: unknown): StationFault {
  if (error instanceof StationFault) return error
  if (error instanceof Refused && error.refusal === 'too-many-calls') {
    return new StationFault('too-many', error)
  }
  const status = z.object({ statusCode: z.number() }).safeParse(error)
  const isCallers = status.success && status.data.statusCode < 500
  return new StationFault(isCallers ? 'request-wrong' : 'server-fault')
}
