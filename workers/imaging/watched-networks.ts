import { type Fault, faultOf } from '#core/errors.ts'
import type { ToolContext } from './tools.ts'

const notFetched: ReadonlySet<Fault['code']> = new Set([
  'network-failed',
  'download-damaged',
  'script-failed',
])

/** Networks as a job is given them, and whether it did without one that could not be fetched now. */
export function watchedNetworks(models: ToolContext['models']) {
  let lacks = false
  const watched = async <Given>(asked: Promise<Given>): Promise<Given> => {
    try {
      return await asked
    } catch (thrown) {
      if (notFetched.has(faultOf(thrown).code)) lacks = true
      throw thrown
    }
  }
  const given: ToolContext['models'] = {
    network: (role, job) => watched(models.network(role, job)),
    networks: (roles, job) => watched(models.networks(roles, job)),
    giveBack: (job) => models.giveBack(job),
  }
  return { models: given, lacks: () => lacks }
}
