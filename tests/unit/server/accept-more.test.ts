import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import Fastify from 'fastify'
import { beforeEach, expect, it } from 'vitest'
import { acceptMore, limitConnections } from '#server/operation/accept-more.ts'

const COMING = 64
/** Opens so many connections at once, and ends when the kernel has taken each. */
const COMERS = `const { connect } = require('node:net')
let left = ${COMING}
for (let index = 0; index < ${COMING}; index++)
  connect(Number(process.argv[1]), '127.0.0.1', () => --left === 0 && process.exit())`
/** Asks on so many connections at once, and says what each was answered. */
const ASKERS = `for (let index = 0; index < ${COMING}; index++)
  fetch(process.argv[1]).then((answer) => answer.text(), () => 'no answer').then(console.log)`

let app = Fastify()
let taken = 0
let held = 0
beforeEach(() => {
  app = Fastify()
  held = 0
  app.server.on('connection', (socket) => {
    taken++
    held++
    socket.once('close', () => held--)
  })
})

async function open(): Promise<string> {
  acceptMore(app)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  // The descriptors come a moment later.
  while ((await turnsFor(url)) > COMING / 4) await pause(20)
  return url
}

/** In how many turns of the event loop those are taken who came while it stood still. */
async function turnsFor(url: string): Promise<number> {
  taken = 0
  spawnSync(process.execPath, ['-e', COMERS, new URL(url).port])
  let turns = 0
  for (; taken < COMING; turns++) await turn()
  return turns
}

it('takes those who come at once in a few turns of the event loop', async () => {
  const url = await open()
  expect(await turnsFor(url)).toBeLessThanOrEqual(COMING / 4)
  await app.close()
})

it('answers all who ask before it closes, and nobody after', async () => {
  let asked = 0
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  app.get('/', async () => {
    asked++
    await answered
    return 'here you are'
  })
  const url = await open()
  const askers = spawn(process.execPath, ['-e', ASKERS, url])
  const said = text(askers.stdout)
  while (asked < COMING) await turn()
  const closed = app.close()
  answer()
  expect(await said).toBe('here you are\n'.repeat(COMING))
  await closed
  await expect(fetch(url)).rejects.toThrow()
})

it('turns away who comes beyond the most connections, whichever descriptor took them', async () => {
  limitConnections(app, 3)
  const url = await open()
  while (held > 0) await turn()
  const three = await Promise.all(
    [1, 2, 3].map(async () => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      await once(socket, 'connect')
      return socket
    }),
  )
  await expect(fetch(url)).rejects.toThrow()
  for (const socket of three) socket.destroy()
  await app.close()
})
