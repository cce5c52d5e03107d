import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** How many messages met with what. */
export interface Mishaps {
  lost: number
  answersLost: number
  repeated: number
  delayed: number
}

export interface UnreliableProxy {
  readonly url: string
  readonly mishaps: Mishaps
  /** Nothing goes wrong any more. */
  readonly calm: () => void
  readonly close: () => Promise<void>
}

const DELAY_MS = 1_500
const SKIPPED = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'host',
  'transfer-encoding',
  'keep-alive',
])

/**
 * A line that loses messages on their way, or their answers, delays them and sends them twice.
 * @param target where to
 * @param share of the messages that meet with each
 */
export async function openUnreliableProxy(
  target: () => string,
  share: number,
): Promise<UnreliableProxy> {
  const mishaps: Mishaps = { lost: 0, answersLost: 0, repeated: 0, delayed: 0 }
  let odds = share
  const happens = (mishap: keyof Mishaps): boolean => {
    const isSo = Math.random() < odds
    if (isSo) mishaps[mishap]++
    return isSo
  }
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(Buffer.from(piece))
    const body = Buffer.concat(pieces)
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    const headers = Object.entries(request.headers).filter(([name]) => !SKIPPED.has(name))
    const send = () =>
      fetch(target() + request.url, {
        method: request.method ?? 'GET',
        headers: headers.map(([name, value]): [string, string] => [name, String(value)]),
        ...(body.length > 0 && { body }),
      })
    if (happens('lost')) return void request.socket.destroy()
    if (happens('delayed')) await pause(Math.random() * DELAY_MS)
    let answer = await send()
    if (happens('repeated')) {
      const again = await send()
      if (Math.random() < 0.5) answer = again
    }
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (happens('answersLost')) return void request.socket.destroy()
    const back = [...answer.headers].filter(([name]) => !SKIPPED.has(name))
    response.writeHead(answer.status, Object.fromEntries(back)).end(bytes)
  }
  const server = createServer((request, response) => {
    pass(request, response).catch(() => request.socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    mishaps,
    calm: () => {
      odds = 0
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
