import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { headersFor } from './headers.ts'

/** Stands in the built script for {@link headersVersion}. */
const PLACE = '__HEADERS_VERSION__'

interface ServiceWorkerOptions {
  readonly distFolder: string
  /** False sends a worker that removes itself and what it kept, to every browser that has one. */
  readonly enabled: boolean
  readonly tilesUrl: string | undefined
}

/**
 * The service worker's script. Browsers ask for it at every visit and take another one by its bytes,
 * so it names the headers that kept files have: other headers are fetched anew.
 */
export async function serveServiceWorker(
  app: FastifyInstance,
  { distFolder, enabled, tilesUrl }: ServiceWorkerOptions,
): Promise<void> {
  const file = enabled ? 'service-worker.js' : 'service-worker-removal.js'
  const script = await readFile(join(distFolder, file), 'utf8').catch(() => null)
  // Nothing was built: there is none to serve.
  if (script === null) return
  const version = headersVersion(tilesUrl)
  const sent = Buffer.from(script.replace(PLACE, version))
  const etag = `"${digestOf(sent)}"`
  const compressed = brotliCompressSync(sent)
  app.get('/service-worker.js', (request, reply) => {
    reply.type('text/javascript; charset=utf-8').headers({
      'Cache-Control': 'no-cache',
      ETag: etag,
      Vary: 'Accept-Encoding',
    })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    const takesBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
    if (!takesBrotli) return reply.send(sent)
    return reply.header('Content-Encoding', 'br').send(compressed)
  })
}

const digestOf = (bytes: string | Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 16)

function headersVersion(tilesUrl: string | undefined): string {
  const headers = ['/', '/assets/opencv.worker-'].map((path) => headersFor(path, tilesUrl))
  return digestOf(JSON.stringify(headers))
}
