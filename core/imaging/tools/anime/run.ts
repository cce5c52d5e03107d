import { outcomeOf, unwrap } from '../../../errors.ts'
import { sessionIfAny } from '../../network-for.ts'
import { findPeopleIn, nobody } from '../../portrait/people.ts'
import type { RunTool } from '../../tool-definition.ts'
import { type AnimeSettings, anime } from './anime.ts'
import type { FindPeople } from './photo-study.ts'

export const run: RunTool<AnimeSettings> = async (job, settings) => {
  const { env, source, openSink, isQuick = false, previews } = job
  const sink = openSink(source.widthPx, source.heightPx)
  const findPeople: FindPeople = async (picture) => {
    const found = await outcomeOf(() => findPeopleIn(job, picture, { isCrowdToo: true }))
    // A device that cannot look for people, or has no network for it now, paints them as all else.
    return found.ok || found.fault.code === 'cancelled' ? unwrap(found) : nobody
  }
  const findHairNetwork = () => sessionIfAny(job, 'head/hair')
  const options = { findPeople, findHairNetwork, isQuick, ...(previews && { previews }) }
  await anime(env, source, settings, sink, options)
  return null
}
