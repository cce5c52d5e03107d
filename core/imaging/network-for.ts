import { StampaError } from '../errors.ts'
import type { ModelRole, Network } from './models.ts'
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
