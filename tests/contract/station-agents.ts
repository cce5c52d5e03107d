import { generateKeyPairSync } from 'node:crypto'
import { claim } from '#core/contract/station/protocol.ts'
import type { StationJob } from '#core/contract/station/station-job.ts'
import { newEnrolmentCode } from '#server/stations/agents/enrolment.ts'
import { createServerClient, enrolWith, type ServerClient } from '#station/server/server-client.ts'
import type { Shop } from './shop.ts'

export const newKeys = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const spki = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  return { key: privateKey, publicKey: spki }
}

/** An enrolled agent of a machine. Earlier ones stay unless they are revoked. */
export async function newAgent(
  shop: Shop,
  machineId = 'M001',
  options: { revokesEarlier?: boolean; clock?: () => number } = {},
): Promise<ServerClient> {
  const { revokesEarlier = true, clock } = options
  const { key, publicKey } = newKeys()
  const code = await newEnrolmentCode(shop.context, machineId, { revokesEarlier })
  const { agent } = await enrolWith(shop.url, code, publicKey)
  return createServerClient({ server: shop.url, agent, key, ...(clock && { clock }) })
}

/** What a claim hands out, which must be a job. */
export async function claimed(agent: ServerClient): Promise<StationJob> {
  const { job } = await agent.call(claim, { waitMs: 0 })
  if (job === null) throw new Error('no job waits')
  return job
}
