import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Envelope } from '#core/contract/envelope.ts'
import { pageSchema, pagingHeaders, windowSchema } from '#core/contract/paging.ts'
import { endpoints, type Service } from '#core/contract/service.ts'
import { type ServiceKey, services } from '#core/contract/services.ts'
import { readForm } from './form-bodies.ts'
import type { Caller, Handlers } from './handler.ts'
import { Paged } from './handler.ts'
import type { Rates } from './rates.ts'
import { Refused } from './refused.ts'

export interface Endpoints {
  readonly handlers: Handlers
  readonly rates: Rates
  /** Who a token belongs to, or null. */
  readonly callerOf: (token: string) => Promise<Caller | null>
  readonly counted: (service: string, code: number, ms: number) => void
}

const keyOfName = new Map<string, ServiceKey>(
  Object.entries(services).map(([key, { name }]) => [name, key as ServiceKey]),
)
const bodySchema = z.record(z.string(), z.unknown())

/** Opens the addresses of point 7: every call is found by `s`, validated, counted and enveloped. */
export function openEndpoints(app: FastifyInstance, served: Endpoints): void {
  for (const path of Object.values(endpoints)) {
    app.post(path, { bodyLimit: 4_000_000 }, async (request, reply) => {
      const began = performance.now()
      const { envelope, name } = await answer(path, request, served)
      served.counted(name, envelope.code, performance.now() - began)
      return await send(reply, envelope)
    })
  }
}

const send = (reply: FastifyReply, envelope: Envelope) =>
  reply.header('Cache-Control', 'no-store').send(envelope)

async function answer(path: string, request: FastifyRequest, endpoints: Endpoints) {
  let name = 'unknown'
  try {
    const body = bodySchema.safeParse(request.body ?? {})
    const { s, ...fields } = body.success ? body.data : {}
    const key = serviceKeyAt(path, s)
    if (key === null) throw new Refused('service-unknown')
    name = services[key].name
    return { name, envelope: await run(key, fields, request, endpoints) }
  } catch (thrown) {
    return { name, envelope: refusedEnvelope(thrown, request) }
  }
}

/** The fonts' address carries one service and needs no `s`. */
function serviceKeyAt(path: string, s: unknown): ServiceKey | null {
  const name = s === undefined && path === endpoints.fonts ? services.machineFonts.name : s
  const key = typeof name === 'string' ? keyOfName.get(name) : undefined
  return key !== undefined && services[key].endpoint === path ? key : null
}

async function run(
  key: ServiceKey,
  fields: Readonly<Record<string, unknown>>,
  request: FastifyRequest,
  endpoints: Endpoints,
): Promise<Envelope> {
  const service: Service = services[key]
  const caller = await callerOf(service, request, endpoints)
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  const parsed = service.request.safeParse(isForm ? readForm(service, fields) : fields)
  if (!parsed.success) throw new Refused('fields-wrong', { fields: fieldErrors(parsed.error) })
  await countCall(service, parsed.data, caller, request, endpoints.rates)
  const hangUp = new AbortController()
  request.raw.once('close', () => hangUp.abort())
  const paging = readPaging(request)
  // The handler table holds for each key the handler of that key's own service.
  const handler = endpoints.handlers[key] as (call: unknown) => Promise<unknown>
  const result = await handler({
    request: parsed.data,
    caller,
    ...paging,
    signal: hangUp.signal,
  })
  if (!(result instanceof Paged)) return success(service.answer.parse(result))
  const perPage = service.paging === 'page' ? paging.page.pageSize : paging.window.pageSize
  return { ...success(service.answer.parse(result.rows)), count: result.count, per_page: perPage }
}

async function countCall(
  service: Service,
  fields: Readonly<Record<string, unknown>>,
  caller: Caller | null,
  request: FastifyRequest,
  rates: Rates,
): Promise<void> {
  for (const limit of service.limits ?? []) {
    const { by } = limit
    const counted =
      typeof by === 'object'
        ? `${by.field} ${String(fields[by.field])}`
        : by === 'customer'
          ? `customer ${caller?.customerId}`
          : `address ${request.ip}`
    await rates.count(service.name, limit, counted)
  }
}

const success = (data: unknown): Envelope => ({ code: 0, data, msg: 'ok', status: true })

async function callerOf(
  service: Service,
  request: FastifyRequest,
  endpoints: Endpoints,
): Promise<Caller | null> {
  if (service.token === 'none') return null
  const token = request.headers['token']
  const caller = typeof token === 'string' ? await endpoints.callerOf(token) : null
  if (caller === null) throw new Refused('signed-out')
  return caller
}

function readPaging(request: FastifyRequest) {
  const given = Object.fromEntries(
    pagingHeaders.flatMap((name) => {
      const value = request.headers[name.toLowerCase()]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
  const [page, window] = [pageSchema.safeParse(given), windowSchema.safeParse(given)]
  if (!page.success) throw new Refused('fields-wrong', { fields: fieldErrors(page.error) })
  if (!window.success) throw new Refused('fields-wrong', { fields: fieldErrors(window.error) })
  return { page: page.data, window: window.data }
}

/** The path of each wrong field and the kind of its fault; never the value, which may be private. */
function fieldErrors(error: z.ZodError): Record<string, string> {
  return Object.fromEntries(
    error.issues.map(({ path, code, message }) => [
      path.join('.') || 'request',
      code === 'custom' ? message : code,
    ]),
  )
}

function refusedEnvelope(thrown: unknown, request: FastifyRequest): Envelope {
  const refused = thrown instanceof Refused ? thrown : new Refused('server-fault')
  if (!(thrown instanceof Refused)) request.log.error({ err: thrown }, 'a call failed')
  const { refusal, code, details } = refused
  return { code, data: { refusal, ...details }, msg: refusal, status: false }
}
