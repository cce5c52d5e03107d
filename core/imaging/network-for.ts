import { madeOr, StampaError } from '../errors.ts'
import type { HandNetworks } from './hand-points/find-hands.ts'
import type { ModelRole, Network } from './models.ts'
import type { InferenceSession } from './tool.ts'
import type { ToolJob } from './tool-definition.ts'

/**
 * The network of a role, which the tool cannot do without.
 * @throws StampaError `tool-unavailable` where this build has none
 */
export async function networkFor(job: ToolJob, role: ModelRole): Promise<Network> {
  const network = await job.network(role)
  if (network !== null) return network
  throw new StampaError('tool-unavailable', { cause: `this build carries no model for ${role}` })
}

/** The network of a role that the tool can do without: null where it cannot be had now. */
export async function sessionIfAny(
  job: ToolJob,
  role: ModelRole,
): Promise<InferenceSession | null> {
  const network = await madeOr(null, () => job.network(role))
  return network?.session ?? null
}

/** The networks that hands are found by; null where one of them cannot be had now. */
export async function handNetworksIfAny(job: ToolJob): Promise<HandNetworks | null> {
  const palms = await sessionIfAny(job, 'hand/palms')
  const points = palms === null ? null : await sessionIfAny(job, 'hand/points')
  return palms === null || points === null ? null : { palms, points }
}
