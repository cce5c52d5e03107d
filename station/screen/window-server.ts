import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Answers an address of a window's own; false where it is none of them. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>

export interface WindowServer {
  readonly url: string
  readonly close: () => Promise<void>
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
}

/**
 * Serves a window to the screen of this machine: its own addresses, and what the build made.
 * @param page the document that `/` is
 * @param port 0 for any that is free
 */
export async function openWindow(
  dist: string,
  page: string,
  port: number,
  answer: Answer,
): Promise<WindowServer> {
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    if (await answer(request, response)) return
    const path = pathOf(request)
    if (!(await sendFile(response, dist, path === '/' ? `/${page}` : path))) {
      response.writeHead(404).end()
    }
  }
  await listen(server, port)
  const address = server.address()
  const open = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `http://127.0.0.1:${open}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

export const pathOf = (request: IncomingMessage): string =>
  (request.url ?? '/').split('?')[0] ?? '/'

const listen = (server: Server, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })

async function sendFile(response: ServerResponse, dist: string, path: string): Promise<boolean> {
  const file = join(dist, normalize(decodeURIComponent(path)))
  if (!file.startsWith(dist)) return false
  const found = await stat(file).catch(() => null)
  if (found === null || !found.isFile()) return false
  response.writeHead(200, {
    'Content-Type': types[extname(file)] ?? 'application/octet-stream',
    'Content-Length': found.size,
    'Content-Security-Policy':
      "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  })
  await pipeline(createReadStream(file), response)
  return true
}

/** Keeps an `EventSource` told of a state: now, and whenever it changes. */
export function sendEvents(
  response: ServerResponse,
  state: () => unknown,
  onChange: (changed: () => void) => () => void,
): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
  const send = () => void response.write(`data: ${JSON.stringify(state())}\n\n`)
  const stop = onChange(send)
  response.on('close', stop)
  send()
}

const BODY_BYTES_MAX = 4096

/** A small JSON body. @throws Error where it is none */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const piece of request) {
    text += String(piece)
    if (text.length > BODY_BYTES_MAX) throw new Error('too long')
  }
  return JSON.parse(text)
}

export const sendJson = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

export const sendPieces = (
  response: ServerResponse,
  pieces: AsyncIterable<Buffer>,
  type: string,
) => {
  response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' })
  return pipeline(Readable.from(pieces), response)
}
