import type { FastifyReply, FastifyRequest } from 'fastify'
import { endpoints as endpointPaths, type Service } from '#core/contract/service.ts'
import { type ServiceKey, services } from '#core/contract/services.ts'
import { limits } from '#core/limits.ts'
import { readForm } from './form-bodies.ts'
import type { LargeBodies } from './large-bodies.ts'
import { Refused } from './refused.ts'
import { type Validated, validate } from './validate.ts'

/** A request's body: what is known of it before it is counted, and how it is read after that. */
export interface RequestBody {
  readonly fields: Readonly<Record<string, unknown>>
  readonly open: () => Promise<OpenBody>
}
interface OpenBody {
  readonly fields: Readonly<Record<string, unknown>>
  readonly validated: () => Validated<unknown>
}

export function smallBody(
  service: Service,
  fields: Readonly<Record<string, unknown>>,
  request: FastifyRequest,
): RequestBody {
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  const validated = () => {
    const given = isForm ? readForm(service, fields) : fields
    return validate(service.request, given, bytesSaid(request))
  }
  return { fields, open: async () => ({ fields, validated }) }
}

/** Only an order is so large; another thread reads it, for this one must not stop that long. */
export function largeBody(
  path: string,
  bytes: Uint8Array,
  reply: FastifyReply,
  largeBodies: LargeBodies,
): RequestBody {
  const open = async () => {
    const body = await largeBodies.read(bytes)
    if (body === null) {
      reply.code(422)
      throw new Refused('fields-wrong')
    }
    const key = serviceKeyAt(path, body.s)
    if (key !== 'placeOrder') throw key === null ? new Refused('service-unknown') : tooLarge
    const { placing } = body
    return { fields: placing.ok ? placing.request : {}, validated: () => placing }
  }
  return { fields: {}, open }
}

export const tooLarge = new Refused('fields-wrong', { fields: { request: 'too_big' } })

/** A length that is not said may be any. */
const bytesSaid = (request: FastifyRequest): number =>
  Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY)
export const isLarge = (request: FastifyRequest): boolean =>
  !(bytesSaid(request) <= limits.callBytesMax)

const keyOfName = new Map<string, ServiceKey>(
  Object.entries(services).map(([key, { name }]) => [name, key as ServiceKey]),
)

/** The fonts' address carries one service and needs no `s`. */
export function serviceKeyAt(path: string, s: unknown): ServiceKey | null {
  const name = s === undefined && path === endpointPaths.fonts ? services.machineFonts.name : s
  const key = typeof name === 'string' ? keyOfName.get(name) : undefined
  return key !== undefined && services[key].endpoint === path ? key : null
}
