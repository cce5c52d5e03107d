import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { eq, lt, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { SKEW_MAX_MS, signedHeaders, signedText } from '#core/contract/station/signed-request.ts'
import type { Context } from '../../context.ts'
import { stationAgents, stationNonces } from '../../database/schema.ts'
import { StationFault } from './station-fault.ts'

/** Who speaks: an agent, and the machine that it drives. */
export interface Agent {
  readonly id: string
  readonly machineId: string
}

type Trusted = Pick<Context, 'database' | 'now'>

const headersSchema = z.object({
  [signedHeaders.agent]: z.uuid(),
  [signedHeaders.time]: z.coerce.number().int(),
  [signedHeaders.nonce]: z.string().min(16).max(64),
  [signedHeaders.signature]: z.string().max(120),
})

/**
 * The agent that signed a request, each request once.
 * @throws StationFault `signature-wrong`, `time-wrong`, `replayed`, `agent-unknown`, `agent-revoked`
 */
export type Authenticate = (request: FastifyRequest, body: Uint8Array) => Promise<Agent>

/** Every call of a station asks for this: its statements are prepared, and keys read once. */
export function openAuthentication({ database, now }: Trusted): Authenticate {
  const agents = database
    .select()
    .from(stationAgents)
    .where(eq(stationAgents.id, sql.placeholder('id')))
    .prepare('station_agent')
  const takeNonce = database
    .insert(stationNonces)
    .values({
      agentId: sql.placeholder('agentId'),
      nonce: sql.placeholder('nonce'),
      at: sql.placeholder('at'),
    })
    .onConflictDoNothing()
    .returning({ nonce: stationNonces.nonce })
    .prepare('take_nonce')

  return async (request, body) => {
    const headers = headersSchema.safeParse(request.headers)
    if (!headers.success) throw new StationFault('signature-wrong')
    const {
      [signedHeaders.agent]: agentId,
      [signedHeaders.time]: timeMs,
      [signedHeaders.nonce]: nonce,
      [signedHeaders.signature]: signature,
    } = headers.data
    const [agent] = await agents.execute({ id: agentId })
    if (agent === undefined) throw new StationFault('agent-unknown')
    const bodyHash = createHash('sha256').update(body).digest('hex')
    const text = signedText({ method: request.method, path: request.url, bodyHash, timeMs, nonce })
    const key = keyOf(agent.publicKey)
    if (!verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))) {
      throw new StationFault('signature-wrong')
    }
    if (agent.revokedAt !== null) throw new StationFault('agent-revoked')
    if (Math.abs(now().getTime() - timeMs) > SKEW_MAX_MS) throw new StationFault('time-wrong')
    const taken = await takeNonce.execute({ agentId, nonce, at: now() })
    if (taken.length === 0) throw new StationFault('replayed')
    return { id: agent.id, machineId: agent.machineId }
  }
}

/** Public keys that were read, by what is written of them: reading one costs more than its use. */
const keys = new Map<string, KeyObject>()
const KEYS_MAX = 2000

function keyOf(publicKey: string): KeyObject {
  const known = keys.get(publicKey)
  if (known !== undefined) return known
  const [oldest] = keys.size >= KEYS_MAX ? keys.keys() : []
  if (oldest !== undefined) keys.delete(oldest)
  const key = createPublicKey({
    key: Buffer.from(publicKey, 'base64'),
    format: 'der',
    type: 'spki',
  })
  keys.set(publicKey, key)
  return key
}

/** Nonces of requests whose time nobody believes any more. */
export async function sweepNonces({ database, now }: Trusted): Promise<void> {
  const over = new Date(now().getTime() - 4 * SKEW_MAX_MS)
  await database.delete(stationNonces).where(lt(stationNonces.at, over))
}
