import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below the ports that systems give to outgoing connections: one of those may be taken between
 * being found free and being listened at.
 */
const FIRST_PORT = 15_000
const PORTS = 17_000
const TRIES = 100

/**
 * @returns a port of this machine's that nobody listens at
 * @throws Error where none of many is free
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = FIRST_PORT + randomInt(PORTS)
    if (await isFree(port)) return port
  }
  throw new Error(`none of ${TRIES} ports is free`)
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
