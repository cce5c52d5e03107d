import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Connections that one turn of the event loop takes. */
const A_TURN = 16

/** Hands a descriptor back as often as it is told. */
const HAND_BACK = `process.on('message', (times, handle) => {
  for (let left = times; left > 0; left--)
    process.send('', handle, { keepOpen: true }, () => left === 1 && process.exit())
})`

/** Holds so many connections at most, whichever descriptor took them; who comes beyond is turned away. */
export function limitConnections({ server }: FastifyInstance, most: number): void {
  let open = 0
  server.prependListener('connection', (socket: Socket) => {
    open++
    socket.once('close', () => open--)
    if (open > most) socket.destroy()
  })
}

/**
 * Lets a server take many connections a turn of its event loop. Node takes
 * one a turn from each descriptor that listens (libuv since 1.45), and under load a turn takes
 * milliseconds: those who come back after another server died would be let in one by one, behind
 * everybody's calls. So the listening socket gets more descriptors, by a process that lives for a moment
 * and hands it back: Node has no call that duplicates one, and SO_REUSEPORT only from 22.12 on. Where that
 * does not work, the server goes on with the one it has.
 */
export function acceptMore(app: FastifyInstance): void {
  const { server } = app
  const more = new Set<Server>()
  let isClosing = false
  const listenBy = (handle: unknown) => {
    if (isClosing || handle === undefined) return
    const another = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      server.emit('connection', socket),
    ).listen(handle)
    // Ours takes what this one does not.
    more.add(another.on('error', () => more.delete(another)))
  }
  app.addHook('onListen', async () => {
    const child = spawn(process.execPath, ['-e', HAND_BACK], {
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.on('message', (_, handle: unknown) => listenBy(handle))
    child.on('error', (err) => app.log.warn({ err }, 'connections are taken one a turn'))
    // Node's types know of servers and sockets alone; a server would be listened to there as well.
    const handle: unknown = Reflect.get(server, '_handle')
    Reflect.apply(child.send.bind(child), child, [A_TURN - 1, handle, { keepOpen: true }, () => {}])
    child.unref()
  })
  const closed: Promise<unknown>[] = []
  app.addHook('preClose', async () => {
    isClosing = true
    for (const each of more) closed.push(once(each.close(), 'close'))
  })
  // What they took ends as what the server itself took does, before what it works with is closed.
  app.addHook('onClose', async () => {
    await Promise.all(closed)
  })
}
