import { pickup } from '#core/contract/station/protocol.ts'
import type { AgentNews } from '../agent.ts'
import { type ServerClient, ServerRefused } from '../server/server-client.ts'
import { createScreenState, type ScreenOptions } from './screen-state.ts'
import {
  openWindow,
  pathOf,
  readJson,
  sendEvents,
  sendJson,
  type WindowServer,
} from './window-server.ts'

interface Options extends ScreenOptions {
  readonly dist: string
  readonly port: number
}

/** The station's own screen: what the agent tells it is what it shows. */
export interface Screen extends WindowServer {
  readonly news: AgentNews
  /** From then on prints can be collected here. */
  readonly serve: (server: ServerClient) => void
}

/** Hands out what a code stands for, or says why not. */
async function collect(server: ServerClient | null, body: unknown) {
  const parsed = pickup.request.safeParse(body)
  if (!parsed.success) return { status: 422, body: { refusal: null } }
  if (server === null) return { status: 503, body: { refusal: null } }
  try {
    return { status: 200, body: await server.call(pickup, parsed.data) }
  } catch (thrown) {
    if (!(thrown instanceof ServerRefused)) return { status: 503, body: { refusal: null } }
    const { refusal, params } = thrown
    return { status: 409, body: { refusal, params } }
  }
}

/** Opens a station's screen to the browser of this machine. */
export async function openScreen({ dist, port, ...options }: Options): Promise<Screen> {
  const { state, news, onChange } = await createScreenState(options)
  let server: ServerClient | null = null
  const window = await openWindow(dist, 'station.html', port, async (request, response) => {
    const path = pathOf(request)
    if (path === '/events') sendEvents(response, state, onChange)
    else if (path === '/state') sendJson(response, 200, state())
    else if (request.method === 'POST' && path === '/pickup') {
      const { status, body } = await collect(server, await readJson(request).catch(() => null))
      sendJson(response, status, body)
    } else return false
    return true
  })
  return {
    ...window,
    news,
    serve: (client) => {
      server = client
    },
  }
}
