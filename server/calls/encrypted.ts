import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** What proxies add to what they pass on; from one that is not trusted it still says there is one. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'x-real-ip', 'via'] as const

/**
 * Whether nobody on the way can read what is sent: TLS, as a trusted proxy says it too, or this
 * machine's own loopback with no proxy in between.
 */
export function isEncrypted(request: FastifyRequest): boolean {
  if (request.protocol === 'https') return true
  const proxied = FORWARDED.some((name) => request.headers[name] !== undefined)
  // A proxy that is believed has put its client's address in place of its own.
  if (proxied && request.ip === request.socket.remoteAddress) return false
  return isLoopback(request.ip) && isLoopbackName(request.hostname)
}

const isLoopback = (address: string): boolean =>
  /^(::ffff:)?127\./.test(address) || address === '::1'

/** A proxy that hides itself mostly passes on the name that it was asked by. */
function isLoopbackName(name: string): boolean {
  const plain = name.replace(/^\[|\]$/g, '').toLowerCase()
  return isIP(plain) === 0 ? plain === 'localhost' : isLoopback(plain)
}
