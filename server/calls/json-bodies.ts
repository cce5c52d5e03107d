import type { FastifyInstance } from 'fastify'
import { limits } from '#core/limits.ts'

/** Deeper than any request of the contract. */
const DEPTH_MAX = 24
/** Objects and lists, members of objects, and values in one body: more than the largest design holds. */
const CONTAINERS_MAX = 100_000
const MEMBERS_MAX = 60_000
const VALUES_MAX = 300_000

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const COMMA = 0x2c
/** `[` and `]` with this bit are `{` and `}`. */
const BRACE = 0x20
const OPENING = 0x7b
const CLOSING = 0x7d

/**
 * Whether JSON can be parsed at little cost: neither nested deeply nor made of very many parts. It
 * looks at each byte once and builds nothing.
 */
export function isPlainJson(text: Uint8Array): boolean {
  let depth = 0
  let containers = 0
  let members = 0
  let values = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const byte = text[at] ?? 0
    if (quoted) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) quoted = false
    } else if (byte === QUOTE) quoted = true
    else if ((byte | BRACE) === OPENING) {
      depth++
      containers++
      if (depth > DEPTH_MAX || containers > CONTAINERS_MAX) return false
    } else if ((byte | BRACE) === CLOSING) depth--
    else if (byte === COLON && ++members > MEMBERS_MAX) return false
    else if (byte === COMMA && ++values > VALUES_MAX) return false
  }
  return true
}

const refusedBody = () => Object.assign(new Error('a body that is refused'), { statusCode: 422 })

/**
 * Reads JSON bodies; keys that reach for prototypes are refused. What is larger than a call stays as
 * bytes, for another thread to read.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer', bodyLimit: limits.orderBytesMax },
    (request, body, done) => {
      if (body.length > limits.callBytesMax) done(null, body)
      else if (!isPlainJson(body)) done(refusedBody(), undefined)
      else void parse(request, body.toString('utf8'), done)
    },
  )
}
