import { findFaces } from '../../face-points/find-faces.ts'
import { detectFacesBy } from '../../portrait/detect-faces.ts'
import type { RunTool } from '../../tool-definition.ts'
import { type AnimeSettings, anime, type FindFaces } from './anime.ts'

/** Without the network of face points people are painted as everything else is. */
export const run: RunTool<AnimeSettings> = async (job, settings) => {
  const { env, source, openSink } = job
  const points = await job.network('face/points', 'instant')
  const facesIn: FindFaces = async (picture) => {
    if (points === null) return []
    const session = await job.networks(['face/detect'])
    return await findFaces(env, picture, detectFacesBy(session('face/detect')), points)
  }
  await anime(env, source, settings, openSink(source.widthPx, source.heightPx), facesIn)
  return null
}
