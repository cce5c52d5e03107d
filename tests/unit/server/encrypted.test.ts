import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { isEncrypted } from '#server/calls/encrypted.ts'

interface Asked {
  readonly trusts?: string
  readonly from?: string
  readonly host?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** What a server says of a request. */
async function encrypted({ trusts, from = '127.0.0.1', host = 'localhost', headers }: Asked) {
  const app = Fastify({ trustProxy: trusts ?? false })
  app.get('/', async (request) => isEncrypted(request))
  const asked = { remoteAddress: from, headers: { host, ...headers } }
  const { body } = await app.inject({ method: 'GET', url: '/', ...asked })
  await app.close()
  return body === 'true'
}

const client = '203.0.113.7'
const https = { 'x-forwarded-for': client, 'x-forwarded-proto': 'https' }
const http = { 'x-forwarded-for': client, 'x-forwarded-proto': 'http' }

describe('what is sent is encrypted', () => {
  it.each<[string, Asked]>([
    ['on the loopback', {}],
    ['on the loopback by its address', { host: '127.0.0.1:4173' }],
    ['on the loopback of IPv6', { from: '::1', host: '[::1]:4173' }],
    ['where a trusted proxy says so', { trusts: '127.0.0.1', headers: https }],
  ])('%s', async (_words, asked) => {
    expect(await encrypted(asked)).toBe(true)
  })
})

describe('what is sent is not encrypted', () => {
  it.each<[string, Asked]>([
    ['on plain HTTP', { from: client }],
    ['from a neighbour who calls us localhost', { from: '192.168.1.7' }],
    ['where a trusted proxy says it is not', { trusts: '127.0.0.1', headers: http }],
    ['where a proxy says so that nobody trusts', { headers: https }],
    ['where one of others than the trusted says so', { trusts: '10.0.0.1', headers: https }],
    ['where the customer says so', { from: client, headers: https }],
    ['behind a proxy on this machine that says nothing', { host: 'shop.example' }],
    ['behind one that names its way alone', { headers: { via: '1.1 proxy' } }],
  ])('%s', async (_words, asked) => {
    expect(await encrypted(asked)).toBe(false)
  })
})
