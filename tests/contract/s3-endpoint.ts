import { createHash, createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { SignatureV4 } from '@smithy/signature-v4'

/** A bucket that speaks as much S3 as files and uploads need, in this process. */
export interface S3Endpoint {
  readonly url: string
  readonly key: string
  readonly secret: string
  readonly bucket: string
  /** What lies in it, by key. */
  readonly objects: Map<string, Buffer>
  /** How often something was written under a key, copies and whole multipart uploads counted. */
  readonly written: Map<string, number>
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

/** A multipart upload under way. */
interface Multipart {
  readonly key: string
  readonly parts: Map<number, Buffer>
}

type Metadata = Readonly<Record<string, string>>
const OWN = 'x-amz-meta-'

const xml = (response: ServerResponse, status: number, text: string): unknown => {
  response.writeHead(status, { 'Content-Type': 'application/xml' })
  return response.end(`<?xml version="1.0" encoding="UTF-8"?>${text}`)
}
const missing = (response: ServerResponse, code = 'NoSuchKey'): unknown =>
  xml(response, 404, `<Error><Code>${code}</Code><Message>no such thing</Message></Error>`)

export async function openS3Endpoint(): Promise<S3Endpoint> {
  const objects = new Map<string, Buffer>()
  const metadata = new Map<string, Metadata>()
  const multiparts = new Map<string, Multipart>()
  const written = new Map<string, number>()

  const write = (key: string, body: Buffer, own: Metadata = {}) => {
    objects.set(key, body)
    metadata.set(key, own)
    written.set(key, (written.get(key) ?? 0) + 1)
  }

  const answerMultipart = (
    { method = '', headers }: IncomingMessage,
    { searchParams }: URL,
    key: string,
    body: Buffer,
    response: ServerResponse,
  ): unknown => {
    if (searchParams.has('uploads')) {
      const id = randomUUID()
      multiparts.set(id, { key, parts: new Map() })
      const named = `<Bucket>${BUCKET}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId>`
      const answer = `<InitiateMultipartUploadResult>${named}</InitiateMultipartUploadResult>`
      return xml(response, 200, answer)
    }
    const id = searchParams.get('uploadId') ?? ''
    const upload = multiparts.get(id)
    if (upload?.key !== key) return missing(response, 'NoSuchUpload')
    if (method === 'PUT') {
      if (body.length !== Number(headers['content-length'])) return response.destroy()
      upload.parts.set(Number(searchParams.get('partNumber')), body)
      return response.writeHead(200, { ETag: '"an-etag"' }).end()
    }
    if (method === 'DELETE') {
      multiparts.delete(id)
      return response.writeHead(204).end()
    }
    const parts = [...upload.parts].sort(([one], [other]) => one - other)
    if (method === 'GET') {
      const list = parts.map(
        ([number, { length }]) =>
          `<Part><PartNumber>${number}</PartNumber><ETag>"an-etag"</ETag><Size>${length}</Size></Part>`,
      )
      return xml(response, 200, `<ListPartsResult>${list.join('')}</ListPartsResult>`)
    }
    write(key, Buffer.concat(parts.map(([, part]) => part)))
    multiparts.delete(id)
    const answer = `<Location>${key}</Location><ETag>"an-etag"</ETag>`
    const name = 'CompleteMultipartUploadResult'
    return xml(response, 200, `<${name}>${answer}</${name}>`)
  }

  const put = (request: IncomingMessage, key: string, body: Buffer, response: ServerResponse) => {
    const source = request.headers['x-amz-copy-source']
    if (source !== undefined) {
      const copied = objects.get(String(source).slice(BUCKET.length + 1))
      if (copied === undefined) return missing(response)
      write(key, copied)
      return xml(response, 200, '<CopyObjectResult><ETag>"an-etag"</ETag></CopyObjectResult>')
    }
    if (body.length !== Number(request.headers['content-length'])) return response.destroy()
    const own = Object.entries(request.headers).filter(([name]) => name.startsWith(OWN))
    write(key, body, Object.fromEntries(own.map(([name, value]) => [name, String(value)])))
    return response.writeHead(200, { ETag: '"an-etag"' }).end()
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const { method = '' } = request
    const body = await buffer(request)
    if (!(await isSigned(request, url))) return response.writeHead(403).end()
    const [, bucket, ...rest] = url.pathname.split('/')
    const key = rest.join('/')
    if (bucket !== BUCKET) return missing(response)
    if (url.searchParams.has('uploads') || url.searchParams.has('uploadId')) {
      return answerMultipart(request, url, key, body, response)
    }
    if (method === 'PUT') return put(request, key, body, response)
    if (method === 'DELETE') {
      objects.delete(key)
      return response.writeHead(204).end()
    }
    const object = objects.get(key)
    if (object === undefined) return missing(response)
    response.writeHead(200, { 'Content-Length': object.length, ...metadata.get(key) })
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
    written,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
