import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { SignatureV4 } from '@smithy/signature-v4'

/** A bucket that speaks as much S3 as the file store needs, in this process. */
export interface S3Endpoint {
  readonly url: string
  readonly key: string
  readonly secret: string
  readonly bucket: string
  /** What lies in it, by key. */
  readonly objects: Map<string, Buffer>
  /** How often each method was asked for. */
  readonly asked: Map<string, number>
  readonly close: () => Promise<void>
}

const credentials = { accessKeyId: 'an-access-key', secretAccessKey: 'a secret of these tests' }
const REGION = 'us-east-1'
const BUCKET = 'prints'

function keyOf(secret: string | ArrayBuffer | ArrayBufferView): string | Uint8Array {
  if (typeof secret === 'string') return secret
  if (secret instanceof ArrayBuffer) return new Uint8Array(secret)
  return new Uint8Array(secret.buffer, secret.byteOffset, secret.byteLength)
}

/** Node's SHA-256 as the signing library wants one. */
class Sha256 {
  readonly #hash

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', keyOf(secret))
  }

  update(piece: Uint8Array): void {
    this.#hash.update(piece)
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest()
  }

  reset(): void {
    throw new Error('not needed')
  }
}

const signer = new SignatureV4({
  credentials,
  region: REGION,
  service: 's3',
  sha256: Sha256,
  uriEscapePath: false,
  applyChecksum: false,
})

/** Whether a request bears the signature that its own signed headers give (SigV4). */
async function isSigned(request: IncomingMessage, url: URL): Promise<boolean> {
  const given = request.headers.authorization ?? ''
  const names = /SignedHeaders=([^,]+)/.exec(given)?.[1]?.split(';') ?? []
  const date = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(
    String(request.headers['x-amz-date']),
  )
  if (date === null) return false
  const [, year, month, day, hour, minute, second] = date
  const signed = await signer.sign(
    {
      method: request.method ?? '',
      protocol: 'http:',
      hostname: url.hostname,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: Object.fromEntries(names.map((name) => [name, String(request.headers[name])])),
    },
    {
      signingDate: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`),
      signableHeaders: new Set(names),
    },
  )
  return signed.headers['authorization'] === given
}

function missing(response: ServerResponse): void {
  response.writeHead(404, { 'Content-Type': 'application/xml' })
  response.end('<Error><Code>NoSuchKey</Code><Message>no such key</Message></Error>')
}

export async function openS3Endpoint(): Promise<S3Endpoint> {
  const objects = new Map<string, Buffer>()
  const asked = new Map<string, number>()

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const { method = '' } = request
    asked.set(method, (asked.get(method) ?? 0) + 1)
    const body = await buffer(request)
    if (!(await isSigned(request, url))) return response.writeHead(403).end()
    const [, bucket, ...rest] = url.pathname.split('/')
    const key = rest.join('/')
    const object = objects.get(key)
    if (bucket !== BUCKET) return missing(response)
    if (method === 'PUT') {
      if (body.length !== Number(request.headers['content-length'])) return response.destroy()
      objects.set(key, body)
      return response.writeHead(200, { ETag: '"an-etag"' }).end()
    }
    if (method === 'DELETE') {
      objects.delete(key)
      return response.writeHead(204).end()
    }
    if (object === undefined) return missing(response)
    response.writeHead(200, { 'Content-Length': object.length })
    return response.end(method === 'HEAD' ? undefined : object)
  }

  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    key: credentials.accessKeyId,
    secret: credentials.secretAccessKey,
    bucket: BUCKET,
    objects,
    asked,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
