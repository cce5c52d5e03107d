import { createHash, createPublicKey, verify } from 'node:crypto'
import { eq, lt } from 'drizzle-orm'
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
export async function authenticate(
  { database, now }: Trusted,
  request: FastifyRequest,
  body: Uint8Array,
): Promise<Agent> {
  const headers = headersSchema.safeParse(request.headers)
  if (!headers.success) throw new StationFault('signature-wrong')
  const {
    [signedHeaders.agent]: agentId,
    [signedHeaders.time]: timeMs,
    [signedHeaders.nonce]: nonce,
    [signedHeaders.signature]: signature,
  } = headers.data
  const [agent] = await database.select().from(stationAgents).where(eq(stationAgents.id, agentId))
  if (agent === undefined) throw new StationFault('agent-unknown')
  const bodyHash = createHash('sha256').update(body).digest('hex')
  const text = signedText({ method: request.method, path: request.url, bodyHash, timeMs, nonce })
  const key = createPublicKey({
    key: Buffer.from(agent.publicKey, 'base64'),
    format: 'der',
    type: 'spki',
  })
  if (!verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))) {
    throw new StationFault('signature-wrong')
  }
  if (agent.revokedAt !== null) throw new StationFault('agent-revoked')
  if (Math.abs(now().getTime() - timeMs) > SKEW_MAX_MS) throw new StationFault('time-wrong')
  const taken = await database
    .insert(stationNonces)
    .values({ agentId, nonce, at: now() })
    .onConflictDoNothing()
    .returning({ nonce: stationNonces.nonce })
  if (taken.length === 0) throw new StationFault('replayed')
  return { id: agent.id, machineId: agent.machineId }
}

/** Nonces of requests whose time nobody believes any more. */
export async function sweepNonces({ database, now }: Trusted): Promise<void> {
  const over = new Date(now().getTime() - 4 * SKEW_MAX_MS)
  await database.delete(stationNonces).where(lt(stationNonces.at, over))
}
