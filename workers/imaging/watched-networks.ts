import { type Fault, faultOf } from '#core/errors.ts'
import type { ModelRole } from '#core/imaging/models.ts'
import type { ToolContext } from './tools.ts'

const notFetched: ReadonlySet<Fault['code']> = new Set([
  'network-failed',
  'download-damaged',
  'script-failed',
])

/** Networks as a job is given them, and which it did without as they could not be fetched now. */
export function watchedNetworks(models: ToolContext['models']) {
  const lacks = new Set<ModelRole>()
  const watched = async <Given>(
    roles: readonly ModelRole[],
    asked: Promise<Given>,
  ): Promise<Given> => {
    try {
      return await asked
    } catch (thrown) {
      if (notFetched.has(faultOf(thrown).code)) for (const role of roles) lacks.add(role)
      throw thrown
    }
  }
  const given: ToolContext['models'] = {
    network: (role, job) => watched([role], models.network(role, job)),
    networks: (roles, job) => watched(roles, models.networks(roles, job)),
    giveBack: (job) => models.giveBack(job),
  }
  return { models: given, lacks: (): readonly ModelRole[] => [...lacks] }
}
