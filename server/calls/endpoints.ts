import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Envelope } from '#core/contract/envelope.ts'
import { endpoints as endpointPaths, type Service } from '#core/contract/service.ts'
import { type ServiceKey, services } from '#core/contract/services.ts'
import type { Refusal } from '#core/refusals.ts'
import { callHeaders } from '../headers.ts'
import type { AtOnce } from './at-once.ts'
import { callerIn } from './caller-in.ts'
import { compiled } from './compiled.ts'
import { isEncrypted } from './encrypted.ts'
import type { Admit } from './flood.ts'
import type { Arrive, Caller, Handlers, StaffCaller } from './handler.ts'
import { Paged } from './handler.ts'
import { hungUp } from './hung-up.ts'
import type { LargeBodies } from './large-bodies.ts'
import { networkOfCaller } from './network.ts'
import { readPaging } from './paging.ts'
import { type RateLimit, rateLimits } from './rate-limits.ts'
import type { Counted, Rates, Settle } from './rates.ts'
import { Refused } from './refused.ts'
import {
  isLarge,
  largeBody,
  type RequestBody,
  serviceKeyAt,
  smallBody,
  tooLarge,
} from './request-body.ts'
import type { Validated } from './validate.ts'

export interface Endpoints {
  readonly handlers: Handlers
  readonly rates: Rates
  readonly admit: Admit
  /** A phone number's one form, or null. */
  readonly phoneNumberOf: (typed: string) => string | null
  /** Who a token belongs to, or null. */
  readonly callerOf: (token: string) => Promise<Caller | null>
  /** Customers' services whose callers are found and counted in one round trip. */
  readonly arrivals: Readonly<Partial<Record<ServiceKey, Arrive>>>
  /** Which of the staff a token belongs to, or null. */
  readonly staffOf: (token: string) => Promise<StaffCaller | null>
  readonly atOnce: AtOnce
  readonly largeBodies: LargeBodies
  readonly opened: (service: string) => () => void
  readonly counted: (service: string, code: number, ms: number) => void
}

/** Opens the addresses of point 7: every call is found by `s`, counted, validated and enveloped. */
export function openEndpoints(app: FastifyInstance, endpoints: Endpoints): void {
  const admit = admission(endpoints)
  for (const path of Object.values(endpointPaths)) {
    app.post(path, { onRequest: admit }, async (request, reply) => {
      const began = performance.now()
      const { envelope, name } = await answer(path, request, reply, endpoints)
      endpoints.counted(name, envelope.code, performance.now() - began)
      send(reply, envelope)
    })
  }
}

/** Before a body is read: nobody floods this process, and only a customer sends a large one. */
function admission({ admit, callerOf }: Endpoints) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const refuse = (thrown: unknown) => send(reply, refusedEnvelope(thrown, request))
    const admitLarge = async () => {
      try {
        await callerIn(request, callerOf)
      } catch (thrown) {
        refuse(thrown)
        return
      }
      done()
    }
    try {
      admit(request)
    } catch (thrown) {
      refuse(thrown)
      return
    }
    if (isLarge(request)) void admitLarge()
    else done()
  }
}

/** Written past the framework: its headers are set one by one, and it looks for what no call answers. */
function send(reply: FastifyReply, envelope: Envelope): void {
  const text = JSON.stringify(envelope)
  reply.hijack()
  reply.raw.writeHead(reply.statusCode, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    ...callHeaders,
  })
  reply.raw.end(text)
}

async function answer(
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
  endpoints: Endpoints,
) {
  let name = 'unknown'
  try {
    if (request.body instanceof Uint8Array) {
      name = services.placeOrder.name
      const body = largeBody(path, request.body, reply, endpoints.largeBodies)
      return { name, envelope: await run('placeOrder', body, request, reply, endpoints) }
    }
    const { s, ...fields } = isObject(request.body) ? request.body : {}
    const key = serviceKeyAt(path, s)
    if (key === null) throw new Refused('service-unknown')
    name = services[key].name
    if (isLarge(request) && key !== 'placeOrder') throw tooLarge
    const body = smallBody(services[key], fields, request)
    return { name, envelope: await run(key, body, request, reply, endpoints) }
  } catch (thrown) {
    return { name, envelope: refusedEnvelope(thrown, request) }
  }
}

const isObject = (body: unknown): body is Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null && !Array.isArray(body)

async function run(
  key: ServiceKey,
  body: RequestBody,
  request: FastifyRequest,
  reply: FastifyReply,
  endpoints: Endpoints,
): Promise<Envelope> {
  const service: Service = services[key]
  const caller = await callerOfService(key, body.fields, request, endpoints)
  const who = callerCounted(body.fields, caller, request, endpoints)
  const settles = [await countCall(key, null, who, endpoints)]
  const settle = async (refusal: Refusal | null) => {
    for (const each of settles) await each(refusal)
  }
  const leave = endpoints.atOnce.enter(key, who)
  const closed = endpoints.opened(service.name)
  try {
    const opened = await body.open()
    settles.push(await countCall(key, opened.fields, who, endpoints))
    const envelope = await carryOut(key, opened.validated(), caller, request, reply, endpoints)
    await settle(null)
    return envelope
  } catch (thrown) {
    await settle(thrown instanceof Refused ? thrown.refusal : 'server-fault')
    throw thrown
  } finally {
    leave()
    closed()
  }
}

async function carryOut(
  key: ServiceKey,
  validated: Validated<unknown>,
  caller: Caller | StaffCaller | null,
  request: FastifyRequest,
  reply: FastifyReply,
  endpoints: Endpoints,
): Promise<Envelope> {
  const service: Service = services[key]
  const paging = readPaging(request)
  if (!validated.ok) throw new Refused('fields-wrong', { fields: validated.fields })
  // The handler table holds for each key the handler of that key's own service.
  const handler = endpoints.handlers[key] as (call: unknown) => Promise<unknown>
  const result = await handler({
    request: validated.request,
    caller,
    page: paging.page,
    window: paging.window,
    address: networkOfCaller(request),
    userAgent: request.headers['user-agent'] ?? '',
    // Few services ask for these.
    get encrypted() {
      return isEncrypted(request)
    },
    get signal() {
      return hungUp(reply)
    },
  })
  const answer = compiled(service.answer)
  if (!(result instanceof Paged)) return success(answer.parse(result))
  const perPage = service.paging === 'page' ? paging.page.pageSize : paging.window.pageSize
  return { ...success(answer.parse(result.rows)), count: result.count, per_page: perPage }
}

function callerCounted(
  { phone, username }: Readonly<Record<string, unknown>>,
  caller: Caller | StaffCaller | null,
  request: FastifyRequest,
  { phoneNumberOf }: Endpoints,
): Counted {
  const isStaff = caller !== null && 'accountId' in caller
  const name = isStaff ? caller.username : username
  return {
    address: networkOfCaller(request),
    customer: caller === null || isStaff ? undefined : caller.customerId,
    username: typeof name === 'string' ? name.trim().toLowerCase() : undefined,
    phone: typeof phone === 'string' ? (phoneNumberOf(phone) ?? undefined) : undefined,
  }
}

const limitsOf: Readonly<Partial<Record<ServiceKey, readonly RateLimit[]>>> = rateLimits
const nothingCounted: Promise<Settle> = Promise.resolve(async () => {})

/**
 * Counted before it is validated: a wrong request costs work too.
 * @param fields null counts what depends on none of them; else what depends on those that are filled
 */
function countCall(
  key: ServiceKey,
  fields: Readonly<Record<string, unknown>> | null,
  who: Counted,
  { rates, arrivals }: Endpoints,
): Promise<Settle> {
  const limited = limitsOf[key]
  if (limited === undefined) return nothingCounted
  const due = limited.filter(({ field }) =>
    fields === null
      ? field === undefined && arrivals[key] === undefined
      : field !== undefined && isFilled(fields[field]),
  )
  return due.length === 0 ? nothingCounted : rates.count(key, due, who)
}

const isFilled = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''

const success = (data: unknown): Envelope => ({ code: 0, data, msg: 'ok', status: true })

/** To who has another role a service is unknown. */
async function callerOfService(
  key: ServiceKey,
  fields: RequestBody['fields'],
  request: FastifyRequest,
  { callerOf, staffOf, arrivals }: Endpoints,
): Promise<Caller | StaffCaller | null> {
  const { token, roles }: Service = services[key]
  if (token === 'none') return null
  if (token === 'customer') {
    const arrive = arrivals[key]
    return await callerIn(request, arrive ? (given) => arrive(given, fields) : callerOf)
  }
  const caller = await callerIn(request, staffOf)
  if (!roles.includes(caller.role)) throw new Refused('service-unknown')
  return caller
}

function refusedEnvelope(thrown: unknown, request: FastifyRequest): Envelope {
  const refused = thrown instanceof Refused ? thrown : new Refused('server-fault')
  if (!(thrown instanceof Refused)) request.log.error({ err: thrown }, 'a call failed')
  const { refusal, code, details } = refused
  return { code, data: { refusal, ...details }, msg: refusal, status: false }
}
