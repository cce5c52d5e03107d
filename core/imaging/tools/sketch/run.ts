import { outcomeOf, unwrap } from '../../../errors.ts'
import { findPeopleIn, nobody } from '../../portrait/people.ts'
import type { RunTool } from '../../tool-definition.ts'
import { matteOfPeopleIn } from './people-matte.ts'
import type { PeopleIn } from './photo-study.ts'
import { type SketchSettings, sketch } from './sketch.ts'

export const run: RunTool<SketchSettings> = async (job, settings) => {
  const { env, source, openSink } = job
  const sink = openSink(source.widthPx, source.heightPx)
  const { isQuick = false, previews, ratio } = job
  const peopleIn: PeopleIn = async (picture) => {
    const found = await outcomeOf(() => findPeopleIn(job, picture, { isGroupToo: true }))
    // A device that cannot look for people, or has no network for it now, draws them as all else.
    return found.ok || found.fault.code === 'cancelled' ? unwrap(found) : nobody
  }
  await sketch(env, source, settings, sink, {
    peopleIn,
    // A look for a moment does with the rough mask.
    ...(!isQuick && { matteIn: (copy) => matteOfPeopleIn(job, copy) }),
    isQuick,
    printPx: Math.max(source.widthPx, source.heightPx) / ratio,
    ...(previews && { previews }),
  })
  return null
}
