import { madeOr } from '../../../errors.ts'
import { drawnLargerBy, drawnLargerIn } from '../../drawn-size.ts'
import { handNetworksIfAny, sessionIfAny } from '../../network-for.ts'
import { findPeopleIn, nobody } from '../../portrait/people.ts'
import type { RunTool } from '../../tool-definition.ts'
import { type AnimeSettings, anime } from './anime.ts'
import type { FindPeople } from './photo-study.ts'

/** A smaller photo is drawn larger than it is. */
const DRAWN_LEAST_PX = 1024

export const run: RunTool<AnimeSettings> = async (job, settings) => {
  const { env, source, openSink, isQuick = false, previews } = job
  const enlarged = drawnLargerIn(job, drawnLargerBy(source, DRAWN_LEAST_PX))
  const sink = openSink(source.widthPx * enlarged, source.heightPx * enlarged)
  // A device that cannot look for people, or has no network for it now, paints them as all else.
  const findPeople: FindPeople = (picture) =>
    madeOr(nobody, () => findPeopleIn(job, picture, { isCrowdToo: true }))
  const findHairNetwork = () => sessionIfAny(job, 'head/hair')
  const findHandNetworks = () => handNetworksIfAny(job)
  const networks = { findHairNetwork, findHandNetworks }
  const options = { findPeople, ...networks, isQuick, enlarged, ...(previews && { previews }) }
  await anime(env, source, settings, sink, options)
  return null
}
