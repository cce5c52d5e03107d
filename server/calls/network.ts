import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * Whom a network address belongs to: an IPv4 address itself, and the /64 of an IPv6 address, of which
 * one subscriber has 2^64.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(plain)) return plain
  const [before = '', after] = plain.split('::')
  const groups = before === '' ? [] : before.split(':')
  const rest = after === undefined || after === '' ? [] : after.split(':')
  const zeros = after === undefined ? [] : Array<string>(8 - groups.length - rest.length).fill('0')
  const first = [...groups, ...zeros, ...rest].slice(0, 4)
  return `${first.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What {@link networkOfCaller} found; a field, for a weak map costs every collection of garbage. */
    network: string | null
  }
}

/** The network that a request comes from; a proxy's list of addresses is read once for it. */
export function networkOfCaller(request: FastifyRequest): string {
  request.network ??= networkOf(request.ip)
  return request.network
}
